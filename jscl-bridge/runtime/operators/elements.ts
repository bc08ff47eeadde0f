/** Elements of arrays of one kind, read and written where compiled code could not do so in place. */

import { checkIndex, storeChecked } from "../library/array-checks.js";
import { elementTypeOf } from "../library/element-types.js";
import { cdrOf } from "../objects/conses.js";
import { elementAt } from "../objects/elements.js";
import type { LispSymbol, LispValue, LispVector } from "../objects/marshal.js";
import { setfNameText } from "../objects/setf-names.js";
import { symbolName } from "../objects/symbols.js";
import {
  adjustableMark,
  dimensionListOf,
  elementTypeMark,
  fillPointerOf,
  isLispString,
} from "../objects/vectors.js";
import { callLisp, isCons, list, sym } from "../signals.js";
import type { CallStack } from "../stack/callstack.js";
import { wrongType } from "../streams/stream-arguments.js";

/** What an accessor takes: the name of the vectors, the type of the elements, whether the array is simple. */
interface Accessor {
  readonly vector: string;
  /** Null for elements of any type. */
  readonly element: string | null;
  readonly isSimple: boolean;
}

function rankOf(array: LispVector): number {
  const dimensions = dimensionListOf(array);
  if (dimensions === undefined || typeof dimensions === "number") return 1;
  let rank = 0;
  for (let rest: LispValue = dimensions; isCons(rest); rest = cdrOf(rest)) rank++;
  return rank;
}

function isSimple(array: LispVector): boolean {
  return typeof fillPointerOf(array) !== "number" && adjustableMark(array) !== true;
}

/** Whether an object is an array of a rank, specialized to a type, and simple. */
function isSimpleArray(x: LispValue, element: string, rank: number): boolean {
  if (!Array.isArray(x)) return false;
  const array = x as LispVector;
  // The mark first: functions of declared arrays ask at each call.
  const isOfElements = elementTypeMark(array) === element || elementTypeOf(array).name === element;
  return isOfElements && isSimple(array) && rankOf(array) === rank;
}

/** What SBCL says that an accessor of elements takes. */
function accessorOf(name: string): Accessor {
  switch (name) {
    case "AREF":
      return { vector: "VECTOR", element: null, isSimple: false };
    case "SVREF":
      return { vector: "SIMPLE-VECTOR", element: "T", isSimple: true };
    case "CHAR":
      return { vector: "STRING", element: "CHARACTER", isSimple: false };
    case "SCHAR":
      return { vector: "SIMPLE-STRING", element: "CHARACTER", isSimple: true };
    case "BIT":
      return { vector: "BIT-VECTOR", element: "BIT", isSimple: false };
    case "SBIT":
      return { vector: "SIMPLE-BIT-VECTOR", element: "BIT", isSimple: true };
    default:
      throw new TypeError(`${name} reads no elements`);
  }
}

/** Signals that an accessor, called in place with so many subscripts, takes no such object. */
export function wrongArray(name: string, x: LispValue, subscripts: number): never {
  const { vector, element, isSimple } = accessorOf(name);
  if (subscripts === 1) return wrongType(x, sym(vector));
  const shape = list(...new Array(subscripts).fill(sym("*")));
  return wrongType(x, list(sym(isSimple ? "SIMPLE-ARRAY" : "ARRAY"), sym(element ?? "*"), shape));
}

/** Whether an accessor with so many subscripts takes an object. */
export function takesArray(name: string, x: LispValue, subscripts: number): boolean {
  if (!Array.isArray(x)) return false;
  const array = x as LispVector;
  if (name === "AREF") return rankOf(array) === subscripts;
  const { element, isSimple: simple } = accessorOf(name);
  const isOfElements = element === "CHARACTER" ? isLispString(x) : elementTypeOf(array).name === element;
  return isOfElements && rankOf(array) === subscripts && (!simple || isSimple(array));
}

/** The place of an element among all of an array that an accessor takes, inside of the accessor's frame. */
function placeIn(name: string, array: LispValue, subscripts: readonly LispValue[]): number {
  if (!takesArray(name, array, subscripts.length)) return wrongArray(name, array, subscripts.length);
  const vector = array as LispVector;
  return subscripts.length === 1
    ? checkIndex(vector, subscripts[0], vector.length)
    : (callLisp("ARRAY-ROW-MAJOR-INDEX", "COMMON-LISP", vector, ...subscripts) as number);
}

/** Reads an element by SVREF, CHAR, SCHAR, BIT or SBIT, in a frame of that call. */
function readElement(stack: CallStack, fn: LispSymbol, args: LispValue[]): LispValue {
  const { sp } = stack;
  stack.push(stack.library(fn, args.length), args);
  const [array, ...subscripts] = args;
  const value = elementAt(array as LispVector, placeIn(symbolName(fn), array, subscripts));
  stack.sp = sp;
  return value;
}

/** Writes an element by the writer of one of these; the new value is the last argument. */
function writeElement(stack: CallStack, fn: LispSymbol, args: LispValue[]): LispValue {
  const { sp } = stack;
  const value = args.pop();
  stack.push(stack.library(fn, args.length + 1), [value, ...args]);
  const [array, ...subscripts] = args;
  const place = placeIn(setfNameText(fn) as string, array, subscripts);
  storeChecked(array as LispVector, place, value);
  stack.sp = sp;
  return value;
}

/** What compiled code calls where it could not read or write an element in place. */
export function elementOperators(stack: CallStack) {
  return {
    isSimpleArray,
    readElement: (fn: LispSymbol, ...args: LispValue[]): LispValue => readElement(stack, fn, args),
    writeElement: (fn: LispSymbol, ...args: LispValue[]): LispValue => writeElement(stack, fn, args),
  };
}
