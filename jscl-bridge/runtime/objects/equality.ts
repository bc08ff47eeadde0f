/** EQL, EQUAL and EQUALP (CLHS 5.3) over JSCL's objects. */

import { isNumber, numberEql, numEq } from "../numbers.js";
import { Pathname } from "../pathnames/pathname.js";
import { isCons } from "../signals.js";
import { safepoint, spendOnElements } from "../stack/safepoints.js";
import { carOf, cdrOf } from "./conses.js";
import { elementAt } from "./elements.js";
import { HashTable } from "./hash-table.js";
import { arrayDimensions, structureShape } from "./instances.js";
import { upcaseCharacter } from "./letter-case.js";
import type { Internals, LispValue, LispVector } from "./marshal.js";
import { activeLength, stringMark } from "./vectors.js";

/** Comparison that a deadline can end, since lists may be circular. */
export interface Equality {
  eql(a: LispValue, b: LispValue): boolean;
  equal(a: LispValue, b: LispValue): boolean;
  equalp(a: LispValue, b: LispValue): boolean;
}

function isBitVector(x: LispVector): boolean {
  return (x as { bits?: unknown }).bits === true;
}

function pathnamesEqual(a: Pathname, b: LispValue): boolean {
  return b instanceof Pathname && a.key === b.key;
}

/** Conses compared by their parts, in a loop along the cdrs. */
function consEqual(a: LispValue, b: LispValue, test: (x: LispValue, y: LispValue) => boolean): boolean {
  let x = a;
  let y = b;
  while (isCons(x) && isCons(y)) {
    if (x === y) return true;
    if (!test(carOf(x), carOf(y))) return false;
    x = cdrOf(x);
    y = cdrOf(y);
    safepoint();
  }
  return !isCons(x) && !isCons(y) && test(x, y);
}

function elementsEqual(a: LispVector, b: LispVector, test: (x: LispValue, y: LispValue) => boolean): boolean {
  const length = activeLength(a);
  if (activeLength(b) !== length) return false;
  for (let i = 0; i < length; i++) {
    safepoint();
    if (!test(elementAt(a, i), elementAt(b, i))) return false;
  }
  return true;
}

/** Compares characters or bits; `folded` are characters of both cases one. */
function elementsSame(a: LispVector, b: LispVector, folded = false): boolean {
  const length = activeLength(a);
  if (activeLength(b) !== length) return false;
  spendOnElements(length);
  for (let i = 0; i < length; i++) {
    const x = a[i];
    const y = b[i];
    if (x !== y && !(folded && upcaseCharacter(x as string) === upcaseCharacter(y as string))) return false;
  }
  return true;
}

export function makeEquality(internals: Internals): Equality {
  const equal = (a: LispValue, b: LispValue): boolean => {
    if (a === b) return true;
    if (typeof a !== "object") return false;
    if (isCons(a)) return isCons(b) && consEqual(a, b, equal);
    if (!Array.isArray(a)) return numberEql(a, b) || (a instanceof Pathname && pathnamesEqual(a, b));
    if (!Array.isArray(b)) return false;
    const x = a as LispVector;
    const y = b as LispVector;
    const isComparable = (stringMark(x) === 1 && stringMark(y) === 1) || (isBitVector(x) && isBitVector(y));
    return isComparable && elementsSame(x, y);
  };

  const equalp = (a: LispValue, b: LispValue): boolean => {
    if (a === b) return true;
    if (isNumber(a)) return isNumber(b) && numEq(a, b);
    if (typeof a === "string") return typeof b === "string" && upcaseCharacter(a) === upcaseCharacter(b);
    if (isCons(a)) return isCons(b) && consEqual(a, b, equalp);
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (Array.isArray(a)) return Array.isArray(b) && arraysEqualp(a as LispVector, b as LispVector);
    if (a instanceof HashTable) return b instanceof HashTable && tablesEqualp(a, b);
    return a instanceof Pathname ? pathnamesEqual(a, b) : structuresEqualp(a, b);
  };

  const arraysEqualp = (a: LispVector, b: LispVector): boolean => {
    if (stringMark(a) === 1 && stringMark(b) === 1) return elementsSame(a, b, true);
    const x = arrayDimensions(a, internals);
    const y = arrayDimensions(b, internals);
    if (x === null || y === null) return x === y && elementsEqual(a, b, equalp);
    return x.length === y.length && x.every((size, axis) => size === y[axis]) && elementsEqual(a, b, equalp);
  };

  const tablesEqualp = (a: HashTable, b: HashTable): boolean => {
    if (a.test !== b.test || a.count !== b.count) return false;
    for (const entry of a.iterated.entries) {
      safepoint();
      if (entry === undefined) continue;
      const other = b.find(entry.key, equality);
      if (other === undefined || !equalp(entry.value, other.value)) return false;
    }
    return true;
  };

  const structuresEqualp = (a: object, b: object): boolean => {
    const x = structureShape(a, internals);
    const y = x === undefined ? undefined : structureShape(b, internals);
    if (x === undefined || y === undefined || x.slots === null || y.slots === null) return false;
    const { slots } = y;
    return x.name === y.name && x.slots.every((slot, i) => equalp(slot.value, slots[i]?.value));
  };

  const equality: Equality = { eql: numberEql, equal, equalp };
  return equality;
}
