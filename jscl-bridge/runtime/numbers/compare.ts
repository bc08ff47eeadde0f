import { wrongType } from "./errors.js";
import { exactRational } from "./floats.js";
import { isEven, multiplyIntegers } from "./integers.js";
import { denominatorOf, numeratorOf } from "./rationals.js";
import {
  Complex,
  DOUBLE,
  DoubleFloat,
  floatValue,
  INTEGER,
  isInteger,
  type LispFloat,
  type LispInteger,
  type LispRational,
  type LispReal,
  RATIO,
  Ratio,
  rank,
  SINGLE,
} from "./types.js";

/**
 * Comparison by exact value (a float stands for the rational it equals, as CLHS 12.1.4.1 wants), and
 * predicates on one number.
 */

function compareRationals(a: LispRational, b: LispRational): number {
  if (!(a instanceof Ratio) && !(b instanceof Ratio)) return a < b ? -1 : a > b ? 1 : 0;
  const x = multiplyIntegers(numeratorOf(a), denominatorOf(b));
  const y = multiplyIntegers(numeratorOf(b), denominatorOf(a));
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Below, at or above zero; NaN where a NaN makes all comparisons false. */
function compare(a: unknown, b: unknown, type: "REAL" | "NUMBER"): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a instanceof DoubleFloat && b instanceof DoubleFloat) return order(a.value, b.value);
  if (isInteger(a) && isInteger(b)) return a < b ? -1 : a > b ? 1 : 0;
  const ra = rank(a);
  if (ra === 0 || ra > DOUBLE) wrongType(a, type);
  const rb = rank(b);
  if (rb === 0 || rb > DOUBLE) wrongType(b, type);
  if (ra <= RATIO && rb <= RATIO) return compareRationals(a as LispRational, b as LispRational);
  // JS compares numbers with BigInts by exact value.
  const x = ra >= SINGLE ? floatValue(a as LispFloat) : a;
  const y = rb >= SINGLE ? floatValue(b as LispFloat) : b;
  if (x instanceof Ratio || y instanceof Ratio) {
    const float = (x instanceof Ratio ? y : x) as number;
    if (!Number.isFinite(float))
      return Number.isNaN(float) ? Number.NaN : float > 0 === (y === float) ? -1 : 1;
    return compareRationals(
      x instanceof Ratio ? x : exactRational(float),
      y instanceof Ratio ? y : exactRational(float),
    );
  }
  return order(x as number, y as number);
}

function order(x: number, y: number): number {
  if (x < y) return -1;
  if (x > y) return 1;
  return Number.isNaN(x) || Number.isNaN(y) ? Number.NaN : 0;
}

export function numEq(a: unknown, b: unknown): boolean {
  if (typeof a === "number" && typeof b === "number") return a === b;
  if (a instanceof Complex || b instanceof Complex) return complexEqual(a, b);
  return compare(a, b, "NUMBER") === 0;
}

function complexEqual(a: unknown, b: unknown): boolean {
  if (rank(a) === 0) wrongType(a, "NUMBER");
  if (rank(b) === 0) wrongType(b, "NUMBER");
  const [ar, ai] = a instanceof Complex ? [a.re, a.im] : [a, 0];
  const [br, bi] = b instanceof Complex ? [b.re, b.im] : [b, 0];
  return numEq(ar, br) && numEq(ai, bi);
}

export function lt(a: unknown, b: unknown): boolean {
  return compare(a, b, "REAL") < 0;
}
export function le(a: unknown, b: unknown): boolean {
  return compare(a, b, "REAL") <= 0;
}
export function gt(a: unknown, b: unknown): boolean {
  return compare(a, b, "REAL") > 0;
}
export function ge(a: unknown, b: unknown): boolean {
  return compare(a, b, "REAL") >= 0;
}

/** (max a b): the operand itself, never converted; the first of two equal ones, as SBCL. */
export function max(a: unknown, b: unknown): LispReal {
  return lt(a, b) ? (b as LispReal) : (a as LispReal);
}
/** (min a b) */
export function min(a: unknown, b: unknown): LispReal {
  return gt(a, b) ? (b as LispReal) : (a as LispReal);
}

/** The argument of a one-argument comparison; signals TYPE-ERROR if it is no real. */
export function checkReal(a: unknown): LispReal {
  const r = rank(a);
  if (r === 0 || r > DOUBLE) return wrongType(a, "REAL");
  return a as LispReal;
}

/** The argument of a one-argument `=`, `+` or `*`; signals TYPE-ERROR if it is no number. */
export function checkNumber<T>(a: T): T {
  return rank(a) === 0 ? wrongType(a, "NUMBER") : a;
}

/** The sign of a real: -1, 0 (also for -0.0 and NaN) or 1. */
export function signOf(a: LispReal): -1 | 0 | 1 {
  const r = rank(a);
  const x = r === RATIO ? (a as Ratio).num : r === INTEGER ? (a as LispInteger) : floatValue(a as LispFloat);
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

export function zerop(a: unknown): boolean {
  switch (rank(a)) {
    case INTEGER:
      return a === 0;
    case RATIO:
      return false;
    case 0:
      return wrongType(a, "NUMBER");
    default:
      return a instanceof Complex ? zerop(a.re) && zerop(a.im) : floatValue(a as LispFloat) === 0;
  }
}
export function plusp(a: unknown): boolean {
  return typeof a === "number" ? a > 0 : signOf(checkReal(a)) > 0;
}
export function minusp(a: unknown): boolean {
  return typeof a === "number" ? a < 0 : signOf(checkReal(a)) < 0;
}
export function evenp(a: unknown): boolean {
  return isInteger(a) ? isEven(a) : wrongType(a, "INTEGER");
}
export function oddp(a: unknown): boolean {
  return isInteger(a) ? !isEven(a) : wrongType(a, "INTEGER");
}
