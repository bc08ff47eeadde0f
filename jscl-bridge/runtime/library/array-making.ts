/** New arrays: element types, default elements, initial contents. */
import { ELEMENT_BYTES } from "../heap.js";
import { type LispValue, type LispVector, makeString } from "../marshal.js";
import { DoubleFloat, SingleFloat } from "../numbers.js";
import { allocated, next, safepoint, spend } from "../safepoints.js";
import { isCons, isSymbol, lispError, list, nil, sym } from "../signals.js";
import { wrongType } from "../streams/arguments.js";
import { isBits } from "./array-checks.js";

/** As many elements are stored in the time of a loop's turn. */
const ELEMENTS_A_TURN = 8;

/** What an array is specialized to; other element types are upgraded to T. */
export type ArrayType = "t" | "character" | "bit";

const CHARACTER_TYPES = new Set(["CHARACTER", "BASE-CHAR", "STANDARD-CHAR", "EXTENDED-CHAR"]);

export function upgradedType(type: LispValue): ArrayType {
  if (isSymbol(type)) {
    if (CHARACTER_TYPES.has(type.name)) return "character";
    return type.name === "BIT" ? "bit" : "t";
  }
  return isBitType(type) ? "bit" : "t";
}

/** (UNSIGNED-BYTE 1), (MOD 2) and (INTEGER 0 1) are BIT. */
function isBitType(type: LispValue): boolean {
  if (!isCons(type) || !isSymbol(type.$$jscl_car) || !isCons(type.$$jscl_cdr)) return false;
  const { $$jscl_car: first, $$jscl_cdr: rest } = type.$$jscl_cdr;
  switch (type.$$jscl_car.name) {
    case "UNSIGNED-BYTE":
      return first === 1;
    case "MOD":
      return first === 2;
    case "INTEGER":
      return first === 0 && isCons(rest) && rest.$$jscl_car === 1;
    default:
      return false;
  }
}

export function arrayTypeOf(array: LispVector): ArrayType {
  if (array.stringp === 1) return "character";
  return isBits(array) ? "bit" : "t";
}

/** Signals TYPE-ERROR when an array of this type cannot hold `element`. */
export function checkElement(type: ArrayType, element: LispValue): void {
  if (type === "character" && typeof element !== "string") wrongType(element, sym("CHARACTER"));
  if (type === "bit" && element !== 0 && element !== 1) wrongType(element, sym("BIT"));
}

/** A JavaScript array of one element so many times. */
export function filledArray(size: number, element: LispValue): LispVector {
  spend(size / ELEMENTS_A_TURN);
  const array = new Array(size).fill(element);
  allocated(size * ELEMENT_BYTES, array);
  return array;
}

/** An array of default elements, or of `element`. A list of dimensions other than one makes it no vector. */
export function newArray(type: ArrayType, dimensions: number[], element: LispValue): LispVector {
  if (element !== undefined) checkElement(type, element);
  const total = dimensions.reduce((a, b) => a * b, 1);
  const array = filledArray(total, element ?? (type === "character" ? "\0" : 0));
  if (type === "character") array.stringp = 1;
  if (type === "bit") (array as { bits?: boolean }).bits = true;
  if (dimensions.length !== 1) array.dimensions = list(...dimensions);
  return array;
}

/** The default element of float arrays, which are upgraded to T here but not there. */
export function floatZero(type: LispValue): LispValue {
  if (!isSymbol(type)) return undefined;
  if (type.name === "DOUBLE-FLOAT" || type.name === "LONG-FLOAT") return new DoubleFloat(0);
  return /^(SINGLE-|SHORT-)?FLOAT$/.test(type.name) ? new SingleFloat(0) : undefined;
}

function sequenceItems(x: LispValue): LispValue[] {
  if (Array.isArray(x)) {
    const { fillpointer } = x as LispVector;
    return typeof fillpointer === "number" ? x.slice(0, fillpointer) : x;
  }
  const items: LispValue[] = [];
  let rest = x;
  for (; isCons(rest); rest = next(rest)) items.push(rest.$$jscl_car);
  return rest === nil() ? items : wrongType(x, sym("SEQUENCE"));
}

/** Fills an array from nested sequences of its shape. */
export function fillContents(
  array: LispVector,
  type: ArrayType,
  dimensions: number[],
  contents: LispValue,
): void {
  let index = 0;
  const fill = (axis: number, part: LispValue): void => {
    const size = dimensions[axis];
    if (size === undefined) {
      checkElement(type, part);
      array[index++] = part;
      return;
    }
    const items = sequenceItems(part);
    if (items.length !== size) wrongShape(axis, dimensions, size, part, items.length);
    for (const item of items) {
      safepoint();
      fill(axis + 1, item);
    }
  };
  fill(0, contents);
}

function wrongShape(
  axis: number,
  dimensions: number[],
  size: number,
  part: LispValue,
  length: number,
): never {
  const [control, ...args] =
    dimensions.length === 1
      ? ["There are ~W elements in the :INITIAL-CONTENTS, but the vector length is ~W.", length, size]
      : [
          "malformed :INITIAL-CONTENTS: Dimension of axis ~W is ~W, but ~S is ~W long.",
          axis,
          size,
          part,
          length,
        ];
  return lispError(
    "SIMPLE-ERROR",
    "FORMAT-CONTROL",
    makeString(control as string),
    "FORMAT-ARGUMENTS",
    list(...args),
  );
}
