import { sym } from "../signals.js";
import { arithmeticError } from "./errors.js";
import { integerLength } from "./integers.js";
import {
  DOUBLE,
  double,
  floatValue,
  integer,
  type LispFloat,
  type LispRational,
  type LispReal,
  Ratio,
  rank,
  SINGLE,
  single,
} from "./types.js";

/** Conversion between rationals and floats, correctly rounded in both precisions. */

const SINGLE_DIGITS = 24;
const DOUBLE_DIGITS = 53;
const LEAST_SINGLE_EXPONENT = -149;
const LEAST_DOUBLE_EXPONENT = -1074;
const EXACT_IN_SINGLE = 2 ** SINGLE_DIGITS;

/**
 * num/den rounded once, half to even, to `digits` bits, with gradual underflow below 2^leastExponent.
 * Rounding to double first and to single after would round twice, and sometimes wrongly.
 */
function roundRatio(num: bigint, den: bigint, digits: number, leastExponent: number): number {
  if (num === 0n) return 0;
  const negative = num < 0n;
  const n = negative ? -num : num;
  const scale = digits + 2 - (integerLength(n) - integerLength(den));
  const dividend = scale > 0 ? n << BigInt(scale) : n;
  const divisor = scale > 0 ? den : den << BigInt(-scale);
  const quotient = dividend / divisor;
  const inexact = dividend % divisor !== 0n;
  const drop = Math.max(integerLength(quotient) - digits, leastExponent + scale);
  const low = quotient & ((1n << BigInt(drop)) - 1n);
  const half = 1n << BigInt(drop - 1);
  let mantissa = quotient >> BigInt(drop);
  if (low > half || (low === half && (inexact || (mantissa & 1n) === 1n))) mantissa += 1n;
  const magnitude = Number(mantissa) * 2 ** (drop - scale);
  return negative ? -magnitude : magnitude;
}

/** The double nearest to a rational; infinite when out of range. */
export function rationalToDouble(x: LispRational): number {
  if (typeof x === "number") return x;
  if (typeof x === "bigint") return Number(x);
  if (typeof x.num === "number" && typeof x.den === "number") return x.num / x.den;
  return roundRatio(BigInt(x.num), BigInt(x.den), DOUBLE_DIGITS, LEAST_DOUBLE_EXPONENT);
}

/** The single nearest to a rational, as a JS number; infinite when out of range. */
export function rationalToSingle(x: LispRational): number {
  if (typeof x === "number") return Math.fround(x);
  if (typeof x === "bigint") return Math.fround(roundRatio(x, 1n, SINGLE_DIGITS, LEAST_SINGLE_EXPONENT));
  const { num, den } = x;
  if (
    typeof num === "number" &&
    typeof den === "number" &&
    Math.abs(num) <= EXACT_IN_SINGLE &&
    den <= EXACT_IN_SINGLE
  ) {
    return Math.fround(num / den);
  }
  return Math.fround(roundRatio(BigInt(num), BigInt(den), SINGLE_DIGITS, LEAST_SINGLE_EXPONENT));
}

/**
 * The value of a real as a JS number, rationals rounded to double. Signals FLOATING-POINT-OVERFLOW for a
 * rational out of range.
 */
export function toDoubleValue(x: LispReal): number {
  const r = rank(x);
  if (r === SINGLE || r === DOUBLE) return floatValue(x as LispFloat);
  const value = rationalToDouble(x as LispRational);
  if (!Number.isFinite(value)) arithmeticError("FLOATING-POINT-OVERFLOW", "FLOAT", x, sym("DOUBLE-FLOAT"));
  return value;
}

/**
 * The value of a real rounded to single precision. Signals FLOATING-POINT-OVERFLOW for a finite number out of
 * range.
 */
export function toSingleValue(x: LispReal): number {
  const r = rank(x);
  if (r === SINGLE) return floatValue(x as LispFloat);
  if (r === DOUBLE) {
    const value = floatValue(x as LispFloat);
    const rounded = Math.fround(value);
    if (!Number.isFinite(rounded) && Number.isFinite(value)) {
      arithmeticError("FLOATING-POINT-OVERFLOW", "COERCE", x, sym("SINGLE-FLOAT"));
    }
    return rounded;
  }
  const value = rationalToSingle(x as LispRational);
  if (!Number.isFinite(value)) arithmeticError("FLOATING-POINT-OVERFLOW", "FLOAT", x, sym("SINGLE-FLOAT"));
  return value;
}

export function toSingle(x: LispReal): LispFloat {
  return single(toSingleValue(x));
}

export function toDouble(x: LispReal): LispFloat {
  return double(toDoubleValue(x));
}

const scratch = new DataView(new ArrayBuffer(8));

/** A finite double as mantissa × 2^exponent, exactly; the mantissa carries no sign. */
export function decompose(value: number): { mantissa: bigint; exponent: number } {
  scratch.setFloat64(0, value);
  const bits = scratch.getBigUint64(0);
  const fraction = bits & 0xfffffffffffffn;
  const biased = Number((bits >> 52n) & 0x7ffn);
  return biased === 0
    ? { mantissa: fraction, exponent: LEAST_DOUBLE_EXPONENT }
    : { mantissa: fraction | 0x10000000000000n, exponent: biased - 1075 };
}

/** The rational equal to a finite float. */
export function exactRational(value: number): LispRational {
  if (Number.isSafeInteger(value)) return value + 0;
  const { mantissa, exponent } = decompose(value);
  const signed = value < 0 ? -mantissa : mantissa;
  if (exponent >= 0) return integer(signed << BigInt(exponent));
  const shared = Math.min(trailingZeros(mantissa), -exponent);
  const den = 1n << BigInt(-exponent - shared);
  const num = integer(signed >> BigInt(shared));
  return den === 1n ? num : new Ratio(num, integer(den));
}

function trailingZeros(x: bigint): number {
  return integerLength(x & -x) - 1;
}

/**
 * Whether a double lies exactly between two neighbouring singles, or among the subnormal ones, where rounding
 * it again may differ.
 */
export function isBetweenSingles(value: number): boolean {
  scratch.setFloat64(0, value);
  return (scratch.getUint32(4) & 0x1fffffff) === 0x10000000 || Math.abs(value) < 2 ** -126;
}
