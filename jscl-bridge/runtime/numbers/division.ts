import { absReal, add, div, mul, neg, sub } from "./arithmetic.js";
import { checkReal, lt, minusp, numEq, oddp, plusp, signOf, zerop } from "./compare.js";
import { arithmeticError, divisionByZero } from "./errors.js";
import { exactRational, toDouble, toSingle } from "./floats.js";
import { addIntegers, multiplyIntegers, remainderOfIntegers, truncateIntegers } from "./integers.js";
import { denominatorOf, numeratorOf } from "./rationals.js";
import {
  DOUBLE,
  DoubleFloat,
  floatValue,
  isFixnum,
  isInteger,
  type LispFloat,
  type LispRational,
  type LispReal,
  RATIO,
  rank,
} from "./types.js";

/**
 * FLOOR, CEILING, TRUNCATE and ROUND (CLHS 12.1.4 contagion): a quotient and a remainder for every mix of
 * reals.
 */

export type QuotientAndRemainder = [quotient: LispReal, remainder: LispReal];

/** The integer part of a float; signals FLOATING-POINT-INVALID-OPERATION for an infinity or NaN. */
function integerPart(x: LispFloat): LispRational {
  const value = floatValue(x);
  if (!Number.isFinite(value)) return arithmeticError("FLOATING-POINT-INVALID-OPERATION", "TRUNCATE", x);
  return exactRational(Math.trunc(value));
}

/** Whether both are integers that JavaScript divides, by other than zero. */
function areSmall(a: unknown, b: unknown): boolean {
  return Number.isInteger(a) && Number.isInteger(b) && b !== 0;
}

/** The exact quotient and remainder of two such integers; adding zero makes none of them a negative one. */
function truncateSmall(a: number, b: number): QuotientAndRemainder {
  const rest = a % b;
  return [(a - rest) / b + 0, rest + 0];
}

export function truncate(a: unknown, b: unknown = 1): QuotientAndRemainder {
  if (areSmall(a, b)) return truncateSmall(a as number, b as number);
  if (isInteger(a) && isInteger(b) && b !== 0) return truncateIntegers(a, b);
  const x = checkReal(a);
  const y = checkReal(b);
  const rx = rank(x);
  const ry = rank(y);
  if (rx <= RATIO && ry <= RATIO) {
    if (y === 0) {
      const dividend = numeratorOf(x as LispRational);
      return divisionByZero(isFixnum(dividend) ? "/" : "TRUNCATE", dividend, y);
    }
    const quotient = truncateIntegers(
      multiplyIntegers(numeratorOf(x as LispRational), denominatorOf(y as LispRational)),
      multiplyIntegers(denominatorOf(x as LispRational), numeratorOf(y as LispRational)),
    )[0];
    return [quotient, sub(x, mul(quotient, y)) as LispReal];
  }
  const convert = rx === DOUBLE || ry === DOUBLE ? toDouble : toSingle;
  const dividend = convert(x);
  const divisor = convert(y);
  const quotient = integerPart((y === 1 ? dividend : div(dividend, divisor)) as LispFloat);
  return [quotient, sub(dividend, mul(convert(quotient), divisor)) as LispReal];
}

export function floor(a: unknown, b: unknown = 1): QuotientAndRemainder {
  if (areSmall(a, b)) {
    const rest = (a as number) % (b as number);
    const isShort = rest !== 0 && rest < 0 !== (b as number) < 0;
    const quotient = ((a as number) - rest) / (b as number);
    return isShort ? [quotient - 1, rest + (b as number)] : [quotient + 0, rest + 0];
  }
  const result = truncate(a, b);
  const quotient = result[0];
  const remainder = result[1];
  if (zerop(remainder) || (minusp(b) ? !plusp(remainder) : !minusp(remainder))) return result;
  return [sub(quotient, 1) as LispReal, add(remainder, b) as LispReal];
}

export function ceiling(a: unknown, b: unknown = 1): QuotientAndRemainder {
  const result = truncate(a, b);
  const quotient = result[0];
  const remainder = result[1];
  if (zerop(remainder) || (minusp(b) ? !minusp(remainder) : !plusp(remainder))) return result;
  return [add(quotient, 1) as LispReal, sub(remainder, b) as LispReal];
}

/** Rounds to the nearest integer, to the even one when two are equally near. */
export function round(a: unknown, b: unknown = 1): QuotientAndRemainder {
  const result = truncate(a, b);
  const quotient = result[0];
  const remainder = result[1];
  if (zerop(remainder)) return result;
  if (areSmall(a, b)) {
    const excess = Math.abs(remainder as number) * 2 - Math.abs(b as number);
    if (excess < 0 || (excess === 0 && (quotient as number) % 2 === 0)) return result;
    const step = (remainder as number) > 0 === (b as number) > 0 ? 1 : -1;
    return [(quotient as number) + step, (remainder as number) - step * (b as number)];
  }
  const half = div(absReal(b as LispReal), 2);
  const distance = absReal(remainder);
  if (lt(distance, half) || (numEq(distance, half) && !oddp(quotient))) return result;
  const awayFromZero = plusp(remainder) === plusp(b);
  return awayFromZero
    ? [add(quotient, 1) as LispReal, sub(remainder, b) as LispReal]
    : [sub(quotient, 1) as LispReal, add(remainder, b) as LispReal];
}

export function mod(a: unknown, b: unknown): LispReal {
  if (!isInteger(a) || !isInteger(b) || b === 0) return floor(a, b)[1];
  const rest = remainderOfIntegers(a, b);
  return rest !== 0 && rest < 0 !== b < 0 ? addIntegers(rest, b) : rest;
}

export function rem(a: unknown, b: unknown): LispReal {
  return isInteger(a) && isInteger(b) && b !== 0 ? remainderOfIntegers(a, b) : truncate(a, b)[1];
}

type Divider = (a: unknown, b?: unknown) => QuotientAndRemainder;

/**
 * The F-family returns the quotient as a float of the operands' float type, single for two rationals, and
 * keeps a zero's sign.
 */
function withFloatQuotient(divide: Divider): Divider {
  return (a, b = 1) => {
    const result = divide(a, b);
    const quotient = result[0];
    const remainder = result[1];
    const isDouble = a instanceof DoubleFloat || b instanceof DoubleFloat;
    const float = isDouble ? toDouble(quotient) : toSingle(quotient);
    const isRational = rank(a) <= RATIO && rank(b) <= RATIO;
    if (!isRational && zerop(float) && isNegative(a as LispReal) !== isNegative(b as LispReal)) {
      // The remainder of a zero is a zero without a sign.
      return [neg(float) as LispReal, zerop(remainder) ? absReal(remainder) : remainder];
    }
    return [float, remainder];
  };
}

function isNegative(x: LispReal): boolean {
  return rank(x) <= RATIO
    ? signOf(x) < 0
    : Object.is(Math.sign(floatValue(x as LispFloat)), -0) || signOf(x) < 0;
}

export const ffloor = withFloatQuotient(floor);
export const fceiling = withFloatQuotient(ceiling);
export const ftruncate = withFloatQuotient(truncate);

export function fround(a: unknown, b: unknown = 1): QuotientAndRemainder {
  const result = round(a, b);
  const quotient = result[0];
  const remainder = result[1];
  const isDouble = a instanceof DoubleFloat || b instanceof DoubleFloat;
  return [isDouble ? toDouble(quotient) : toSingle(quotient), remainder];
}
