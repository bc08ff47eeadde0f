import { shortestDenormal } from "./denormals.js";
import { digitsOf } from "./long-integers.js";
import type { FloatFormat } from "./parse.js";
import {
  Complex,
  DoubleFloat,
  floatValue,
  isInteger,
  type LispFloat,
  type LispInteger,
  type LispNumber,
  Ratio,
} from "./types.js";

/** Numbers as SBCL prints them (CLHS 22.1.3.1). */

const RADIX_PREFIX: Readonly<Record<number, string>> = { 2: "#b", 8: "#o", 16: "#x" };

function digits(x: LispInteger, base: number): string {
  if (typeof x === "number") return base === 10 ? String(x) : x.toString(base).toUpperCase();
  const text = digitsOf(x, base);
  return base === 10 ? text : text.toUpperCase();
}

function prefix(base: number): string {
  return RADIX_PREFIX[base] ?? `#${base}r`;
}

export interface FloatDigits {
  /** Significant decimal digits without leading or trailing zeros; "0" for zero. */
  readonly digits: string;
  /** The position of the decimal point: the value is 0.DIGITS × 10^point. */
  readonly point: number;
}

/** The fewest digits that read back as the same float, the nearest of those; for a positive finite value. */
export function shortestDigits(value: number, isDouble: boolean): FloatDigits {
  if (value === 0) return { digits: "0", point: 1 };
  const isNormal = value >= (isDouble ? 2 ** -1022 : 2 ** -126);
  const shortest = isNormal ? (isDouble ? shortestDouble : shortestSingle) : shortestDenormal;
  const text = shortest(value, isDouble);
  const [mantissa = "", exponent = "0"] = text.split("e");
  return { digits: mantissa.replace(".", "").replace(/0+$/, ""), point: Number(exponent) + 1 };
}

const DIGITS_WHERE_DECIMALS_TIE = 15;

/**
 * Chooses the upper of two equally near decimals, as SBCL and toExponential with a length do; JS alone may
 * take the lower.
 */
function shortestDouble(value: number): string {
  const text = value.toExponential();
  const length = text.indexOf("e") - 1;
  if (length < DIGITS_WHERE_DECIMALS_TIE) return text;
  const rounded = value.toExponential(length - 1);
  return Number(rounded) === value ? rounded : text;
}

function shortestSingle(value: number): string {
  for (let length = 0; length < 9; length++) {
    const text = value.toExponential(length);
    if (Math.fround(Number(text)) === value) return text;
    const other = length > 0 && isPowerOfTwo(value) ? nextDecimalAbove(text) : text;
    if (other !== text && Math.fround(Number(other)) === value) return other;
  }
  return value.toExponential(8);
}

/**
 * Above a power of two floats lie twice as far apart as below, so the nearest decimal may miss where the next
 * above still fits.
 */
function nextDecimalAbove(text: string): string {
  const [mantissa = "", exponent = "0"] = text.split("e");
  const places = mantissa.length - 2;
  const raised = BigInt(mantissa.replace(".", "")) + 1n;
  return Number(`${raised}e${Number(exponent) - places}`).toExponential(places);
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(Math.log2(value));
}

const EXPONENT_MARKER = { "SINGLE-FLOAT": "f", "DOUBLE-FLOAT": "d" } as const;

/**
 * A float, its exponent marker only where its format is not the default one; infinities as SBCL's read-time
 * constants.
 */
export function printFloat(x: LispFloat, defaultFormat: FloatFormat = "SINGLE-FLOAT"): string {
  const value = floatValue(x);
  const isDouble = x instanceof DoubleFloat;
  const format = isDouble ? "DOUBLE-FLOAT" : "SINGLE-FLOAT";
  if (Number.isNaN(value)) return `#<${format} quiet NaN>`;
  if (!Number.isFinite(value)) return `#.SB-EXT:${format}-${value > 0 ? "POSITIVE" : "NEGATIVE"}-INFINITY`;
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const magnitude = Math.abs(value);
  const { digits: d, point } = shortestDigits(magnitude, isDouble);
  const marker = format === defaultFormat ? "" : EXPONENT_MARKER[format];
  if (magnitude === 0 || (magnitude >= 1e-3 && magnitude < 1e7)) {
    return `${sign}${fixed(d, point)}${marker === "" ? "" : `${marker}0`}`;
  }
  return `${sign}${d.charAt(0)}.${d.slice(1) || "0"}${marker || "e"}${point - 1}`;
}

function fixed(d: string, point: number): string {
  if (point <= 0) return `0.${"0".repeat(-point)}${d}`;
  if (d.length <= point) return `${d}${"0".repeat(point - d.length)}.0`;
  return `${d.slice(0, point)}.${d.slice(point)}`;
}

/**
 * The text that PRIN1 writes for a number under *print-base*, *print-radix* and *read-default-float-format*.
 */
export function printNumber(
  x: LispNumber,
  base = 10,
  radix = false,
  defaultFormat: FloatFormat = "SINGLE-FLOAT",
): string {
  if (isInteger(x)) {
    if (!radix) return digits(x, base);
    return base === 10 ? `${digits(x, base)}.` : `${prefix(base)}${digits(x, base)}`;
  }
  if (x instanceof Ratio) return `${radix ? prefix(base) : ""}${digits(x.num, base)}/${digits(x.den, base)}`;
  if (x instanceof Complex) {
    return `#C(${printNumber(x.re, base, radix, defaultFormat)} ${printNumber(x.im, base, radix, defaultFormat)})`;
  }
  return printFloat(x, defaultFormat);
}
