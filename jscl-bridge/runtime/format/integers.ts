/** `~D`, `~B`, `~O`, `~X` and `~R`. */

import { isInteger, type LispInteger, printNumber } from "../numbers.js";
import type { LispValue } from "../objects/marshal.js";
import { list, simpleError, sym } from "../signals.js";
import { safepoint } from "../stack/safepoints.js";
import { wrongType } from "../streams/stream-arguments.js";
import type { Directive } from "./control.js";
import { cardinal, ordinal, roman } from "./english.js";
import { complain, type Handler, nextArgument, type Run } from "./interpreter.js";
import { characterParameter, integerParameter, parameters, widthParameter } from "./parameters.js";
import { padded, print } from "./printing.js";

/** Groups of digits parted by a character, from the right. */
function grouped(digits: string, interval: number, comma: string): string {
  const step = Math.max(1, interval);
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= step) {
    safepoint();
    groups.push(digits.slice(Math.max(0, end - step), end));
  }
  return groups.reverse().join(comma);
}

/** An integer in a base with sign, commas and padding; anything else as `~A` would print it in that base. */
function writeInteger(run: Run, token: Directive, value: LispValue, base: number, given: LispValue[]): void {
  const mincol = given[0];
  const width = widthParameter(run, token, mincol);
  if (!isInteger(value)) {
    print(run, value, { escape: false, readably: false, base, radix: false });
    return;
  }
  const pad = mincol === undefined ? " " : characterParameter(given[1], " ");
  const magnitude = value < 0 ? -value : value;
  // JavaScript takes long for the digits of a long integer, and cannot be stopped.
  const isShort = base === 10 && typeof magnitude === "number";
  const digits = isShort ? String(magnitude) : printNumber(magnitude, base);
  const text = token.colon
    ? grouped(digits, integerParameter(given[3], 3), characterParameter(given[2], ","))
    : digits;
  const sign = value < 0 ? "-" : token.at ? "+" : "";
  run.port.write(padded(sign + text, width, 1, 0, pad, true));
}

export function inBase(base: number): Handler {
  return (run, token, index) => {
    const given = parameters(run, token);
    writeInteger(run, token, nextArgument(run, token), base, given);
    return index + 1;
  };
}

/** `~R` without a base: English words, or Roman numerals with `@`. */
function inWords(value: LispInteger, token: Directive): string {
  if (token.at) {
    return (
      roman(Number(value), token.colon) ??
      simpleError("Number too large to print in Roman numerals: ~:D", value)
    );
  }
  const words = token.colon ? ordinal(BigInt(value)) : cardinal(BigInt(value));
  return words ?? simpleError("Number too large to print in English: ~:D", value);
}

export const radix: Handler = (run, token, index) => {
  const all = parameters(run, token);
  const base = all[0];
  const value = nextArgument(run, token);
  if (base === undefined) {
    if (!isInteger(value)) {
      return complain(run, token, { text: "~S is not of type ~A.", args: [value, sym("INTEGER")] });
    }
    run.port.write(inWords(value, token));
    return index + 1;
  }
  if (typeof base !== "number" || !Number.isInteger(base) || base < 2 || base > 36) {
    wrongType(base, list(sym("INTEGER"), 2, 36));
  }
  writeInteger(run, token, value, base, all.slice(1));
  return index + 1;
};
