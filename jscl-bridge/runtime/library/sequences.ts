/** Making, copying, changing and combining sequences (CLHS 17). */

import type { BaseImage } from "../base-image.js";
import type { FunctionTable } from "../function-table.js";
import { carOf, cdrOf, setCarOf } from "../objects/conses.js";
import { elementAt, heldFor, storeElement } from "../objects/elements.js";
import { ELEMENT_BYTES, LONGEST_VECTOR } from "../objects/heap.js";
import type { LispCons, LispFunction, LispValue, LispVector } from "../objects/marshal.js";
import { homeName, symbolFunction, symbolName } from "../objects/symbols.js";
import { activeLength, fillPointerOf, setFillPointerOf, setStringMark } from "../objects/vectors.js";
import { lastOf, nreverseOf } from "../operators/deferring.js";
import { callLisp, elementsOf, INTERNAL_PACKAGE, isCons, isSymbol, listOf, nil, t } from "../signals.js";
import { heapExhausted } from "../stack/exhaustion.js";
import { allocated, next, safepoint, spendOnElements } from "../stack/safepoints.js";
import { indexType, isIndex, wrongType } from "../streams/stream-arguments.js";
import {
  call0,
  call1,
  call2,
  callMany,
  functionOf,
  repeatedOf,
  requireDesignator,
  stackHeight,
} from "./callees.js";
import { shortened } from "./deleting.js";
import { elementTypeOf, holds, specifierOf } from "./element-types.js";
import { oneValue } from "./fixed.js";
import { type Keys, keyed, NO_KEYS } from "./keys.js";
import { type EndError, reversedOnto } from "./lists.js";
import { keyFunction, pairMatcher } from "./matching.js";
import {
  badBounds,
  checkEnd,
  checkHolds,
  elementsIn,
  endOf,
  isList,
  ListMaker,
  listLength,
  partOf,
  requireSequence,
  sequenceLength,
  startOf,
  tailAt,
  vectorOf,
} from "./sequence-kinds.js";
import { searchFunctions } from "./sequence-search.js";

/** SUBSEQ and COPY-SEQ. */
function part(sequence: LispValue, start: LispValue, end: LispValue): LispValue {
  requireSequence(sequence);
  if (!isIndex(start)) wrongType(start, indexType());
  const from = startOf(start);
  if (!isList(sequence)) {
    const to = endOf(sequence, start, end);
    spendOnElements(to - from);
    return partOf(sequence as LispVector, from, to);
  }
  // SBCL names the bounds, not the type that the end would have to be.
  const isOpen = end === undefined || end === nil();
  if (!isOpen && !isIndex(end)) endOf(sequence, 0, end);
  const to = isOpen ? Number.POSITIVE_INFINITY : Number(end);
  const made = new ListMaker();
  let rest = sequence;
  let i = 0;
  for (; i < from && isCons(rest); i++) rest = next(rest);
  for (; i < to && isCons(rest); i++) {
    made.add(carOf(rest));
    rest = next(rest);
  }
  if (!isCons(rest)) checkEnd(rest);
  if (i < from || (!isOpen && (i < to || to < from))) badBounds(sequence, start, end, listLength(sequence));
  return made.first;
}

function reversed(sequence: LispValue, endError: EndError): LispValue {
  requireSequence(sequence);
  if (!isList(sequence)) {
    const vector = sequence as LispVector;
    const length = activeLength(vector);
    spendOnElements(length);
    const copy = partOf(vector, 0, length);
    return copy.reverse();
  }
  return reversedOnto(sequence, nil(), endError);
}

function reversedInPlace(sequence: LispValue, endError: EndError): LispValue {
  requireSequence(sequence);
  if (!isList(sequence)) {
    const vector = sequence as LispVector;
    for (let low = 0, high = activeLength(vector) - 1; low < high; low++, high--) {
      safepoint();
      const element = vector[low];
      vector[low] = vector[high];
      vector[high] = element;
    }
    return vector;
  }
  return nreverseOf(sequence) ?? endError(cdrOf(lastOf(sequence) as LispCons));
}

function fill(sequence: LispValue, item: LispValue, given: LispValue): LispValue {
  const { start, end } = given as Keys;
  requireSequence(sequence);
  if (!isList(sequence)) {
    const vector = sequence as LispVector;
    if (!holds(vector, item)) wrongType(item, specifierOf(elementTypeOf(vector)));
    const to = endOf(vector, start, end);
    const from = startOf(start);
    spendOnElements(to - from);
    return vector.fill(heldFor(vector, item), from, to);
  }
  const to = endOf(sequence, start, end);
  let rest = tailAt(sequence, startOf(start));
  for (let i = startOf(start); i < to && isCons(rest); i++) {
    setCarOf(rest, item);
    rest = next(rest);
  }
  if (!isCons(rest)) checkEnd(rest);
  return sequence;
}

/** REPLACE: parts are as they were before the first element is stored. */
function replace(target: LispValue, source: LispValue, given: LispValue): LispValue {
  const { start, end, start2, end2 } = given as Keys;
  requireSequence(target);
  requireSequence(source);
  const to = endOf(target, start, end);
  const from = startOf(start);
  const elements = elementsIn(part(source, start2 ?? 0, end2));
  if (isList(target)) {
    let rest = tailAt(target, from);
    for (let i = 0; i < elements.length && from + i < to && isCons(rest); i++) {
      setCarOf(rest, elements[i]);
      rest = next(rest);
    }
    return target;
  }
  const vector = target as LispVector;
  const count = Math.min(elements.length, to - from);
  for (let i = 0; i < count; i++) {
    safepoint();
    checkHolds(vector, elements[i]);
    storeElement(vector, from + i, elements[i]);
  }
  return vector;
}

function reduce(designator: LispValue, sequence: LispValue, given: LispValue): LispValue {
  const keys = given as Keys;
  requireDesignator(designator);
  requireSequence(sequence);
  const fn = functionOf(designator);
  const key = keyFunction(keys);
  const height = stackHeight();
  const to = endOf(sequence, keys.start, keys.end);
  const from = startOf(keys.start);
  let value = keys.initial;
  const isBackwards = keys.fromEnd !== undefined && keys.fromEnd !== nil();
  const take = (element: LispValue): void => {
    const x = key === null ? element : call1(key, height, element);
    if (value === undefined) value = x;
    else value = isBackwards ? call2(fn, height, x, value) : call2(fn, height, value, x);
  };
  if (isList(sequence) && !isBackwards) {
    let rest = tailAt(sequence, from);
    for (let i = from; i < to && isCons(rest); i++) {
      take(carOf(rest));
      rest = next(rest);
    }
    if (!isCons(rest)) checkEnd(rest);
  } else {
    const elements = elementsIn(sequence);
    const count = Math.min(to, elements.length) - from;
    for (let step = 0; step < count; step++) {
      safepoint();
      take(elements[isBackwards ? from + count - 1 - step : from + step]);
    }
  }
  return value === undefined ? call0(fn, height) : value;
}

/** Goes through sequences of which the shortest ends. */
class Cursor {
  private index = 0;
  private readonly length: number;
  element: LispValue;

  constructor(private rest: LispValue) {
    this.length = isList(rest) ? -1 : activeLength(rest as LispVector);
  }

  /** Goes on to the next element; false at the end. */
  advance(): boolean {
    const { rest } = this;
    if (this.length >= 0) {
      if (this.index >= this.length) return false;
      this.element = elementAt(rest as LispVector, this.index++);
      return true;
    }
    if (!isCons(rest)) {
      checkEnd(rest);
      return false;
    }
    this.element = carOf(rest);
    this.rest = next(rest);
    return true;
  }
}

/**
 * Calls a function with the elements of the sequences, until a value is true, or is false, as `until` says.
 * Answers that value, or undefined where it comes to the end; adds the values to `made`.
 */
function each(
  designator: LispValue,
  sequences: readonly LispValue[],
  until: boolean | null,
  made: ListMaker | null = null,
): LispValue {
  const first = sequences[0];
  // SBCL looks for the function that a symbol names behind the first sequence.
  requireDesignator(designator);
  requireSequence(first);
  const fn = sequences.length === 1 ? repeatedOf(designator) : functionOf(designator);
  const height = stackHeight();
  for (let i = 1; i < sequences.length; i++) requireSequence(sequences[i]);
  if (sequences.length === 1 && isList(first)) {
    let rest = first;
    for (; isCons(rest); rest = next(rest)) {
      const value = call1(fn, height, carOf(rest));
      if (made !== null) made.add(value);
      else if ((value !== nil()) === until) return value;
    }
    checkEnd(rest);
    return undefined;
  }
  if (sequences.length === 1) {
    const vector = first as LispVector;
    for (let i = 0; i < activeLength(vector); i++) {
      safepoint();
      const value = call1(fn, height, elementAt(vector, i));
      if (made !== null) made.add(value);
      else if ((value !== nil()) === until) return value;
    }
    return undefined;
  }
  const cursors = sequences.map((sequence) => new Cursor(sequence));
  const [one, two] = cursors as [Cursor, Cursor];
  while (cursors.every((cursor) => cursor.advance())) {
    safepoint();
    const value =
      cursors.length === 2
        ? call2(fn, height, one.element, two.element)
        : callMany(
            fn,
            height,
            cursors.map(({ element }) => element),
          );
    if (made !== null) made.add(value);
    else if ((value !== nil()) === until) return value;
  }
  return undefined;
}

/** SOME, EVERY and their negations, by the truth of the values that decide, and the answers. */
function quantifier(
  until: boolean,
  answer: (value: LispValue) => LispValue,
  otherwise: () => LispValue,
): LispFunction {
  return (_values, predicate, ...sequences) => {
    // A call of an undefined function is an error of its own.
    const fn = isSymbol(predicate) ? symbolFunction(predicate) : predicate;
    const value = each(fn, sequences, until);
    return value === undefined ? otherwise() : answer(value);
  };
}

/** The elements of a sequence without those that match a later one, or an earlier one from its end. */
function withoutDuplicates(sequence: LispValue, given: LispValue, isInPlace = false): LispValue {
  const keys = given as Keys;
  requireSequence(sequence);
  const same = pairMatcher(keys);
  const elements = elementsIn(sequence);
  const length = isList(sequence) ? elements.length : activeLength(elements as LispVector);
  const to = Math.min(endOf(sequence, keys.start, keys.end), length);
  const from = startOf(keys.start);
  const isBackwards = keys.fromEnd !== undefined && keys.fromEnd !== nil();
  const isDuplicate = (index: number): boolean => {
    const last = isBackwards ? index : to;
    for (let i = isBackwards ? from : index + 1; i < last; i++) {
      safepoint();
      if (isBackwards ? same(elements[i], elements[index]) : same(elements[index], elements[i])) return true;
    }
    return false;
  };
  const isGone: boolean[] = [];
  for (let i = from; i < to; i++) isGone[i] = isDuplicate(i);
  const kept: LispValue[] = [];
  for (let i = 0; i < length; i++) {
    if (isGone[i] !== true) kept.push(elements[i]);
  }
  if (isInPlace) return shortened(sequence, kept, (i) => isGone[i] === true);
  return isList(sequence) ? listOf(kept) : vectorOf(kept, sequence as LispVector);
}

function mismatch(a: LispValue, b: LispValue, given: LispValue): LispValue {
  const keys = given as Keys;
  const same = pairMatcher(keys);
  const from = startOf(keys.start);
  const x = elementsIn(part(a, keys.start ?? 0, keys.end));
  const y = elementsIn(part(b, keys.start2 ?? 0, keys.end2));
  const shorter = Math.min(x.length, y.length);
  const isBackwards = keys.fromEnd !== undefined && keys.fromEnd !== nil();
  for (let i = 0; i < shorter; i++) {
    safepoint();
    if (isBackwards) {
      if (!same(x[x.length - 1 - i], y[y.length - 1 - i])) return from + x.length - i;
    } else if (!same(x[i], y[i])) return from + i;
  }
  if (x.length === y.length) return nil();
  return from + (isBackwards ? x.length - shorter : shorter);
}

function search(pattern: LispValue, sequence: LispValue, given: LispValue): LispValue {
  const keys = given as Keys;
  const same = pairMatcher(keys);
  const wanted = elementsIn(part(pattern, keys.start ?? 0, keys.end));
  const text = elementsIn(sequence);
  const to = Math.min(endOf(sequence, keys.start2, keys.end2), text.length);
  const isBackwards = keys.fromEnd !== undefined && keys.fromEnd !== nil();
  let answer: LispValue = nil();
  for (let at = startOf(keys.start2); at <= to - wanted.length; at++) {
    let i = 0;
    for (; i < wanted.length && same(wanted[i], text[at + i]); i++) safepoint();
    safepoint();
    if (i < wanted.length) continue;
    if (!isBackwards) return at;
    answer = at;
  }
  return answer;
}

/** The values of a function as a list, for MAP. */
function mapped(designator: LispValue, sequences: LispValue[]): LispValue {
  const made = new ListMaker();
  each(designator, sequences, null, made);
  return made.first;
}

/** The elements of all sequences. */
function allElements(sequences: readonly LispValue[]): LispValue[] {
  const all: LispValue[] = [];
  for (let at = 0; at < sequences.length; at++) {
    const sequence = sequences[at];
    const elements = elementsIn(sequence);
    const length = isList(sequence) ? elements.length : activeLength(elements as LispVector);
    spendOnElements(length);
    if (all.length + length > LONGEST_VECTOR) heapExhausted((all.length + length) * ELEMENT_BYTES);
    for (let i = 0; i < length; i++) all.push(elements[i]);
  }
  return all;
}

/** What a usual type of a result is; empty for other types. */
function plainKind(type: LispValue): "LIST" | "STRING" | "VECTOR" | "" {
  const name = isSymbol(type) && homeName(type) === "COMMON-LISP" ? symbolName(type) : "";
  if (name === "LIST") return name;
  if (name === "STRING" || name === "SIMPLE-STRING") return "STRING";
  return name === "VECTOR" || name === "SIMPLE-VECTOR" ? "VECTOR" : "";
}

/** A vector, or a string, of elements that nothing else refers to. */
function plainVector(elements: LispVector, kind: "STRING" | "VECTOR"): LispVector {
  allocated(elements.length * ELEMENT_BYTES, elements);
  if (kind === "VECTOR") return elements;
  setStringMark(elements, 1);
  for (let i = 0; i < elements.length; i++) checkHolds(elements, elements[i]);
  return elements;
}

/** The values of a function for the next elements of sequences; undefined where one of them has ended. */
function nextValues(designator: LispValue, sequences: readonly LispValue[]): () => LispValue {
  const fn = functionOf(designator);
  const height = stackHeight();
  for (let i = 0; i < sequences.length; i++) requireSequence(sequences[i]);
  const cursors = sequences.map((sequence) => new Cursor(sequence));
  const [one, two] = cursors as [Cursor, Cursor];
  return () => {
    safepoint();
    if (!cursors.every((cursor) => cursor.advance())) return undefined;
    if (cursors.length === 0) return call0(fn, height);
    if (cursors.length === 1) return call1(fn, height, one.element);
    if (cursors.length === 2) return call2(fn, height, one.element, two.element);
    return callMany(
      fn,
      height,
      cursors.map(({ element }) => element),
    );
  };
}

/** MAP-INTO: stores each value at once, so that the function sees those before. */
function mapInto(target: LispValue, designator: LispValue, sequences: LispValue[]): LispValue {
  requireSequence(target);
  const nextValue = nextValues(designator, sequences);
  if (isList(target)) {
    let rest = target;
    for (; isCons(rest); rest = next(rest)) {
      const value = nextValue();
      if (value === undefined) return target;
      setCarOf(rest, value);
    }
    if (rest !== nil()) listLength(target);
    return target;
  }
  const vector = target as LispVector;
  // A fill pointer does not limit what is stored; it ends up behind that.
  let count = 0;
  for (; count < vector.length; count++) {
    const value = nextValue();
    if (value === undefined) break;
    checkHolds(vector, value);
    storeElement(vector, count, value);
  }
  if (typeof fillPointerOf(vector) === "number") setFillPointerOf(vector, count);
  return vector;
}

export function sequenceFunctions(image: BaseImage): FunctionTable {
  const endError: EndError = (tail) => (image.runtime["endpError"] as EndError)(tail);
  return {
    LENGTH: oneValue(sequenceLength),
    SUBSEQ: oneValue(part),
    "COPY-SEQ": oneValue((sequence) => part(sequence, 0, undefined)),
    REVERSE: oneValue((sequence) => reversed(sequence, endError)),
    NREVERSE: oneValue((sequence) => reversedInPlace(sequence, endError)),
    FILL: keyed(2, fill),
    REPLACE: keyed(2, replace),
    REDUCE: keyed(2, reduce),
    MISMATCH: keyed(2, mismatch),
    SEARCH: keyed(2, search),
    "REMOVE-DUPLICATES": keyed(1, (sequence, given) => withoutDuplicates(sequence, given)),
    "DELETE-DUPLICATES": keyed(1, (sequence, given) => withoutDuplicates(sequence, given, true)),
    SOME: quantifier(true, (value) => value, nil),
    EVERY: quantifier(false, nil, t),
    NOTANY: quantifier(true, nil, t),
    NOTEVERY: quantifier(false, t, nil),
    "MAP-INTO": (_values, target, designator, ...sequences) => mapInto(target, designator, sequences),
    // The values of a function on sequences in a list, for MAP.
    "JSCL-MCP::MAPPED": (_values, designator, sequences) => mapped(designator, elementsOf(sequences)),
    "JSCL-MCP::ELEMENTS-LIST": (_values, sequences) => listOf(allElements(elementsOf(sequences))),
    MAP: (_values, type, designator, ...sequences) => {
      if (type === nil()) return each(designator, sequences, null) ?? nil();
      const kind = plainKind(type);
      if (kind === "") return callLisp("MAP-AS", INTERNAL_PACKAGE, type, designator, listOf(sequences));
      for (let i = 0; i < sequences.length; i++) requireSequence(sequences[i]);
      const list = mapped(designator, sequences);
      return kind === "LIST" ? list : plainVector(elementsOf(list), kind);
    },
    CONCATENATE: (_values, type, ...sequences) => {
      const kind = plainKind(type);
      if (kind === "") return callLisp("CONCATENATE-AS", INTERNAL_PACKAGE, type, listOf(sequences));
      for (let i = 0; i < sequences.length; i++) sequenceLength(sequences[i]);
      const elements: LispVector = allElements(sequences);
      return kind === "LIST" ? listOf(elements) : plainVector(elements, kind);
    },
    // The elements of a list in a new vector that is made empty, each checked to be one that it can hold.
    "JSCL-MCP::FILLED-FROM-LIST": (_values, target, source) => {
      const vector = target as LispVector;
      let rest = source;
      for (; isCons(rest); rest = next(rest)) {
        checkHolds(vector, carOf(rest));
        if (vector.push(heldFor(vector, carOf(rest))) > LONGEST_VECTOR)
          heapExhausted(vector.length * ELEMENT_BYTES);
      }
      checkEnd(rest);
      allocated(vector.length * ELEMENT_BYTES, vector);
      return vector;
    },
    ...searchFunctions(image, (made, sequence) => replace(sequence, made, NO_KEYS)),
  };
}
