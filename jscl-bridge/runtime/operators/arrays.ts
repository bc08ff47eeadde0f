/** Arrays: what compiled accesses call where their fast path does not apply. */

import { arrayArgument, checkIndex, storeChecked, wrongSubscripts } from "../library/array-checks.js";
import { checkElement, elementTypeOf, holds } from "../library/element-types.js";
import { isInteger, minusp } from "../numbers.js";
import { carOf, cdrOf } from "../objects/conses.js";
import { elementAt, storeElement } from "../objects/elements.js";
import type { LispCons, LispValue, LispVector, ValuesFunction } from "../objects/marshal.js";
import { symbolFunction } from "../objects/symbols.js";
import {
  bitMark,
  dimensionListOf,
  fillPointerOf,
  floatMark,
  isLispString,
  setFillPointerOf,
  stringMark,
} from "../objects/vectors.js";
import { callLisp, isCons, lispError, list, nil, sym } from "../signals.js";
import type { CallStack } from "../stack/callstack.js";
import { takesArray, wrongArray } from "./elements.js";
import { unaryOn } from "./frames.js";

const WRITER = "(SETF_AREF)";

/**
 * Signals what SBCL does, but of an index too large what the seed "condition type preservation" wants: ELT's
 * type.
 */
function indexError(array: LispVector, index: LispValue): never {
  if (!isInteger(index) || minusp(index)) return checkIndex(array, index, array.length) as never;
  const type = list(sym("INTEGER"), 0, list(array.length));
  return lispError("INDEX-TOO-LARGE-ERROR", "ARRAY", array, "AXIS", 0, "DATUM", index, "EXPECTED-TYPE", type);
}

function isArray(x: LispValue): x is LispVector {
  return Array.isArray(x);
}

export function isVector(x: LispValue): x is LispVector {
  return isArray(x) && (dimensionListOf(x) === undefined || typeof dimensionListOf(x) === "number");
}

/** Signals that AREF, or its writer with a value, takes no such vector or no such index in place. */
function signalIndex(stack: CallStack, array: LispValue, index: LispValue, value?: LispValue): never {
  const name = value === undefined ? "AREF" : WRITER;
  const args = value === undefined ? [array, index] : [value, array, index];
  stack.push(stack.library(sym(name), args.length), args);
  if (isVector(array)) return indexError(array, index);
  return isArray(array)
    ? wrongSubscripts(1, callLisp("ARRAY-RANK", "COMMON-LISP", array))
    : wrongArray("AREF", array, 1);
}

/** Whether an index is inside of a vector. */
function isInside(array: LispValue, index: LispValue): array is LispVector {
  return (
    isVector(array) &&
    typeof index === "number" &&
    Number.isInteger(index) &&
    index >= 0 &&
    index < array.length
  );
}

/** (SETF AREF) of a vector, checked. */
function store(stack: CallStack, array: LispValue, index: LispValue, value: LispValue): LispValue {
  if (!isInside(array, index)) return signalIndex(stack, array, index, value);
  if (
    bitMark(array) === undefined ? stringMark(array) === 1 && typeof value !== "string" : !holds(array, value)
  ) {
    stack.push(stack.library(sym(WRITER), 3), [value, array, index]);
    checkElement(elementTypeOf(array), value);
  }
  storeElement(array, index as number, value);
  return value;
}

/** (SETF AREF) of an array with any number of subscripts but one, checked. */
function storeAt(stack: CallStack, array: LispValue, subscripts: LispValue[], value: LispValue): LispValue {
  const { sp } = stack;
  stack.push(stack.library(sym(WRITER), subscripts.length + 2), [value, array, ...subscripts]);
  checkRank(array, subscripts.length);
  const place = callLisp("ARRAY-ROW-MAJOR-INDEX", "COMMON-LISP", array, ...subscripts) as number;
  storeChecked(array as LispVector, place, value);
  stack.sp = sp;
  return value;
}

/** A size that an index is below; 0 where the dimensions end before it, or go on behind the last. */
function sizeAt(dimensions: LispValue, isLast: boolean): number {
  if (!isCons(dimensions)) return 0;
  return (cdrOf(dimensions) === nil()) === isLast ? (carOf(dimensions) as number) : 0;
}

function isBelow(index: LispValue, size: number): index is number {
  return typeof index === "number" && index >= 0 && index < size && Number.isInteger(index);
}

/** The place of an object in a three-dimensional array; -1 for another object, and out of its bounds. */
function index3(array: LispValue, i: LispValue, j: LispValue, k: LispValue): number {
  return Array.isArray(array) && floatMark(array as LispVector) === undefined
    ? anyIndex3(array, i, j, k)
    : -1;
}

/** The same where the array may hold raw floats. */
function anyIndex3(array: LispValue, i: LispValue, j: LispValue, k: LispValue): number {
  if (!Array.isArray(array)) return -1;
  const dimensions = dimensionListOf(array as LispVector);
  if (!isBelow(i, sizeAt(dimensions, false))) return -1;
  const second = cdrOf(dimensions as LispCons);
  const rows = sizeAt(second, false);
  if (!isBelow(j, rows)) return -1;
  const columns = sizeAt(cdrOf(second as LispCons), true);
  return isBelow(k, columns) ? (i * rows + j) * columns + k : -1;
}

const primary: ValuesFunction = (x) => x;

/** Signals where an array has not as many dimensions as AREF, called in place, has subscripts. */
function checkRank(array: LispValue, subscripts: number): void {
  if (!takesArray("AREF", array, subscripts)) wrongArray("AREF", array, subscripts);
}

export function arrayOperators(stack: CallStack) {
  const length = sym("LENGTH");
  return {
    isString: isLispString,
    aref: (array: LispValue, index: LispValue): LispValue =>
      isInside(array, index) ? elementAt(array, index as number) : signalIndex(stack, array, index),
    index3,
    anyIndex3,
    /** LENGTH of what is no vector without a fill pointer. */
    lengthOf: unaryOn(stack)("LENGTH", (x) => symbolFunction(length)(primary, x)),
    /** AREF of an array that is no vector, or of what it does not take. */
    arefAt: (...args: LispValue[]): LispValue => {
      const { sp } = stack;
      stack.push(stack.library(sym("AREF"), args.length), args);
      checkRank(args[0], args.length - 1);
      const value = callLisp("AREF", "COMMON-LISP", ...args);
      stack.sp = sp;
      return value;
    },
    setAref: (array: LispValue, index: LispValue, ...more: LispValue[]): LispValue => {
      if (more.length === 1) return store(stack, array, index, more[0]);
      const subscripts = [index, ...more];
      const value = subscripts.pop();
      return storeAt(stack, array, subscripts, value);
    },
    setRowMajorAref: (x: LispValue, index: LispValue, value: LispValue): LispValue => {
      const array = arrayArgument(x);
      return storeChecked(array, checkIndex(array, index, array.length), value);
    },
    setFillPointer: (vector: LispValue, value: LispValue): LispValue => {
      const fits =
        isVector(vector) &&
        typeof fillPointerOf(vector) === "number" &&
        typeof value === "number" &&
        value >= 0 &&
        value <= vector.length;
      if (!fits) return callLisp("(SETF_FILL-POINTER)", "COMMON-LISP", value, vector);
      setFillPointerOf(vector, value);
      return value;
    },
  };
}
