/**
 * Elements of arrays of any kind, as Lisp objects. An array that is specialized to floats holds numbers of
 * JavaScript's, so that it needs no box for each; code that reads or writes an element of an array that may
 * be such a one does it here.
 */

import { DoubleFloat, floatValue, type LispFloat, single } from "../numbers/types.js";
import type { LispValue, LispVector } from "./marshal.js";
import { activeLength, type FloatFormat, floatMark } from "./vectors.js";

/** The Lisp object of a number that an array of floats holds. */
function boxed(x: LispValue, format: FloatFormat): LispValue {
  return format === "double" ? new DoubleFloat(x as number) : single(x as number);
}

/** The element at a place that the array has. */
export function elementAt(array: LispVector, place: number): LispValue {
  const format = floatMark(array);
  return format === undefined ? array[place] : boxed(array[place], format);
}

/** What an array holds for an object that may be its element. */
export function heldFor(array: LispVector, element: LispValue): LispValue {
  return floatMark(array) === undefined ? element : floatValue(element as LispFloat);
}

/** Stores an object that may be an element of the array. */
export function storeElement(array: LispVector, place: number, element: LispValue): void {
  array[place] = heldFor(array, element);
}

/**
 * The elements by their places: those of the array itself, which may have more than are active, or objects of
 * its active floats.
 */
export function objectsIn(array: LispVector): readonly LispValue[] {
  const format = floatMark(array);
  if (format === undefined) return array;
  const length = activeLength(array);
  const objects: LispValue[] = new Array(length);
  for (let i = 0; i < length; i++) objects[i] = boxed(array[i], format);
  return objects;
}
