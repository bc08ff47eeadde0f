/** The usual calls of functions of arrays, as `deferring.ts` has those of lists. */

import { newArray } from "../library/array-making.js";
import { ANY } from "../library/element-types.js";
import { carOf, cdrOf } from "../objects/conses.js";
import type { LispSymbol, LispValue, LispVector } from "../objects/marshal.js";
import { homeName, symbolName } from "../objects/symbols.js";
import { table } from "../objects/table.js";
import { dimensionListOf } from "../objects/vectors.js";
import { isCons, isSymbol, nil } from "../signals.js";
import type { Answer } from "./answer.js";

/** The most elements of an array that is made without a frame of MAKE-ARRAY. */
const MOST = 4096;

function isSize(x: LispValue): x is number {
  return typeof x === "number" && Number.isInteger(x) && x >= 0 && x <= MOST;
}

/** The dimensions of a vector or a table; undefined for others. */
function fewDimensions(x: LispValue): number[] | undefined {
  if (isSize(x)) return [x];
  if (!isCons(x)) return undefined;
  const rows = carOf(x);
  const rest = cdrOf(x);
  if (!isSize(rows)) return undefined;
  if (rest === nil()) return [rows];
  if (!isCons(rest) || cdrOf(rest) !== nil()) return undefined;
  const columns = carOf(rest);
  return isSize(columns) && rows * columns <= MOST ? [rows, columns] : undefined;
}

function isInitialElement(key: LispValue): boolean {
  return (
    isSymbol(key) &&
    symbolName(key as LispSymbol) === "INITIAL-ELEMENT" &&
    homeName(key as LispSymbol) === "KEYWORD"
  );
}

function makeArrayOf(size: LispValue, key: LispValue, element: LispValue): Answer {
  if (key !== undefined && (element === undefined || !isInitialElement(key))) return undefined;
  const dimensions = fewDimensions(size);
  return dimensions === undefined ? undefined : newArray(ANY, dimensions, element);
}

function arrayDimensionOf(array: LispValue, axis: LispValue): Answer {
  if (!Array.isArray(array)) return undefined;
  const dimensions = dimensionListOf(array as LispVector);
  if (dimensions === undefined) return axis === 0 ? (array as LispVector).length : undefined;
  let rest: LispValue = dimensions;
  for (let left = axis as number; left > 0 && isCons(rest); left--) rest = cdrOf(rest);
  return isCons(rest) && isSize(axis) ? carOf(rest) : undefined;
}

export const quickArrayFunctions = table({
  "ARRAY-DIMENSION": arrayDimensionOf,
  "MAKE-ARRAY": makeArrayOf,
});
