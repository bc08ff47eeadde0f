/** Checks of arguments that every function of the streams shares. */

import { INDEX_LIMIT } from "../../functions/designators.js";
import type { LispSymbol, LispValue, LispVector } from "../objects/marshal.js";
import { symbolName } from "../objects/symbols.js";
import { table } from "../objects/table.js";
import { activeLength, isLispString, makeString, stringText, textBetween } from "../objects/vectors.js";
import { cons, lispError, list, nil, sym } from "../signals.js";

/** Signals PROGRAM-ERROR unless between `least` and `most` arguments were given. */
export function countArguments(args: LispValue[], least: number, most: number): void {
  if (args.length < least || args.length > most) wrongCount(args.length);
}

/** Signals that so many arguments were given, which are too few or too many. */
export function wrongCount(count: number): never {
  return lispError(
    "SIMPLE-PROGRAM-ERROR",
    "FORMAT-CONTROL",
    makeString("invalid number of arguments: ~S"),
    "FORMAT-ARGUMENTS",
    list(count),
  );
}

export function oddKeywords(): never {
  const control = makeString("odd number of &KEY arguments");
  return lispError("SIMPLE-PROGRAM-ERROR", "FORMAT-CONTROL", control, "FORMAT-ARGUMENTS", nil());
}

const NO_ARGUMENTS = Object.freeze(table<LispValue>({}));

/**
 * Keyword arguments from index `from` on, by name; the first of two equal ones counts. The function's line in
 * the table of functions has checked before the call that it has them.
 */
export function keywordArguments(args: readonly LispValue[], from: number): Record<string, LispValue> {
  if (args.length <= from) return NO_ARGUMENTS;
  const found: Record<string, LispValue> = {};
  for (let i = args.length - 2; i >= from; i -= 2) found[symbolName(args[i] as LispSymbol)] = args[i + 1];
  return found;
}

export function wrongType(datum: LispValue, type: LispValue): never {
  return lispError("TYPE-ERROR", "DATUM", datum, "EXPECTED-TYPE", type);
}

/**
 * Signals TYPE-ERROR for an argument; the message tells the symbol of its parameter in SBCL, or what was done
 * with it.
 */
export function wrongArgument(datum: LispValue, type: LispValue, context: LispValue): never {
  return lispError("TYPE-ERROR", "DATUM", datum, "EXPECTED-TYPE", type, "CONTEXT", context);
}

/** The text of a Lisp string; signals TYPE-ERROR for anything else. */
export function textArgument(x: LispValue): string {
  return isLispString(x) ? stringText(x) : wrongType(x, sym("STRING"));
}

export function characterArgument(x: LispValue): string {
  return typeof x === "string" ? x : wrongType(x, sym("CHARACTER"));
}

export function indexType(): LispValue {
  return list(sym("MOD"), INDEX_LIMIT);
}

export function isIndex(x: LispValue): x is number | bigint {
  return typeof x === "number"
    ? Number.isInteger(x) && x >= 0
    : typeof x === "bigint" && x >= 0n && x < INDEX_LIMIT;
}

/** Checked bounding indices of a sequence of `length` elements. */
export function bounds(
  sequence: LispValue,
  length: number,
  start: LispValue,
  end: LispValue,
): [number, number] {
  const from = start === undefined ? 0 : start;
  const to = end === undefined || end === nil() ? length : end;
  if (!isIndex(from)) wrongType(from, indexType());
  if (!isIndex(to)) wrongType(to, list(sym("OR"), indexType(), sym("NULL")));
  if (typeof from === "number" && typeof to === "number" && from >= 0 && from <= to && to <= length) {
    return [from, to];
  }
  const highest = typeof to === "number" && to <= length ? to : length;
  return lispError(
    "BOUNDING-INDICES-BAD-ERROR",
    "DATUM",
    cons(from, end ?? nil()),
    "EXPECTED-TYPE",
    list(
      sym("CONS"),
      list(sym("INTEGER"), 0, length),
      list(sym("INTEGER"), typeof from === "number" ? from : 0, highest),
    ),
    "OBJECT",
    sequence,
  );
}

export function substring(string: LispVector, start: LispValue, end: LispValue): string {
  const part = bounds(string, activeLength(string), start, end);
  return textBetween(string, part[0], part[1]);
}
