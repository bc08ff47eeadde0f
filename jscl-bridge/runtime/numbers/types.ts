/**
 * Representations of numbers in an image.
 *
 * | Lisp type      | representation                                                        |
 * |----------------|-----------------------------------------------------------------------|
 * | INTEGER        | integral JS number up to ±(2^53-1), BigInt beyond, never -0           |
 * | RATIO          | {@link Ratio} in lowest terms, denominator above 1                    |
 * | SINGLE-FLOAT   | JS number when finite and not integral, else {@link SingleFloat}      |
 * | DOUBLE-FLOAT   | {@link DoubleFloat}                                                   |
 * | COMPLEX        | {@link Complex}                                                       |
 *
 * Invariants that inlined arithmetic rests on:
 * - a raw JS number that is integral is an INTEGER, one that is not is a SINGLE-FLOAT already rounded by
 *   Math.fround;
 * - NaN, infinities and -0 are never raw;
 * - so `(a|0)===a && (b|0)===b` proves two integers whose sum and difference are exact, safe and not -0, and
 *   may be computed inline. A product must also be checked to be safe and to be other than -0. Any other pair
 *   must come here, since the sum of two raw singles can be integral (0.5 + 0.5) and must then be boxed.
 */
export type LispInteger = number | bigint;
export type LispRational = LispInteger | Ratio;
export type LispFloat = number | SingleFloat | DoubleFloat;
export type LispReal = LispRational | LispFloat;
export type LispNumber = LispReal | Complex;

export class Ratio {
  readonly num: LispInteger;
  readonly den: LispInteger;

  constructor(num: LispInteger, den: LispInteger) {
    this.num = num;
    this.den = den;
  }
}

/** A single-float whose value is integral, infinite, NaN or -0; all others are raw JS numbers. */
export class SingleFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

export class DoubleFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** Both parts are rationals, both singles or both doubles; a rational imaginary part is never zero. */
export class Complex {
  readonly re: LispReal;
  readonly im: LispReal;

  constructor(re: LispReal, im: LispReal) {
    this.re = re;
    this.im = im;
  }
}

export const INTEGER = 1;
export const RATIO = 2;
export const SINGLE = 3;
export const DOUBLE = 4;
export const COMPLEX = 5;

/** Orders the numeric types by contagion; 0 for anything that is no number. */
export function rank(x: unknown): 0 | 1 | 2 | 3 | 4 | 5 {
  switch (typeof x) {
    case "number":
      return Number.isInteger(x) ? INTEGER : SINGLE;
    case "bigint":
      return INTEGER;
    case "object":
      if (x instanceof DoubleFloat) return DOUBLE;
      if (x instanceof SingleFloat) return SINGLE;
      if (x instanceof Ratio) return RATIO;
      if (x instanceof Complex) return COMPLEX;
      return 0;
    default:
      return 0;
  }
}

export function isNumber(x: unknown): x is LispNumber {
  return rank(x) !== 0;
}
export function isReal(x: unknown): x is LispReal {
  const r = rank(x);
  return r >= INTEGER && r <= DOUBLE;
}
export function isRational(x: unknown): x is LispRational {
  const r = rank(x);
  return r === INTEGER || r === RATIO;
}
export function isInteger(x: unknown): x is LispInteger {
  return typeof x === "number" ? Number.isInteger(x) : typeof x === "bigint";
}
export function isRatio(x: unknown): x is Ratio {
  return x instanceof Ratio;
}
export function isFloat(x: unknown): x is LispFloat {
  const r = rank(x);
  return r === SINGLE || r === DOUBLE;
}
export function isSingle(x: unknown): x is number | SingleFloat {
  return rank(x) === SINGLE;
}
export function isDouble(x: unknown): x is DoubleFloat {
  return x instanceof DoubleFloat;
}
export function isComplex(x: unknown): x is Complex {
  return x instanceof Complex;
}

/** SBCL's fixnums on 64-bit machines have these bits and a sign. */
export const FIXNUM_BITS = 62n;
export const MOST_POSITIVE_FIXNUM = 2n ** FIXNUM_BITS - 1n;
export const MOST_NEGATIVE_FIXNUM = -(2n ** FIXNUM_BITS);

export function isFixnum(x: unknown): x is LispInteger {
  if (typeof x === "number") return Number.isInteger(x);
  return typeof x === "bigint" && x <= MOST_POSITIVE_FIXNUM && x >= MOST_NEGATIVE_FIXNUM;
}
export function isBignum(x: unknown): x is bigint {
  return typeof x === "bigint" && !isFixnum(x);
}

const MOST_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const LEAST_SAFE = BigInt(Number.MIN_SAFE_INTEGER);

/** The one representation of an integer given as BigInt. */
export function integer(big: bigint): LispInteger {
  return big <= MOST_SAFE && big >= LEAST_SAFE ? Number(big) : big;
}

/** An integer as BigInt. */
export function big(x: LispInteger): bigint {
  return typeof x === "bigint" ? x : BigInt(x);
}

/** The single-float of a value that is already rounded to single precision. */
export function single(value: number): number | SingleFloat {
  return Number.isInteger(value) || !Number.isFinite(value) ? new SingleFloat(value) : value;
}

export function double(value: number): DoubleFloat {
  return new DoubleFloat(value);
}

/** The value of a float as a JS number. */
export function floatValue(x: LispFloat): number {
  return typeof x === "number" ? x : x.value;
}
