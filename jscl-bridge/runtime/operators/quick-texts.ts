/** The usual calls of functions of strings and string streams (`deferring.ts`). */

import { compareStrings } from "../library/string-order.js";
import type { LispValue } from "../objects/marshal.js";
import { activeLength, dimensionListOf, isLispString } from "../objects/vectors.js";
import { printerOf } from "../printer/nesting.js";
import { quickText } from "../printer/quick.js";
import { nil, t } from "../signals.js";
import { spendOnElements } from "../stack/safepoints.js";
import { skipTo } from "../streams/input-functions.js";
import { stringOutputOf } from "../streams/output.js";
import { stringInputOf } from "../streams/string-input.js";
import type { Answer } from "./answer.js";

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
  spendOnElements(length);
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

function isSameString(a: LispValue, b: LispValue): Answer {
  if (!isLispString(a) || !isLispString(b)) return undefined;
  return compareStrings(a, b) === 0 ? t() : nil();
}

export const quickTextFunctions = {
  "PEEK-CHAR": peekCharOf,
  PRINC: princOf,
  "READ-CHAR": readCharOf,
  "STRING=": isSameString,
  TERPRI: terpriOf,
  "WRITE-CHAR": writeCharOf,
  "WRITE-STRING": writeStringOf,
};
