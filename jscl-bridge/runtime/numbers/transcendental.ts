import { keyword, lispError, list, sym } from "../signals.js";
import { absReal, add, div, mul, neg, reciprocal, sub } from "./arithmetic.js";
import { checkReal, plusp, signOf, zerop } from "./compare.js";
import { makeComplex } from "./complex.js";
import type { Pair } from "./complex-functions.js";
import * as pairs from "./complex-functions.js";
import { conjugate, imagpart, realpart } from "./complex-parts.js";
import { arithmeticError, divisionByZero, wrongType } from "./errors.js";
import { signumReal } from "./float-parts.js";
import { rationalToDouble, toDouble, toDoubleValue, toSingleValue } from "./floats.js";
import { integerLength, isEven, negateInteger, powerOfInteger, shiftInteger } from "./integers.js";
import { power } from "./power.js";
import { denominatorOf, numeratorOf } from "./rationals.js";
import {
  Complex,
  DoubleFloat,
  floatValue,
  isBignum,
  isFixnum,
  isInteger,
  type LispFloat,
  type LispInteger,
  type LispNumber,
  type LispRational,
  type LispReal,
  RATIO,
  Ratio,
  rank,
  SINGLE,
  single,
} from "./types.js";

/**
 * Irrational functions. Each step is computed in double precision and rounded to the precision of the
 * arguments, as SBCL does, so that the last digits agree.
 */

function isDoublePrecision(x: unknown): boolean {
  return x instanceof DoubleFloat || (x instanceof Complex && x.re instanceof DoubleFloat);
}

function checkNumeric(x: unknown): LispNumber {
  return rank(x) === 0 ? wrongType(x, "NUMBER") : (x as LispNumber);
}

/** A finite result as a float; signals FLOATING-POINT-OVERFLOW where single precision cannot hold it. */
function result(value: number, isDouble: boolean): LispReal {
  if (isDouble) return new DoubleFloat(value);
  const rounded = Math.fround(value);
  if (!Number.isFinite(rounded) && Number.isFinite(value)) {
    arithmeticError("FLOATING-POINT-OVERFLOW", "COERCE", new DoubleFloat(value), sym("SINGLE-FLOAT"));
  }
  return single(rounded);
}

function complexResult([re, im]: Pair, isDouble: boolean): LispNumber {
  return new Complex(result(re, isDouble), result(im, isDouble));
}

/** Signals the traps of an elementary function: its result overflowed, or it had none. */
function trapElementary(value: number, arguments_: number[]): number {
  if (Number.isFinite(value) || !arguments_.every(Number.isFinite)) return value;
  return arithmeticError(
    Number.isNaN(value) ? "FLOATING-POINT-INVALID-OPERATION" : "FLOATING-POINT-OVERFLOW",
    null,
  );
}

function pairOf(x: LispNumber): Pair {
  return x instanceof Complex ? [toDoubleValue(x.re), toDoubleValue(x.im)] : [toDoubleValue(x), 0];
}

/** A function of one argument: what it is on reals within `domain`, and on all other numbers. */
function elementary(
  onReal: (x: number) => number,
  onComplex: (z: LispNumber) => LispNumber,
  domain: (x: number) => boolean = () => true,
): (x: unknown) => LispNumber {
  return (x) => {
    const n = checkNumeric(x);
    if (n instanceof Complex) return onComplex(n);
    const value = toDoubleValue(n);
    if (!domain(value)) return onComplex(rank(n) <= RATIO ? n : makeComplex(n, 0));
    return result(trapElementary(onReal(value), [value]), isDoublePrecision(n));
  };
}

/** A function that is computed in double precision up to its result. */
function rounded(f: (z: Pair) => Pair): (z: LispNumber) => LispNumber {
  return (z) => complexResult(f(pairOf(z)), isDoublePrecision(z));
}

const complex = (re: LispNumber, im: LispNumber): LispNumber => makeComplex(re as LispReal, im as LispReal);
const timesI = (z: LispNumber): LispNumber => complex(neg(imagpart(z)), realpart(z));
const timesMinusI = (z: LispNumber): LispNumber => complex(imagpart(z), neg(realpart(z)));

/** A function of the two parts of a number. */
function ofParts(f: (re: LispReal, im: LispReal) => LispNumber): (z: LispNumber) => LispNumber {
  return (z) => f(realpart(z), imagpart(z));
}

export const exp = elementary(
  Math.exp,
  ofParts((x, y) => mul(exp(x), cis(y))),
);
export const sin = elementary(
  Math.sin,
  ofParts((x, y) => complex(mul(sin(x), cosh(y)), mul(cos(x), sinh(y)))),
);
export const cos = elementary(
  Math.cos,
  ofParts((x, y) => complex(mul(cos(x), cosh(y)), neg(mul(sin(x), sinh(y))))),
);
export const sinh = elementary(
  Math.sinh,
  ofParts((x, y) => complex(mul(sinh(x), cos(y)), mul(cosh(x), sin(y)))),
);
export const cosh = elementary(
  Math.cosh,
  ofParts((x, y) => complex(mul(cosh(x), cos(y)), mul(sinh(x), sin(y)))),
);
export const tanh = elementary(Math.tanh, rounded(pairs.tanh));
export const tan = elementary(Math.tan, (z) => timesMinusI(rounded(pairs.tanh)(timesI(z))));

const complexSqrt = rounded(pairs.sqrt);
const withinOne = (x: number): boolean => !(x < -1 || x > 1);

/** The arc tangent of a quotient whose divisor may be zero. */
function atanOfQuotient(a: LispReal, b: LispReal): LispReal {
  const quotient = toDoubleValue(a) / toDoubleValue(b);
  const isDouble = isDoublePrecision(a) || isDoublePrecision(b);
  return result(Math.atan(isDouble ? quotient : Math.fround(quotient)), isDouble);
}

function complexAsin(z: LispNumber): LispNumber {
  const below = complexSqrt(sub(1, z));
  const above = complexSqrt(add(1, z));
  return complex(
    atanOfQuotient(realpart(z), realpart(mul(below, above))),
    asinh(imagpart(mul(conjugate(below), above))),
  );
}

function complexAcos(z: LispNumber): LispNumber {
  const below = complexSqrt(sub(1, z));
  const above = complexSqrt(add(1, z));
  return complex(
    mul(2, atanOfQuotient(realpart(below), realpart(above))),
    asinh(imagpart(mul(conjugate(above), below))),
  );
}

function complexAcosh(z: LispNumber): LispNumber {
  const minus = complexSqrt(sub(z, 1));
  const plus = complexSqrt(add(z, 1));
  return complex(
    asinh(realpart(mul(conjugate(minus), plus))),
    mul(2, atanOfQuotient(imagpart(minus), realpart(plus))),
  );
}

export const asin = elementary(Math.asin, complexAsin, withinOne);
export const acos = elementary(Math.acos, complexAcos, withinOne);
export const asinh = elementary(Math.asinh, (z) => timesMinusI(complexAsin(timesI(z))));
export const acosh = elementary(Math.acosh, complexAcosh, (x) => !(x < 1));
const atanhWithin = elementary(Math.atanh, rounded(pairs.atanh), withinOne);
const atanOne = elementary(Math.atan, (z) => timesMinusI(rounded(pairs.atanh)(timesI(z))));

export function atanh(x: unknown): LispNumber {
  const n = checkNumeric(x);
  if (!(n instanceof Complex) && Math.abs(toDoubleValue(n)) === 1) arithmeticError("DIVISION-BY-ZERO", null);
  return atanhWithin(n);
}

/** (atan y) or (atan y x) */
export function atan(y: unknown, x?: unknown): LispNumber {
  if (x === undefined) return atanOne(y);
  const a = checkReal(y);
  const b = checkReal(x);
  return result(Math.atan2(toDoubleValue(a), toDoubleValue(b)), isDoublePrecision(a) || isDoublePrecision(b));
}

export function sqrt(x: unknown): LispNumber {
  const n = checkNumeric(x);
  if (n instanceof Complex) return complexSqrt(n);
  const isDouble = isDoublePrecision(n);
  const value = toDoubleValue(n);
  return value < 0 ? complexResult([0, Math.sqrt(-value)], isDouble) : result(Math.sqrt(value), isDouble);
}

/** The natural logarithm of a positive rational; also of one out of a double's range. */
function logOfRational(x: LispRational): number {
  const value = rationalToDouble(x);
  if (Number.isFinite(value) && value > 1e-300) return Math.log(value);
  return logOfInteger(numeratorOf(x)) - logOfInteger(denominatorOf(x));
}

function logOfInteger(x: LispInteger): number {
  if (typeof x === "number") return Math.log(x);
  const excess = Math.max(0, integerLength(x) - 64);
  return Math.log(Number(shiftInteger(x, -excess))) + excess * Math.LN2;
}

/** The binary logarithm of a positive integer. */
function log2OfInteger(x: LispInteger): number {
  if (isFixnum(x)) return Math.log(Number(x)) / Math.LN2;
  const length = integerLength(x);
  const leading = Number(shiftInteger(x, 53 - length));
  return length + Math.log(leading / 2 ** 53) / Math.LN2;
}

/** The natural logarithm as a complex double, or a real one with the imaginary part null. */
function naturalLog(x: LispNumber): { re: number; im: number | null } {
  if (x instanceof Complex) {
    const [re, im] = pairs.log(pairOf(x));
    return { re, im };
  }
  if (zerop(x)) return arithmeticError("DIVISION-BY-ZERO", null);
  const magnitude = absReal(x);
  const re =
    rank(magnitude) <= RATIO
      ? logOfRational(magnitude as LispRational)
      : Math.log(floatValue(magnitude as LispFloat));
  return { re, im: signOf(x) < 0 ? Math.PI : null };
}

/** (log x) or (log x base) */
export function log(x: unknown, base?: unknown): LispNumber {
  const n = checkNumeric(x);
  if (base === undefined) return logResult(naturalLog(n), isDoublePrecision(n));
  const b = checkNumeric(base);
  if (zerop(b)) return n instanceof DoubleFloat || b instanceof DoubleFloat ? new DoubleFloat(0) : single(0);
  if (isPositiveInteger(n) && isPositiveInteger(b) && (isBignum(n) || isBignum(b))) {
    const quotient = div(new DoubleFloat(log2OfInteger(n)), new DoubleFloat(log2OfInteger(b)));
    return result(toDoubleValue(quotient as LispReal), false);
  }
  // A single would lose digits of what is one step on the way to a double.
  if (isInteger(n) && n !== 0 && b instanceof DoubleFloat) return div(binaryLog(n), binaryLog(b));
  if (n instanceof DoubleFloat && isInteger(b)) return div(binaryLog(n), binaryLog(b));
  return div(log(n), log(b));
}

/** The binary logarithm of an integer other than zero, or of a double, in double precision. */
function binaryLog(x: LispInteger | DoubleFloat): LispNumber {
  if (x instanceof DoubleFloat) return div(log(x), new DoubleFloat(Math.LN2));
  if (x > 0) return new DoubleFloat(log2OfInteger(x));
  return complexResult([log2OfInteger(negateInteger(x)), Math.PI / Math.LN2], true);
}

function isPositiveInteger(x: LispNumber): x is LispInteger {
  return isInteger(x) && x > 0;
}

function logResult({ re, im }: { re: number; im: number | null }, isDouble: boolean): LispNumber {
  return im === null ? result(re, isDouble) : complexResult([re, im], isDouble);
}

/** A rational or complex rational to an integer power, exactly, by repeated squaring. */
function exactPower(base: LispNumber, exponent: LispInteger): LispNumber {
  if (base instanceof Complex) {
    let value: LispNumber = 1;
    let square: LispNumber = base;
    for (let rest = exponent; rest > 0; rest = shiftInteger(rest, -1)) {
      if (!isEven(rest)) value = mul(value, square);
      square = mul(square, square);
    }
    return value;
  }
  if (base instanceof Ratio)
    return new Ratio(powerOfInteger(base.num, exponent), powerOfInteger(base.den, exponent));
  return powerOfInteger(base as LispInteger, exponent);
}

function one(base: LispNumber, exponent: LispNumber): LispNumber {
  if (isDoublePrecision(base) || isDoublePrecision(exponent)) return unit(base, new DoubleFloat(1));
  if (rank(base) === SINGLE || (base instanceof Complex && rank(base.re) === SINGLE))
    return unit(base, single(1));
  return 1;
}

function unit(base: LispNumber, value: LispReal): LispNumber {
  return base instanceof Complex ? makeComplex(value, 0) : value;
}

export function expt(base: unknown, exponent: unknown): LispNumber {
  const b = checkNumeric(base);
  const e = checkNumeric(exponent);
  const rb = rank(b);
  const isExact = rb <= RATIO || (b instanceof Complex && rank(b.re) <= RATIO);
  if (isInteger(e)) {
    if (e === 0) return one(b, e);
    if (isExact) {
      if (e > 0) return exactPower(b, e);
      if (b === 0) return divisionByZero("EXPT", b, e);
      return reciprocal(exactPower(b, negateInteger(e)));
    }
  }
  if (!(e instanceof Complex) && zerop(e) && !isInteger(e) && zerop(b)) return outOfDomain(b, e);
  if (b instanceof Complex && rank(e) <= RATIO)
    return mul(expt(abs(b), e), cis(mul(e, phase(b)) as LispReal));
  if (b instanceof Complex || e instanceof Complex) return complexPower(b, e);
  return realPower(b, e, isDoublePrecision(b) || isDoublePrecision(e));
}

function outOfDomain(...operands: LispNumber[]): never {
  const references = list(list(keyword("ANSI-CL"), keyword("FUNCTION"), sym("EXPT")));
  return lispError(
    "ARGUMENTS-OUT-OF-DOMAIN-ERROR",
    ...["OPERATION", sym("EXPT"), "OPERANDS", list(...operands), "REFERENCES", references],
  );
}

function complexPower(b: LispNumber, e: LispNumber): LispNumber {
  if (zerop(e)) return complexResult([1, 0], isDoublePrecision(b) || isDoublePrecision(e));
  const base = isDoublePrecision(e) ? asDouble(b) : b;
  if (zerop(base) && plusp(realpart(e))) return mul(base, e);
  return exp(mul(e, log(base)));
}

function asDouble(x: LispNumber): LispNumber {
  if (x instanceof Complex) return new Complex(toDouble(x.re), toDouble(x.im));
  return toDouble(x);
}

function realPower(b: LispReal, e: LispReal, isDouble: boolean): LispNumber {
  const x = toDoubleValue(b);
  const y = toDoubleValue(e);
  if (x === 0 && y < 0) return divisionByZero("/", new DoubleFloat(1), new DoubleFloat(0));
  if (x < 0 && Number.isFinite(y) && !Number.isInteger(y)) {
    const size = isDouble ? power(-x, y) : (-x) ** y;
    const angle = y * Math.PI;
    return complexResult([size * Math.cos(angle), size * Math.sin(angle)], isDouble);
  }
  return result(trapElementary(isDouble ? power(x, y) : x ** y, [x, y]), isDouble);
}

/** (abs x); for a complex its magnitude, a float. */
export function abs(x: unknown): LispReal {
  const n = checkNumeric(x);
  if (!(n instanceof Complex)) return absReal(n);
  return result(pairs.sizeOf(pairOf(n)), isDoublePrecision(n));
}

/** (signum x); for a complex the number of magnitude 1 in its direction. */
export function signum(x: unknown): LispNumber {
  const n = checkNumeric(x);
  if (!(n instanceof Complex)) return signumReal(n);
  return zerop(n) ? n : div(n, abs(n));
}

/** The angle of a number in radians, in (-π, π]. */
export function phase(x: unknown): LispReal {
  const n = checkNumeric(x);
  if (n instanceof Complex) {
    const [re, im] = pairOf(n);
    return result(Math.atan2(im, re), isDoublePrecision(n));
  }
  const value = rank(n) === SINGLE ? toSingleValue(n) : toDoubleValue(n);
  return result(value < 0 || Object.is(value, -0) ? Math.PI : 0, isDoublePrecision(n));
}

/** cos θ + i sin θ */
export function cis(theta: unknown): LispNumber {
  const angle = checkReal(theta);
  const value = toDoubleValue(angle);
  return complexResult([Math.cos(value), Math.sin(value)], isDoublePrecision(angle));
}
