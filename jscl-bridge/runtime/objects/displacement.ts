/**
 * Displaced arrays, which share the elements of another (CLHS `make-array`). Such an array has a length and
 * no elements of its own: those that it is asked for are found by way of its prototype, a proxy that goes on
 * to the other array. So it stays the same JavaScript array when ADJUST-ARRAY displaces it, or ends that, and
 * code that reads and writes elements need not know of it.
 */

import { ObjectProxy } from "../platform.js";
import type { LispVector } from "./marshal.js";
import { setAdjustableMark } from "./vectors.js";

export interface Displacement {
  readonly source: LispVector;
  /** The index of the source that the first element has. */
  readonly offset: number;
}

const displacements = new WeakMap<LispVector, Displacement>();

/** Signals that an array was displaced to one that has become too small. */
type Refuse = (array: LispVector, length: number, source: LispVector) => never;

/** What an array is displaced to; undefined for one that has elements of its own. */
export function displacementOf(array: LispVector): Displacement | undefined {
  return displacements.get(array);
}

/** Has an array show so many elements of another. Its own elements are gone. */
export function displace(array: LispVector, length: number, to: Displacement, refuse: Refuse): void {
  array.length = 0;
  array.length = length;
  setAdjustableMark(array, true);
  displacements.set(array, to);
  Object.setPrototypeOf(array, prototypeFor(to, refuse));
}

/** Gives an array elements of its own, with the values of those that it shows. */
export function undisplace(array: LispVector): void {
  if (!displacements.has(array)) return;
  const elements = Array.from(array);
  displacements.delete(array);
  Object.setPrototypeOf(array, Array.prototype);
  for (let i = 0; i < elements.length; i++) array[i] = elements[i];
}

function prototypeFor({ source, offset }: Displacement, refuse: Refuse): object {
  /** The place in the source of a property that is an index of the array; null for others. */
  const placeOf = (key: string | symbol, array: LispVector): number | null => {
    if (!isIndex(key) || Number(key) >= array.length) return null;
    const place = offset + Number(key);
    if (place < source.length) return place;
    const { length } = array;
    array.length = 0;
    return refuse(array, length, source);
  };
  return new ObjectProxy(Object.create(Array.prototype), {
    get(target, key, array) {
      const place = placeOf(key, array);
      return place === null ? Reflect.get(target, key, array) : source[place];
    },
    set(target, key, value, array) {
      const place = placeOf(key, array);
      if (place === null) return Reflect.set(target, key, value, array);
      source[place] = value;
      return true;
    },
    // JavaScript's functions of arrays ask for elements below the length alone.
    has: (target, key) => isIndex(key) || Reflect.has(target, key),
  });
}

function isIndex(key: string | symbol): boolean {
  return typeof key === "string" && String(Number(key) >>> 0) === key;
}
