/**
 * What functions of sequences share: which objects are sequences, their parts, and lists as they are made.
 */

import { carOf, setCdrOf } from "../objects/conses.js";
import { heldFor, objectsIn } from "../objects/elements.js";
import { ELEMENT_BYTES, LONGEST_VECTOR } from "../objects/heap.js";
import type { LispCons, LispValue, LispVector } from "../objects/marshal.js";
import {
  activeLength,
  bitMark,
  dimensionListOf,
  floatMark,
  setStringMark,
  stringMark,
} from "../objects/vectors.js";
import { cons, isCons, lispError, list, nil, sym } from "../signals.js";
import { heapExhausted } from "../stack/exhaustion.js";
import { allocated, next } from "../stack/safepoints.js";
import { indexType, isIndex, wrongType } from "../streams/stream-arguments.js";
import { checkElement, elementTypeOf, emptyLike, specialize } from "./element-types.js";

function isVector(x: LispValue): x is LispVector {
  return Array.isArray(x) && dimensionListOf(x as LispVector) === undefined;
}

export function isList(x: LispValue): boolean {
  return isCons(x) || x === nil();
}

/** Signals TYPE-ERROR unless the object is a sequence. */
export function requireSequence(x: LispValue): void {
  if (!isList(x) && !isVector(x)) wrongType(x, sym("SEQUENCE"));
}

/** Signals TYPE-ERROR where a list ends in what is no list. */
export function checkEnd(tail: LispValue): void {
  if (tail !== nil()) wrongType(tail, sym("LIST"));
}

export function listLength(source: LispValue): number {
  let count = 0;
  let rest = source;
  for (; isCons(rest); rest = next(rest)) count++;
  checkEnd(rest);
  return count;
}

export function sequenceLength(x: LispValue): number {
  if (isCons(x)) return listLength(x);
  if (isVector(x)) return activeLength(x);
  return x === nil() ? 0 : wrongType(x, sym("SEQUENCE"));
}

/** The elements of a sequence by their places; most vectors themselves, with more than are active. */
export function elementsIn(sequence: LispValue): readonly LispValue[] {
  if (!isList(sequence)) return objectsIn(sequence as LispVector);
  const elements: LispValue[] = [];
  let rest = sequence;
  for (; isCons(rest); rest = next(rest)) {
    if (elements.push(carOf(rest)) > LONGEST_VECTOR) heapExhausted(elements.length * ELEMENT_BYTES);
  }
  checkEnd(rest);
  return elements;
}

/** The index that a sequence's part starts at. */
export function startOf(start: LispValue): number {
  if (start === undefined) return 0;
  return isIndex(start) ? Number(start) : wrongType(start, indexType());
}

/** Where a part of a sequence ends, after checks of its bounds; of a whole list that is not looked up. */
export function endOf(sequence: LispValue, start: LispValue, end: LispValue): number {
  const from = startOf(start);
  const isOpen = end === undefined || end === nil();
  if (!isOpen && !isIndex(end)) wrongType(end, list(sym("OR"), indexType(), sym("NULL")));
  if (from === 0 && isOpen && isList(sequence)) return Number.POSITIVE_INFINITY;
  const length = sequenceLength(sequence);
  const to = isOpen ? length : Number(end);
  if (from > length || to > length || to < from) badBounds(sequence, start, end, length);
  return to;
}

export function badBounds(sequence: LispValue, start: LispValue, end: LispValue, length: number): never {
  return lispError(
    "BOUNDING-INDICES-BAD-ERROR",
    "DATUM",
    cons(start ?? 0, end ?? nil()),
    "EXPECTED-TYPE",
    list(sym("CONS"), list(sym("INTEGER"), 0, length), list(sym("INTEGER"), start ?? 0, length)),
    "OBJECT",
    sequence,
  );
}

/** The tail of a list at an index that it has. */
export function tailAt(source: LispValue, index: number): LispValue {
  let rest = source;
  for (let i = 0; i < index && isCons(rest); i++) rest = next(rest);
  return rest;
}

/** A list as it is made, from its first element on. */
export class ListMaker {
  first: LispValue = nil();
  private last: LispCons | null = null;

  add(element: LispValue): void {
    this.link(cons(element, nil()));
  }

  /** Adds an element by its cons, whose tail is what follows no longer. */
  link(cell: LispCons): void {
    if (this.last === null) this.first = cell;
    else setCdrOf(this.last, cell);
    this.last = cell;
  }

  /** The list, which ends in `tail`. */
  endingIn(tail: LispValue): LispValue {
    if (this.last === null) return tail;
    setCdrOf(this.last, tail);
    return this.first;
  }
}

/** A copy of some elements of a vector. */
export function partOf(vector: LispVector, from: number, to: number): LispVector {
  const elements = vector.slice(from, to);
  if (floatMark(vector) === undefined) return vectorOf(elements, vector);
  allocated(elements.length * ELEMENT_BYTES, elements);
  specialize(elements, elementTypeOf(vector));
  return elements;
}

/** A vector of elements of another, whose element type it has. */
export function vectorOf(elements: LispValue[], like: LispVector): LispVector {
  allocated(elements.length * ELEMENT_BYTES, elements);
  if (bitMark(like) === undefined) {
    if (stringMark(like) === 1) setStringMark(elements, 1);
    return elements;
  }
  const vector = emptyLike(like);
  for (let i = 0; i < elements.length; i++) vector.push(heldFor(vector, elements[i]));
  return vector;
}

/** Signals TYPE-ERROR where a vector cannot hold an element. */
export function checkHolds(vector: LispVector, element: LispValue): void {
  if (bitMark(vector) === undefined && (stringMark(vector) !== 1 || typeof element === "string")) return;
  checkElement(elementTypeOf(vector), element);
}
