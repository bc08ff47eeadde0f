/** Arrays: what compiled accesses call where their fast path does not apply. */

import { wrongSubscripts } from "../library/array-checks.js";
import { checkElement, elementTypeOf, holds } from "../library/element-types.js";
import { isInteger } from "../numbers.js";
import { carOf, cdrOf } from "../objects/conses.js";
import { elementAt, storeElement } from "../objects/elements.js";
import type { LispCons, LispValue, LispVector, ValuesFunction } from "../objects/marshal.js";
import { symbolFunction } from "../objects/symbols.js";
import {
  adjustableMark,
  bitMark,
  dimensionListOf,
  elementTypeMark,
  fillPointerOf,
  floatMark,
  isLispString,
  setFillPointerOf,
  stringMark,
} from "../objects/vectors.js";
import { callLisp, isCons, lispError, list, nil, sym } from "../signals.js";
import type { CallStack } from "../stack/callstack.js";
import { wrongType } from "../streams/stream-arguments.js";
import { type SignalAt, signalOn, unaryOn } from "./frames.js";

/** Signals what SBCL does, but for AREF what the seed "condition type preservation" wants: ELT's type. */
function indexError(name: string, array: LispVector, index: LispValue, limit: number): never {
  const isTooLarge = name === "AREF" && isInteger(index) && (index as number) >= 0;
  return lispError(
    isTooLarge ? "INDEX-TOO-LARGE-ERROR" : "INVALID-ARRAY-INDEX-ERROR",
    "ARRAY",
    array,
    "AXIS",
    0,
    "DATUM",
    index,
    "EXPECTED-TYPE",
    list(sym("INTEGER"), 0, list(limit)),
  );
}

function isArray(x: LispValue): x is LispVector {
  return Array.isArray(x);
}

export function isVector(x: LispValue): x is LispVector {
  return isArray(x) && (dimensionListOf(x) === undefined || typeof dimensionListOf(x) === "number");
}

type CheckedIndex = (name: string, array: LispValue, index: LispValue, more: LispValue[]) => LispVector;

function checkedIndexOn(at: SignalAt): CheckedIndex {
  return (name, array, index, more) => {
    if (!isVector(array)) {
      return at(name, [array, index, ...more], () =>
        isArray(array)
          ? wrongSubscripts(1, callLisp("ARRAY-RANK", "COMMON-LISP", array))
          : wrongType(array, sym("ARRAY")),
      );
    }
    if (!(typeof index === "number" && Number.isInteger(index) && index >= 0 && index < array.length)) {
      return at(name, [array, index, ...more], () => indexError(name, array, index, array.length));
    }
    return array;
  };
}

/** Stores an element of a vector, checked. */
type StoreElement = (name: string, array: LispValue, index: LispValue, value: LispValue) => LispValue;

export function storeOn(stack: CallStack): StoreElement {
  const checkedIndex = checkedIndexOn(signalOn(stack));
  return (name, array, index, value) => {
    const vector = checkedIndex(name, array, index, [value]);
    if (
      bitMark(vector) === undefined
        ? stringMark(vector) === 1 && typeof value !== "string"
        : !holds(vector, value)
    ) {
      stack.push(stack.library(sym(name), 3), [array, index, value]);
      checkElement(elementTypeOf(vector), value);
    }
    storeElement(vector, index as number, value);
    return value;
  };
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

/** Whether an object is a simple array of a rank, specialized to a type. */
function isSimpleArray(x: LispValue, element: string, rank: number): boolean {
  if (!Array.isArray(x)) return false;
  const array = x as LispVector;
  if (elementTypeMark(array) !== element && elementTypeOf(array).name !== element) return false;
  if (typeof fillPointerOf(array) === "number" || adjustableMark(array) === true) return false;
  const dimensions = dimensionListOf(array);
  if (dimensions === undefined || typeof dimensions === "number") return rank === 1;
  let count = 0;
  for (let rest: LispValue = dimensions; isCons(rest); rest = cdrOf(rest)) count++;
  return count === rank;
}

const primary: ValuesFunction = (x) => x;

export function arrayOperators(stack: CallStack) {
  const length = sym("LENGTH");
  const at = signalOn(stack);
  const checkedIndex = checkedIndexOn(at);
  const store = storeOn(stack);
  return {
    isString: isLispString,
    aref: (array: LispValue, index: LispValue): LispValue =>
      elementAt(checkedIndex("AREF", array, index, []), index as number),
    index3,
    anyIndex3,
    isSimpleArray,
    /** LENGTH of what is no vector without a fill pointer. */
    lengthOf: unaryOn(stack)("LENGTH", (x) => symbolFunction(length)(primary, x)),
    /** AREF of an array that is no vector, or of what it does not take. */
    arefAt: (...args: LispValue[]): LispValue => {
      const { sp } = stack;
      stack.push(stack.library(sym("AREF"), args.length), args);
      const value = callLisp("AREF", "COMMON-LISP", ...args);
      stack.sp = sp;
      return value;
    },
    setAref: (array: LispValue, index: LispValue, ...more: LispValue[]): LispValue => {
      if (more.length === 1) return store("AREF", array, index, more[0]);
      const subscripts = [index, ...more];
      const value = subscripts.pop();
      const at_ = callLisp("ARRAY-ROW-MAJOR-INDEX", "COMMON-LISP", array, ...subscripts);
      checkElement(elementTypeOf(array as LispVector), value);
      storeElement(array as LispVector, at_ as number, value);
      return value;
    },
    setRowMajorAref: (array: LispValue, index: LispValue, value: LispValue): LispValue => {
      if (!isArray(array)) return wrongType(array, sym("ARRAY"));
      if (!(typeof index === "number" && index >= 0 && index < array.length))
        return indexError("ROW-MAJOR-AREF", array, index, array.length);
      checkElement(elementTypeOf(array), value);
      storeElement(array, index, value);
      return value;
    },
    setChar: (string: LispValue, index: LispValue, value: LispValue): LispValue => {
      if (!isLispString(string)) return at("CHAR", [string, index], () => wrongType(string, sym("STRING")));
      return store("CHAR", string, index, value);
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
