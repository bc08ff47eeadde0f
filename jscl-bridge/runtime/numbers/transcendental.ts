import { sym } from "../signals.js";
import { absReal, denominatorOf, div, mul, numeratorOf, reciprocal } from "./arithmetic.js";
import { checkReal, signOf, zerop } from "./compare.js";
import { makeComplex } from "./complex.js";
import type { Pair } from "./complex-functions.js";
import * as pairs from "./complex-functions.js";
import { arithmeticError, divisionByZero, wrongType } from "./errors.js";
import { signumReal } from "./float-parts.js";
import { rationalToDouble, toDoubleValue, toSingleValue } from "./floats.js";
import { integerLength, isEven, negateInteger, powerOfInteger, shiftInteger } from "./integers.js";
import {
  Complex,
  DoubleFloat,
  floatValue,
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

/** Irrational functions: computed in double precision, the result rounded to single unless an argument is a double. */

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

/** What the traps of an elementary function signal: its result overflowed, or it had none. */
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

/** A function of one argument; outside of `domain` a real has a complex image. */
function elementary(
  onReal: (x: number) => number,
  onPair: (z: Pair) => Pair,
  domain: (x: number) => boolean = () => true,
): (x: unknown) => LispNumber {
  return (x) => {
    const n = checkNumeric(x);
    const isDouble = isDoublePrecision(n);
    if (n instanceof Complex) return complexResult(onPair(pairOf(n)), isDouble);
    const value = toDoubleValue(n);
    if (!domain(value)) return complexResult(onPair([value, 0]), isDouble);
    return result(trapElementary(onReal(value), [value]), isDouble);
  };
}

const withinOne = (x: number): boolean => !(x < -1 || x > 1);

/** On the cut of a real argument SBCL answers for the side it is continuous with: conjugates of what +0 gives above 1. */
function conjugateAboveOne(f: (z: Pair) => Pair): (z: Pair) => Pair {
  return ([re, im]) => {
    if (im !== 0 || re <= 1) return f([re, im]);
    const [a, b] = f([re, im]);
    return [a, -b];
  };
}

export const exp = elementary(Math.exp, pairs.exp);
export const sin = elementary(Math.sin, pairs.sin);
export const cos = elementary(Math.cos, pairs.cos);
export const tan = elementary(Math.tan, pairs.tan);
export const asin = elementary(Math.asin, conjugateAboveOne(pairs.asin), withinOne);
export const acos = elementary(Math.acos, conjugateAboveOne(pairs.acos), withinOne);
export const sinh = elementary(Math.sinh, pairs.sinh);
export const cosh = elementary(Math.cosh, pairs.cosh);
export const tanh = elementary(Math.tanh, pairs.tanh);
export const asinh = elementary(Math.asinh, pairs.asinh);
export const acosh = elementary(Math.acosh, pairs.acosh, (x) => !(x < 1));
const atanhWithin = elementary(Math.atanh, pairs.atanh, withinOne);
const atanOne = elementary(Math.atan, pairs.atan);

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
  const isDouble = isDoublePrecision(n);
  if (n instanceof Complex) return complexResult(pairs.sqrt(pairOf(n)), isDouble);
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

function log2OfInteger(x: LispInteger): number {
  if (typeof x === "number") return Math.log2(x);
  const excess = Math.max(0, integerLength(x) - 64);
  return Math.log2(Number(shiftInteger(x, -excess))) + excess;
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
  const isDouble = isDoublePrecision(n) || isDoublePrecision(b);
  if (zerop(b)) return isDouble ? new DoubleFloat(0) : single(0);
  if (isInteger(n) && isInteger(b) && n > 0 && b > 0)
    return result(log2OfInteger(n) / log2OfInteger(b), isDouble);
  if (isPositiveReal(n) && isPositiveReal(b)) {
    return result(log2OfReal(n) / log2OfReal(b), isDouble);
  }
  return div(logResult(naturalLog(n), isDouble), logResult(naturalLog(b), isDouble));
}

function isPositiveReal(x: LispNumber): x is LispReal {
  return !(x instanceof Complex) && signOf(x) > 0;
}

function log2OfReal(x: LispReal): number {
  if (rank(x) >= SINGLE) return Math.log2(floatValue(x as LispFloat));
  return log2OfInteger(numeratorOf(x as LispRational)) - log2OfInteger(denominatorOf(x as LispRational));
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
  if (!(e instanceof Complex) && zerop(e) && !isInteger(e) && zerop(b)) {
    return arithmeticError("ARGUMENTS-OUT-OF-DOMAIN-ERROR", "EXPT", b, e);
  }
  const isDouble = isDoublePrecision(b) || isDoublePrecision(e);
  if (b instanceof Complex || e instanceof Complex) {
    if (zerop(b)) return mul(b, e);
    return complexResult(pairs.power(pairOf(b), pairOf(e)), isDouble);
  }
  return realPower(b, e, isDouble);
}

function realPower(b: LispReal, e: LispReal, isDouble: boolean): LispNumber {
  const x = toDoubleValue(b);
  const y = toDoubleValue(e);
  if (x === 0 && y < 0) return divisionByZero("/", new DoubleFloat(1), new DoubleFloat(x));
  if (x < 0 && Number.isFinite(y) && !Number.isInteger(y)) {
    const size = (-x) ** y;
    const angle = y * Math.PI;
    return complexResult([size * Math.cos(angle), size * Math.sin(angle)], isDouble);
  }
  return result(trapElementary(x ** y, [x, y]), isDouble);
}

/** (abs x); for a complex its magnitude, a float. */
export function abs(x: unknown): LispReal {
  const n = checkNumeric(x);
  if (!(n instanceof Complex)) return absReal(n);
  return result(Math.hypot(...pairOf(n)), isDoublePrecision(n));
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
