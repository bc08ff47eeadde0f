/** The usual calls of SUBSEQ (`deferring.ts`). */

import { partOf } from "../library/sequence-kinds.js";
import { carOf, cdrOf, setCdrOf } from "../objects/conses.js";
import type { LispValue } from "../objects/marshal.js";
import { activeLength } from "../objects/vectors.js";
import { cons, isCons, nil } from "../signals.js";
import { next, spendOnElements } from "../stack/safepoints.js";
import type { Answer } from "./answer.js";
import { isVector } from "./arrays.js";

function isCount(x: LispValue): x is number {
  return typeof x === "number" && (x | 0) === x;
}

/** The elements of a list from one place up to another, of which it has so many; to its end without that. */
function sublistOf(source: LispValue, start: number, end: LispValue): Answer {
  const isOpen = end === undefined || end === nil();
  const to = isOpen ? Number.POSITIVE_INFINITY : isCount(end) ? end : -1;
  if (to < start) return undefined;
  let rest = source;
  let at = 0;
  for (; at < start && isCons(rest); at++) rest = next(rest);
  const head = cons(nil(), nil());
  let last = head;
  for (; isCons(rest) && at < to; at++) {
    const cell = cons(carOf(rest), nil());
    setCdrOf(last, cell);
    last = cell;
    rest = next(rest);
  }
  const isWhole = isOpen ? rest === nil() && at >= start : at === to;
  return isWhole ? cdrOf(head) : undefined;
}

export function subseqOf(sequence: LispValue, start: LispValue, end: LispValue): Answer {
  if (!isCount(start) || start < 0) return undefined;
  if (isCons(sequence)) return sublistOf(sequence, start, end);
  if (!isVector(sequence)) return undefined;
  const length = activeLength(sequence);
  const to = end === undefined || end === nil() ? length : end;
  if (!isCount(to) || to < start || to > length) return undefined;
  spendOnElements(to - start);
  return partOf(sequence, start, to);
}
