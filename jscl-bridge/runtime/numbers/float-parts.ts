import { mul } from "./arithmetic.js";
import { checkReal, signOf } from "./compare.js";
import { arithmeticError, wrongType } from "./errors.js";
import { decompose, exactRational, toDouble, toSingle } from "./floats.js";
import {
  addIntegers,
  integerLength,
  multiplyIntegers,
  negateInteger,
  shiftInteger,
  truncateIntegers,
} from "./integers.js";
import { denominatorOf, makeRational, numeratorOf } from "./rationals.js";
import {
  DoubleFloat,
  floatValue,
  integer,
  isFloat,
  isInteger,
  isRational,
  type LispFloat,
  type LispInteger,
  type LispRational,
  type LispReal,
  single,
} from "./types.js";

/**
 * Floats taken apart (CLHS 12.1.4.3 and the DECODE-FLOAT family), and conversions between floats and
 * rationals by name.
 */

function checkFloat(x: unknown): LispFloat {
  return isFloat(x) ? x : wrongType(x, "FLOAT");
}

function checkFinite(x: LispFloat, operation: string): number {
  const value = floatValue(x);
  return Number.isFinite(value) ? value : arithmeticError("FLOATING-POINT-INVALID-OPERATION", operation, x);
}

function like(prototype: LispFloat, value: number): LispFloat {
  return prototype instanceof DoubleFloat ? new DoubleFloat(value) : single(value);
}

const bits = new DataView(new ArrayBuffer(8));

/**
 * The place of a float among all of its format, from -infinity to infinity; that of 0.0 is 0, that of -0.0
 * comes before it.
 */
export function floatOrdinal(x: LispFloat): LispInteger {
  const value = floatValue(x);
  const isNegative = value < 0 || Object.is(value, -0);
  if (x instanceof DoubleFloat) {
    bits.setFloat64(0, Math.abs(value));
    const ordinal = bits.getBigUint64(0);
    return integer(isNegative ? -ordinal - 1n : ordinal);
  }
  bits.setFloat32(0, Math.abs(value));
  const ordinal = bits.getUint32(0);
  return isNegative ? -ordinal - 1 : ordinal;
}

/** The bits of a float, as a number with the float's sign. */
export function bitsOfFloat(x: LispFloat): bigint {
  if (x instanceof DoubleFloat) {
    bits.setFloat64(0, x.value);
    return bits.getBigInt64(0);
  }
  bits.setFloat32(0, floatValue(x));
  return BigInt(bits.getInt32(0));
}

/** The float of such bits. */
export function floatOfBits(number: bigint, isDouble: boolean): LispFloat {
  if (isDouble) {
    bits.setBigInt64(0, number);
    return new DoubleFloat(bits.getFloat64(0));
  }
  bits.setInt32(0, Number(BigInt.asIntN(32, number)));
  return single(bits.getFloat32(0));
}

/** The digits, 24 or 53, of a float's format. */
export function floatDigits(x: unknown): number {
  return checkFloat(x) instanceof DoubleFloat ? 53 : 24;
}

export function floatRadix(x: unknown): number {
  checkFloat(x);
  return 2;
}

/** The significant digits: fewer than {@link floatDigits} for subnormal floats, 0 for zero. */
export function floatPrecision(x: unknown): number {
  const f = checkFloat(x);
  const value = checkFinite(f, "FLOAT-PRECISION");
  if (value === 0) return 0;
  const { mantissa, exponent } = decompose(value);
  const [digits, least] = f instanceof DoubleFloat ? [53, -1074] : [24, -149];
  return Math.min(digits, integerLength(mantissa) + exponent - least);
}

/** A significand in [1/2, 1), an exponent and a sign as a float. */
export function decodeFloat(x: unknown): [LispFloat, number, LispFloat] {
  const f = checkFloat(x);
  const value = checkFinite(f, "DECODE-FLOAT");
  const sign = like(f, value < 0 || Object.is(value, -0) ? -1 : 1);
  if (value === 0) return [like(f, 0), 0, sign];
  const { mantissa, exponent } = decompose(value);
  const length = integerLength(mantissa);
  return [like(f, Number(mantissa) / 2 ** length), exponent + length, sign];
}

/** An integer significand with all digits of the format, an exponent, and the sign as 1 or -1. */
export function integerDecodeFloat(x: unknown): [LispInteger, number, number] {
  const f = checkFloat(x);
  const value = checkFinite(f, "INTEGER-DECODE-FLOAT");
  const sign = value < 0 || Object.is(value, -0) ? -1 : 1;
  if (f instanceof DoubleFloat) {
    const { mantissa, exponent } = decompose(value);
    if (mantissa === 0n) return [0, 0, sign];
    const missing = exponent === -1074 ? 0 : 53 - integerLength(mantissa);
    return [integer(mantissa << BigInt(missing)), exponent - missing, sign];
  }
  if (value === 0) return [0, 0, sign];
  const { mantissa, exponent } = decompose(value);
  const shift = Math.max(29, -149 - exponent);
  return [integer(mantissa >> BigInt(shift)), exponent + shift, sign];
}

/** (scale-float x exponent): x × 2^exponent. */
export function scaleFloat(x: unknown, exponent: unknown): LispFloat {
  const f = checkFloat(x);
  const e = isInteger(exponent) ? Number(exponent) : wrongType(exponent, "INTEGER");
  const value = floatValue(f);
  if (value === 0 || !Number.isFinite(value)) return f;
  // Two steps, since the factor of one step can be out of range where the result is not.
  const half = Math.trunc(Math.max(-2200, Math.min(2200, e)) / 2);
  const scaled = value * 2 ** half * 2 ** (Math.max(-2200, Math.min(2200, e)) - half);
  const result = f instanceof DoubleFloat ? scaled : Math.fround(scaled);
  if (!Number.isFinite(result)) arithmeticError("FLOATING-POINT-OVERFLOW", "SCALE-FLOAT", x, exponent);
  return like(f, result);
}

/** (float-sign a b): b's magnitude with a's sign. */
export function floatSign(a: unknown, b?: unknown): LispFloat {
  const f = checkFloat(a);
  const value = floatValue(f);
  const negative = value < 0 || Object.is(value, -0);
  if (b === undefined) return like(f, negative ? -1 : 1);
  const magnitude = Math.abs(floatValue(checkFloat(b)));
  const prototype = f instanceof DoubleFloat ? f : (b as LispFloat);
  return like(prototype, negative ? -magnitude : magnitude);
}

/** (float x prototype); without a prototype a float stays what it is and a rational becomes a single. */
export function float(x: unknown, prototype?: unknown): LispFloat {
  const real = checkReal(x);
  if (prototype === undefined) return isFloat(real) ? real : toSingle(real);
  return checkFloat(prototype) instanceof DoubleFloat ? toDouble(real) : toSingle(real);
}

/** The rational a real equals exactly. */
export function rational(x: unknown): LispRational {
  const real = checkReal(x);
  return isRational(real) ? real : exactRational(checkFinite(real, "RATIONAL"));
}

/** The simplest rational that reads back as the same float. */
export function rationalize(x: unknown): LispRational {
  const real = checkReal(x);
  if (isRational(real)) return real;
  const value = checkFinite(real, "RATIONALIZE");
  const [mantissa, exponent, sign] = integerDecodeFloat(real);
  if (mantissa === 0 || exponent >= 0) return exactRational(value);
  // The interval half a unit to both sides, halves avoided by doubling.
  const doubled = multiplyIntegers(2, mantissa);
  const den = shiftInteger(1, 1 - exponent);
  const simplest = simplestBetween(
    makeRational(addIntegers(doubled, -1), den),
    makeRational(addIntegers(doubled, 1), den),
  );
  return sign < 0 ? (mul(-1, simplest) as LispRational) : simplest;
}

/**
 * The rational with the smallest denominator in a closed interval of positive rationals, by continued
 * fractions.
 */
function simplestBetween(low: LispRational, high: LispRational): LispRational {
  const ln = numeratorOf(low);
  const ld = denominatorOf(low);
  const [whole, rest] = truncateIntegers(ln, ld);
  if (rest === 0) return whole;
  const next = addIntegers(whole, 1);
  const hn = numeratorOf(high);
  const hd = denominatorOf(high);
  const nextTimesDen = multiplyIntegers(next, hd);
  if (nextTimesDen <= hn) return next;
  const highRest = addIntegers(hn, negateInteger(multiplyIntegers(whole, hd)));
  const tail = simplestBetween(makeRational(hd, highRest), makeRational(ld, rest));
  return makeRational(
    addIntegers(multiplyIntegers(whole, numeratorOf(tail)), denominatorOf(tail)),
    numeratorOf(tail),
  );
}

export function numerator(x: unknown): LispInteger {
  return isRational(x) ? numeratorOf(x) : wrongType(x, "RATIONAL");
}

export function denominator(x: unknown): LispInteger {
  return isRational(x) ? denominatorOf(x) : wrongType(x, "RATIONAL");
}

/** (signum x) of a real, in its type. */
export function signumReal(x: LispReal): LispReal {
  if (!isFloat(x)) return signOf(x);
  const value = floatValue(x);
  return like(x, Math.sign(value));
}
