/** What every array function checks. */

import { storeElement } from "../objects/elements.js";
import { arrayDimensions } from "../objects/instances.js";
import type { Internals, LispValue, LispVector } from "../objects/marshal.js";
import { lispError, list, nil, simpleError, sym } from "../signals.js";
import { wrongType } from "../streams/stream-arguments.js";
import { checkElement, elementTypeOf } from "./element-types.js";

export function arrayArgument(x: LispValue): LispVector {
  return Array.isArray(x) ? (x as LispVector) : wrongType(x, sym("ARRAY"));
}

/** An index below `limit`; anything else signals INVALID-ARRAY-INDEX-ERROR. */
export function checkIndex(
  array: LispVector,
  index: LispValue,
  limit: number,
  axis: number | null = 0,
): number {
  if (typeof index === "number" && Number.isInteger(index) && index >= 0 && index < limit) return index;
  return lispError(
    "INVALID-ARRAY-INDEX-ERROR",
    "ARRAY",
    array,
    "AXIS",
    axis ?? nil(),
    "DATUM",
    index,
    "EXPECTED-TYPE",
    list(sym("INTEGER"), 0, list(limit)),
  );
}

/** Stores an element, or signals that the array is not specialized to hold it. */
export function storeChecked(array: LispVector, place: number, value: LispValue): LispValue {
  checkElement(elementTypeOf(array), value);
  storeElement(array, place, value);
  return value;
}

export function wrongSubscripts(given: number, rank: LispValue): never {
  return simpleError("Wrong number of subscripts, ~W, for array of rank ~W.", given, rank);
}

/** The dimensions of an array; a vector's is its whole length, whatever its fill pointer. */
export function dimensionsOf(array: LispVector, internals: Internals): number[] {
  return arrayDimensions(array, internals) ?? [array.length];
}

export function isBits(x: LispValue): boolean {
  return Array.isArray(x) && (x as { bits?: unknown }).bits === true;
}
