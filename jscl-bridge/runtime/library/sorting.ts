/** SORT, STABLE-SORT and MERGE: by merging, with the calls of the predicate in SBCL's order. */

import type { FunctionTable } from "../function-table.js";
import { carOf } from "../objects/conses.js";
import { storeElement } from "../objects/elements.js";
import type { LispCons, LispValue, LispVector } from "../objects/marshal.js";
import { activeLength } from "../objects/vectors.js";
import { callLisp, INTERNAL_PACKAGE, isCons, listOf, nil, sym } from "../signals.js";
import { next, safepoint } from "../stack/safepoints.js";
import { call1, functionOf, stackHeight } from "./callees.js";
import { type Keys, keyed } from "./keys.js";
import { keyFunction, truthOf } from "./matching.js";
import { checkEnd, elementsIn, isList, ListMaker, requireSequence } from "./sequence-kinds.js";

type Before = (a: LispValue, b: LispValue) => boolean;

function order(predicate: LispValue, keys: Keys): Before {
  const before = truthOf(functionOf(predicate));
  const key = keyFunction(keys);
  if (key === null) return before;
  const height = stackHeight();
  return (a, b) => {
    const x = call1(key, height, a);
    return before(x, call1(key, height, b));
  };
}

/** Sorts the elements between two places of `from`; the result is in the same places of `to`. */
function sortPart(from: LispValue[], to: LispValue[], low: number, high: number, before: Before): void {
  if (high - low < 2) return;
  if (high - low === 3) {
    sortThree(from, to, low, before);
    return;
  }
  const middle = low + Math.floor((high - low) / 2);
  // Both have the same elements there: the halves are sorted into the one, and merged into the other.
  sortPart(to, from, low, middle, before);
  sortPart(to, from, middle, high, before);
  mergeParts(from, to, low, middle, high, before);
}

/** Three elements, in as many comparisons as SBCL makes, and of the same pairs. */
function sortThree(from: LispValue[], to: LispValue[], low: number, before: Before): void {
  const [a, b, c] = [from[low], from[low + 1], from[low + 2]];
  const [least, most] = before(b, a) ? [b, a] : [a, b];
  if (!before(c, most)) [to[low], to[low + 1], to[low + 2]] = [least, most, c];
  else if (before(c, least)) [to[low], to[low + 1], to[low + 2]] = [c, least, most];
  else [to[low], to[low + 1], to[low + 2]] = [least, c, most];
}

function mergeParts(
  from: LispValue[],
  to: LispValue[],
  low: number,
  middle: number,
  high: number,
  before: Before,
): void {
  let first = low;
  let second = middle;
  for (let at = low; at < high; at++) {
    safepoint();
    const takesSecond = first >= middle || (second < high && before(from[second], from[first]));
    to[at] = takesSecond ? from[second++] : from[first++];
  }
}

function sorted(sequence: LispValue, predicate: LispValue, given: LispValue): LispValue {
  requireSequence(sequence);
  const before = order(predicate, given as Keys);
  const elements = elementsIn(sequence);
  const from = elements.slice(0, isList(sequence) ? elements.length : activeLength(sequence as LispVector));
  const to = from.slice();
  sortPart(from, to, 0, to.length, before);
  if (isList(sequence)) return listOf(to);
  const vector = sequence as LispVector;
  for (let i = 0; i < to.length; i++) {
    safepoint();
    storeElement(vector, i, to[i]);
  }
  return vector;
}

/** The elements of two lists that are sorted. */
function mergedLists(a: LispValue, b: LispValue, before: Before): LispValue {
  const made = new ListMaker();
  let first = a;
  let second = b;
  while (isCons(first) || isCons(second)) {
    if (!isCons(first) || (isCons(second) && before(carOf(second), carOf(first)))) {
      made.add(carOf(second as LispCons));
      second = next(second as LispCons);
    } else {
      made.add(carOf(first));
      first = next(first);
    }
  }
  checkEnd(first);
  checkEnd(second);
  return made.first;
}

/** MERGE, of which other types of the result than LIST are looked at in Lisp. */
function merge(
  type: LispValue,
  a: LispValue,
  b: LispValue,
  predicate: LispValue,
  given: LispValue,
): LispValue {
  const isPlain = type === sym("LIST") && isList(a) && isList(b) && typeof predicate === "function";
  if (isPlain) return mergedLists(a, b, order(predicate, given as Keys));
  return callLisp("MERGE-AS", INTERNAL_PACKAGE, type, a, b, predicate, (given as Keys).key ?? nil());
}

export const sortingFunctions: FunctionTable = {
  MERGE: keyed(4, merge),
  SORT: keyed(2, sorted),
  "STABLE-SORT": keyed(2, sorted),
  // The elements of two sequences that are sorted, in a list; for MERGE.
  "JSCL-MCP::MERGED": (_values, a, b, predicate, key) => {
    const keys = { key } as Keys;
    const before = order(predicate, keys);
    if (isList(a) && isList(b)) return mergedLists(a, b, before);
    const first = elementsIn(a);
    const middle = isList(a) ? first.length : activeLength(a as LispVector);
    const second = elementsIn(b);
    const count = isList(b) ? second.length : activeLength(b as LispVector);
    const from = first.slice(0, middle).concat(second.slice(0, count));
    const to: LispValue[] = [];
    mergeParts(from, to, 0, middle, from.length, before);
    return listOf(to);
  },
};
