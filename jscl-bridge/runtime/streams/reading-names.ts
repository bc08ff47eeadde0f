/** The names of functions that read from a stream, by which it is known what may wait for input. */

import type { LispValue } from "../objects/marshal.js";
import { homeName, symbolName } from "../objects/symbols.js";
import { isSymbol } from "../signals.js";

const NAMED = /[(':](read(?!er|table|-byte|-from)|peek-char|y(es)?-or-n)/i;

/** Whether a text seems to call such a function, or to name it. */
export function seemsToRead(text: string): boolean {
  return NAMED.test(text);
}

/** Whether a constant of compiled code names one. */
export function namesReading(x: LispValue): boolean {
  return isSymbol(x) && homeName(x) === "COMMON-LISP" && seemsToRead(`:${symbolName(x)}`);
}
