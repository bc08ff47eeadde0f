/** The usual calls of functions of strings and string streams (`deferring.ts`). */

import { partOf } from "../library/sequence-kinds.js";
import { compareStrings } from "../library/string-order.js";
import { carOf, cdrOf, setCdrOf } from "../objects/conses.js";
import type { LispValue } from "../objects/marshal.js";
import { activeLength, dimensionListOf, isLispString } from "../objects/vectors.js";
import { printerOf } from "../printer/nesting.js";
import { quickText } from "../printer/quick.js";
import { cons, isCons, nil, t } from "../signals.js";
import { next, spend } from "../stack/safepoints.js";
import { skipTo } from "../streams/input-functions.js";
import { stringOutputOf } from "../streams/output.js";
import { stringInputOf } from "../streams/string-input.js";
import { isVector } from "./arrays.js";

type Answer = LispValue | undefined;

/** As many elements are copied in the time of a loop's turn. */
const ELEMENTS_A_TURN = 8;

const AESTHETIC = { escape: false, readably: false } as const;

function writeCharOf(x: LispValue, stream: LispValue): Answer {
  const output = typeof x === "string" ? stringOutputOf(stream) : null;
  if (output === null || !output.hasRoomFor(1)) return undefined;
  output.add(x);
  return x;
}

function writeStringOf(x: LispValue, stream: LispValue): Answer {
  if (!isLispString(x)) return undefined;
  const output = stringOutputOf(stream);
  const length = activeLength(x);
  if (output === null || !output.hasRoomFor(length)) return undefined;
  spend(length / ELEMENTS_A_TURN);
  for (let i = 0; i < length; i++) output.add(x[i]);
  return x;
}

function terpriOf(stream: LispValue): Answer {
  return writeCharOf("\n", stream) && nil();
}

function princOf(x: LispValue, stream: LispValue): Answer {
  const output = stringOutputOf(stream);
  if (output === null || printerOf(stream) !== undefined) return undefined;
  if (isLispString(x) && dimensionListOf(x) === undefined) return writeStringOf(x, stream);
  const text = quickText(x, AESTHETIC);
  if (text === undefined || !output.hasRoomFor(text.length)) return undefined;
  output.write(text);
  return x;
}

/** What an end of the text means is left to the function. */
function readCharOf(stream: LispValue, _eofError: LispValue, _eofValue: LispValue): Answer {
  return stringInputOf(stream)?.read() ?? undefined;
}

function peekCharOf(type: LispValue, stream: LispValue, _eofError: LispValue, _eofValue: LispValue): Answer {
  const input = stringInputOf(stream);
  if (input === null || !(type === nil() || type === t() || typeof type === "string")) return undefined;
  return skipTo(input, type) ?? undefined;
}

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

function subseqOf(sequence: LispValue, start: LispValue, end: LispValue): Answer {
  if (!isCount(start) || start < 0) return undefined;
  if (isCons(sequence)) return sublistOf(sequence, start, end);
  if (!isVector(sequence)) return undefined;
  const length = activeLength(sequence);
  const to = end === undefined || end === nil() ? length : end;
  if (!isCount(to) || to < start || to > length) return undefined;
  spend((to - start) / ELEMENTS_A_TURN);
  return partOf(sequence, start, to);
}

function isSameString(a: LispValue, b: LispValue): Answer {
  if (!isLispString(a) || !isLispString(b)) return undefined;
  return compareStrings(a, b) === 0 ? t() : nil();
}

export const quickTextFunctions = {
  "PEEK-CHAR": peekCharOf,
  PRINC: princOf,
  "READ-CHAR": readCharOf,
  "STRING=": isSameString,
  SUBSEQ: subseqOf,
  TERPRI: terpriOf,
  "WRITE-CHAR": writeCharOf,
  "WRITE-STRING": writeStringOf,
};
