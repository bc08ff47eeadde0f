import { gt } from "./compare.js";
import { makeComplex } from "./complex.js";
import { arithmeticError, wrongType } from "./errors.js";
import { toDoubleValue, toSingleValue } from "./floats.js";
import { negateInteger } from "./integers.js";
import { quickDifference, quickProduct, quickQuotient, quickSum } from "./quick.js";
import {
  addRationals,
  divideRationals,
  multiplyRationals,
  numeratorOf,
  subtractRationals,
} from "./rationals.js";
import {
  COMPLEX,
  Complex,
  DOUBLE,
  DoubleFloat,
  double,
  floatValue,
  INTEGER,
  type LispInteger,
  type LispNumber,
  type LispRational,
  type LispReal,
  RATIO,
  Ratio,
  rank,
  SINGLE,
  SingleFloat,
  single,
} from "./types.js";

/** Addition, subtraction, multiplication and division with contagion (CLHS 12.1.4.1) and SBCL's traps. */

/** Signals what the trap for a result would, given finite operands; quiet where IEEE 754 is. */
function trapped(operation: string, x: number, y: number, result: number, operands: () => unknown[]): void {
  if (Number.isFinite(result)) return;
  if (Number.isNaN(result)) {
    if (!Number.isNaN(x) && !Number.isNaN(y))
      arithmeticError("FLOATING-POINT-INVALID-OPERATION", operation, ...operands());
  } else if (Number.isFinite(x) && Number.isFinite(y)) {
    const type = operation === "/" && y === 0 ? "DIVISION-BY-ZERO" : "FLOATING-POINT-OVERFLOW";
    arithmeticError(type, operation, ...operands());
  }
}

/** Both operands' common rank; signals TYPE-ERROR for the first that is no number. */
function commonRank(a: unknown, b: unknown): number {
  const ra = rank(a);
  if (ra === 0) wrongType(a, "NUMBER");
  const rb = rank(b);
  if (rb === 0) wrongType(b, "NUMBER");
  return Math.max(ra, rb);
}

type Two<T> = (a: T, b: T) => LispNumber;

const SINGLES = [toSingleValue, single] as const;
const DOUBLES = [toDoubleValue, double] as const;

/** An operation on operands of which one becomes a float where it is none. */
function ofFloats(
  name: string,
  isSingle: boolean,
  a: LispReal,
  b: LispReal,
  onFloats: (x: number, y: number) => number,
): LispReal {
  const [convert, make] = isSingle ? SINGLES : DOUBLES;
  const x = convert(a);
  const y = convert(b);
  const result = isSingle ? Math.fround(onFloats(x, y)) : onFloats(x, y);
  trapped(name, x, y, result, () => [make(x), make(y)]);
  return make(result);
}

/** An operation, which is tried quickly first: what is left then traps, is long, or converts an operand. */
function operation(
  name: string,
  quickly: (a: unknown, b: unknown) => LispNumber | undefined,
  onRationals: Two<LispRational>,
  onFloats: (x: number, y: number) => number,
  onComplex: Two<LispNumber>,
): (a: unknown, b: unknown) => LispNumber {
  const slowly = (a: LispNumber, b: LispNumber): LispNumber => {
    const rank = commonRank(a, b);
    if (rank <= RATIO) return onRationals(a as LispRational, b as LispRational);
    if (rank === COMPLEX) return onComplex(a, b);
    return ofFloats(name, rank === SINGLE, a as LispReal, b as LispReal, onFloats);
  };
  return (a, b) => quickly(a, b) ?? slowly(a as LispNumber, b as LispNumber);
}

export const add = operation("+", quickSum, addRationals, (x, y) => x + y, addComplex);
export const sub = operation("-", quickDifference, subtractRationals, (x, y) => x - y, subtractComplex);
export const mul = operation("*", quickProduct, multiplyRationals, (x, y) => x * y, multiplyComplex);
export const div = operation("/", quickQuotient, divideRationals, (x, y) => x / y, divideComplex);

/** (- a): for floats this is no subtraction from zero, since (- 0.0) is -0.0. */
export function neg(a: unknown): LispNumber {
  switch (rank(a)) {
    case INTEGER:
      return negateInteger(a as LispInteger);
    case RATIO: {
      const { num, den } = a as Ratio;
      return new Ratio(negateInteger(num), den);
    }
    case SINGLE:
      return typeof a === "number" ? -a : new SingleFloat(-(a as SingleFloat).value);
    case DOUBLE:
      return new DoubleFloat(-(a as DoubleFloat).value);
    case COMPLEX:
      return makeComplex(neg((a as Complex).re) as LispReal, neg((a as Complex).im) as LispReal);
    default:
      return wrongType(a, "NUMBER");
  }
}

/** (/ a) */
export function reciprocal(a: unknown): LispNumber {
  return div(1, a);
}

/** (1+ a) */
export function inc(a: unknown): LispNumber {
  return add(a, 1);
}

/** (1- a) */
export function dec(a: unknown): LispNumber {
  return sub(a, 1);
}

/** The absolute value of a real; the magnitude of a complex is {@link magnitude}'s. */
export function absReal(a: LispReal): LispReal {
  switch (rank(a)) {
    case SINGLE:
      return single(Math.abs(floatValue(a as number | SingleFloat)));
    case DOUBLE:
      return new DoubleFloat(Math.abs((a as DoubleFloat).value));
    default:
      return numeratorOf(a as LispRational) < 0 ? (neg(a) as LispReal) : a;
  }
}

/** With a real operand each part is computed alone, since a made-up zero would change the signs of zeros. */
function addComplex(a: LispNumber, b: LispNumber): LispNumber {
  if (!(a instanceof Complex)) return b instanceof Complex ? complexOf(add(a, b.re), b.im) : add(a, b);
  if (!(b instanceof Complex)) return complexOf(add(a.re, b), a.im);
  return complexOf(add(a.re, b.re), add(a.im, b.im));
}

function subtractComplex(a: LispNumber, b: LispNumber): LispNumber {
  if (!(a instanceof Complex))
    return b instanceof Complex ? complexOf(sub(a, b.re), sub(0, b.im)) : sub(a, b);
  if (!(b instanceof Complex)) return complexOf(sub(a.re, b), a.im);
  return complexOf(sub(a.re, b.re), sub(a.im, b.im));
}

function multiplyComplex(a: LispNumber, b: LispNumber): LispNumber {
  if (!(a instanceof Complex))
    return b instanceof Complex ? complexOf(mul(a, b.re), mul(a, b.im)) : mul(a, b);
  if (!(b instanceof Complex)) return complexOf(mul(a.re, b), mul(a.im, b));
  return complexOf(sub(mul(a.re, b.re), mul(a.im, b.im)), add(mul(a.re, b.im), mul(a.im, b.re)));
}

function divideComplex(a: LispNumber, b: LispNumber): LispNumber {
  if (!(b instanceof Complex))
    return a instanceof Complex ? complexOf(div(a.re, b), div(a.im, b)) : div(a, b);
  return divideByComplex(a, b);
}

/** Divides by means of the quotient of the divisor's parts, which is at most 1 and cannot overflow. */
function divideByComplex(a: LispNumber, b: Complex): LispNumber {
  const isFlat = gt(absReal(b.re), absReal(b.im));
  const r = isFlat ? div(b.im, b.re) : div(b.re, b.im);
  const norm = mul(isFlat ? b.re : b.im, add(1, mul(r, r)));
  if (!(a instanceof Complex)) {
    return isFlat
      ? complexOf(div(a, norm), neg(div(mul(a, r), norm)))
      : complexOf(div(mul(a, r), norm), neg(div(a, norm)));
  }
  return isFlat
    ? complexOf(div(add(a.re, mul(a.im, r)), norm), div(sub(a.im, mul(a.re, r)), norm))
    : complexOf(div(add(mul(a.re, r), a.im), norm), div(sub(mul(a.im, r), a.re), norm));
}

function complexOf(re: LispNumber, im: LispNumber): LispNumber {
  return makeComplex(re as LispReal, im as LispReal);
}
