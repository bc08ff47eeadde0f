import { heapExhausted } from "../stack/exhaustion.js";
import { isBetweenSingles, rationalToSingle } from "./floats.js";
import { MAX_BITS, negateInteger, powerOfInteger } from "./integers.js";
import { valueOf } from "./long-integers.js";
import { makeRational } from "./rationals.js";
import {
  double,
  integer,
  type LispFloat,
  type LispInteger,
  type LispRational,
  type LispReal,
  single,
} from "./types.js";

/** Numeric tokens (CLHS 2.3.1). */

export type FloatFormat = "SINGLE-FLOAT" | "DOUBLE-FLOAT";

/** What a token with the syntax of a number but without a value suffers from. */
export type NumberFault = "float-overflow" | "division-by-zero";

const DECIMAL_INTEGER = /^[+-]?[0-9]+\.?$/;
const FLOAT = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:([esfdlESFDL])([+-]?[0-9]+))?$/;

/** The weight of a digit, or 36 for any other character. */
export function digitWeight(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 122) return code - 87;
  return code >= 65 && code <= 90 ? code - 55 : 36;
}

/** What a run of digits denotes; a STORAGE-CONDITION where that is longer than an integer may be. */
export function integerOf(digits: string, base: number): LispInteger {
  // The number has at least as many bits as the shortest of so many digits.
  if ((digits.length - 1) * Math.log2(base) > MAX_BITS) return heapExhausted();
  return integer(valueOf(digits, base));
}

/** An unsigned or signed run of digits in a base; undefined if it is anything else. */
function parseDigits(text: string, base: number): LispInteger | undefined {
  const signed = text.charCodeAt(0) === 45 || text.charCodeAt(0) === 43;
  const start = signed ? 1 : 0;
  if (text.length === start) return undefined;
  let value = 0;
  for (let i = start; i < text.length; i++) {
    const weight = digitWeight(text.charCodeAt(i));
    if (weight >= base) return undefined;
    value = value * base + weight;
  }
  const negative = signed && text.charCodeAt(0) === 45;
  if (Number.isSafeInteger(value)) return negative ? 0 - value : value;
  const magnitude = integerOf(text.slice(start), base);
  return negative ? negateInteger(magnitude) : magnitude;
}

function parseRatio(token: string, base: number): LispReal | NumberFault | undefined {
  const slash = token.indexOf("/");
  const num = parseDigits(token.slice(0, slash), base);
  const denominator = token.slice(slash + 1);
  if (num === undefined || digitWeight(denominator.charCodeAt(0)) === 36) return undefined;
  const den = parseDigits(denominator, base);
  if (den === undefined) return undefined;
  return den === 0 ? "division-by-zero" : makeRational(num, den);
}

/** A decimal too long or too near to a tie for double arithmetic is rounded from its exact value. */
function roundToSingle(text: string, value: number): number {
  if (value === 0 || !isBetweenSingles(value)) return Math.fround(value);
  const exact = exactDecimal(text);
  return exact === undefined ? Math.fround(value) : rationalToSingle(exact);
}

function parseFloatToken(token: string, defaultFormat: FloatFormat): LispFloat | NumberFault | undefined {
  const match = FLOAT.exec(token);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction, marker, exponent] = match;
  const hasFraction = fraction !== undefined && fraction !== "";
  if (!hasFraction && (whole === "" || marker === undefined)) return undefined;
  const text = `${sign}${whole === "" ? "0" : whole}${hasFraction ? `.${fraction}` : ""}e${exponent ?? "0"}`;
  const value = Number(text);
  const isDouble = floatFormatOf(marker ?? "", defaultFormat) === "DOUBLE-FLOAT";
  const rounded = isDouble ? value : roundToSingle(text, value);
  if (!Number.isFinite(rounded)) return "float-overflow";
  return isDouble ? double(rounded) : single(rounded);
}

/** The format of a float token by its exponent marker. */
export function floatFormatOf(token: string, defaultFormat: FloatFormat): FloatFormat {
  const marker = /[esfdl]/i.exec(token)?.[0]?.toLowerCase() ?? "e";
  if (marker === "e") return defaultFormat;
  return marker === "d" || marker === "l" ? "DOUBLE-FLOAT" : "SINGLE-FLOAT";
}

const MOST_EXACT_DIGITS = 10_000;

/** The exact value of a float token; undefined where it has so many digits that nobody would read it. */
export function exactDecimal(token: string): LispRational | undefined {
  const [mantissa = "", exponent = "0"] = token.toLowerCase().split(/[esfdl]/);
  const [whole = "", fraction = ""] = mantissa.split(".");
  const power = Number(exponent) - fraction.length;
  if (Math.abs(power) > MOST_EXACT_DIGITS) return undefined;
  const digits = BigInt(whole.replace(/^[+-]/, "") + fraction);
  const signed = mantissa.startsWith("-") ? -digits : digits;
  if (power >= 0) return integer(signed * 10n ** BigInt(power));
  return makeRational(integer(signed), powerOfInteger(10, -power));
}

/**
 * The number a token denotes, a fault if it has a number's syntax but no value, undefined if it is no number.
 * `base` is *read-base*; a trailing dot makes an integer decimal.
 */
export function parseNumber(
  token: string,
  base = 10,
  defaultFormat: FloatFormat = "SINGLE-FLOAT",
): LispReal | NumberFault | undefined {
  const first = token.charCodeAt(0);
  // Most tokens are symbols; a number starts with a sign, a dot or a digit.
  if (first !== 43 && first !== 45 && first !== 46 && digitWeight(first) >= Math.max(base, 10))
    return undefined;
  const digits = parseDigits(token, base);
  if (digits !== undefined) return digits;
  if (DECIMAL_INTEGER.test(token))
    return token.endsWith(".") ? parseDigits(token.slice(0, -1), 10) : undefined;
  if (token.includes("/")) return parseRatio(token, base);
  return parseFloatToken(token, defaultFormat);
}
