/** Types of the values of arithmetic functions, from the types of their arguments. */

import { COMPLEX, DOUBLE, INTEGER, NUMBER, RATIO, REAL, SINGLE } from "./kinds.js";
import { type Facets, integers, intersection, LispType } from "./lattice.js";

type Bound = bigint | null;

const FLOAT = SINGLE | DOUBLE;
const RATIONAL = INTEGER | RATIO;
export const NUMBERS = new LispType(NUMBER);
export const REALS = new LispType(REAL);
export const INTEGERS = integers(null, null);
/** Bounds beyond are of no use. */
const MOST = 2n ** 128n;

const within = (n: bigint): Bound => (n > MOST || n < -MOST ? null : n);
const lift = (a: Bound, b: Bound, f: (a: bigint, b: bigint) => bigint): Bound =>
  a === null || b === null ? null : within(f(a, b));
const least = (...all: Bound[]): Bound =>
  all.reduce((a, b) => (a === null || b === null ? null : a < b ? a : b));
const greatest = (...all: Bound[]): Bound =>
  all.reduce((a, b) => (a === null || b === null ? null : a > b ? a : b));

/** The kinds of the result of +, - or * on reals of some kinds. */
function contagion(a: number, b: number): number {
  let kinds = 0;
  if (((a | b) & DOUBLE) !== 0) kinds |= DOUBLE;
  if ((a & SINGLE) !== 0 && (b & ~DOUBLE) !== 0) kinds |= SINGLE;
  if ((b & SINGLE) !== 0 && (a & ~DOUBLE) !== 0) kinds |= SINGLE;
  if ((a & RATIONAL) !== 0 && (b & RATIONAL) !== 0) {
    kinds |= INTEGER;
    if (((a | b) & RATIO) !== 0) kinds |= RATIO;
  }
  return kinds;
}

/** What a function that takes only objects of `type` knows of an argument that it has accepted. */
export function accepted(argument: LispType | null, type: LispType): LispType {
  return argument === null ? type : intersection(argument, type);
}

type Interval = readonly [Bound, Bound];

function combined(
  x: LispType | null,
  y: LispType | null,
  interval: (a: LispType, b: LispType) => Interval,
  nonNegative = false,
): LispType {
  const [a, b] = [accepted(x, NUMBERS), accepted(y, NUMBERS)];
  if (((a.kinds | b.kinds) & COMPLEX) !== 0) return NUMBERS;
  const kinds = contagion(a.kinds, b.kinds);
  const [low, high] = a.kinds === INTEGER && b.kinds === INTEGER ? interval(a, b) : [null, null];
  return new LispType(kinds, { low, high, nonNegative: nonNegative || undefined });
}

const isNonNegative = ({ kinds, low, facets }: LispType): boolean => {
  if ((kinds & RATIO) !== 0 || ((kinds & INTEGER) !== 0 && (low === null || low < 0n))) return false;
  return (kinds & FLOAT) === 0 || facets.nonNegative === true;
};

export function sum(x: LispType | null, y: LispType | null): LispType {
  const positive = x !== null && y !== null && isNonNegative(x) && isNonNegative(y);
  return combined(x, y, (a, b) => [lift(a.low, b.low, add), lift(a.high, b.high, add)], positive);
}

export function difference(x: LispType | null, y: LispType | null): LispType {
  return combined(x, y, (a, b) => [lift(a.low, b.high, subtract), lift(a.high, b.low, subtract)]);
}

const add = (a: bigint, b: bigint): bigint => a + b;
const subtract = (a: bigint, b: bigint): bigint => a - b;
const multiply = (a: bigint, b: bigint): bigint => a * b;

export function product(x: LispType | null, y: LispType | null, same = false): LispType {
  const positive = same || (x !== null && y !== null && isNonNegative(x) && isNonNegative(y));
  return combined(x, y, (a, b) => products(a, b, same), positive);
}

function products(a: LispType, b: LispType, same: boolean): Interval {
  const isNatural = ({ low }: LispType): boolean => low !== null && low >= 0n;
  if (isNatural(a) && isNatural(b)) return [lift(a.low, b.low, multiply), lift(a.high, b.high, multiply)];
  const corners = [a.low, a.high].flatMap((p) => [b.low, b.high].map((q) => lift(p, q, multiply)));
  return [same ? 0n : least(...corners), greatest(...corners)];
}

/** The quotient of two numbers: integers have rational quotients. */
export function quotient(x: LispType | null, y: LispType | null): LispType {
  const { kinds } = combined(x, y, () => [null, null]);
  return new LispType((kinds & INTEGER) === 0 ? kinds : kinds | RATIO);
}

export function negated(x: LispType | null): LispType {
  return difference(integers(0n, 0n), x);
}

export function absolute(x: LispType | null): LispType {
  const a = accepted(x, NUMBERS);
  if ((a.kinds & COMPLEX) !== 0) return REALS;
  const { low, high } = a;
  const [p, q] = [low === null ? null : -low, high === null ? null : -high];
  if (a.kinds !== INTEGER) return new LispType(a.kinds, { low: 0n, high: null, nonNegative: true });
  const smallest = low !== null && low > 0n ? low : high !== null && high < 0n ? (q as bigint) : 0n;
  return integers(smallest, greatest(p, high) ?? null);
}

/** MIN, or MAX. */
export function extreme(x: LispType | null, y: LispType | null, isMost: boolean): LispType {
  const [a, b] = [accepted(x, REALS), accepted(y, REALS)];
  const kinds = a.kinds | b.kinds;
  const nonNegative = a.facets.nonNegative && b.facets.nonNegative;
  if (kinds !== INTEGER) return new LispType(kinds, { low: null, high: null, nonNegative });
  const tight = (p: Bound, q: Bound, most: boolean): Bound =>
    p === null ? q : q === null ? p : p > q === most ? p : q;
  return isMost
    ? integers(tight(a.low, b.low, true), greatest(a.high, b.high))
    : integers(least(a.low, b.low), tight(a.high, b.high, false));
}

function asInteger(type: LispType | null): LispType {
  return accepted(type, INTEGERS);
}

/** How many bits an integer needs, beside its sign. */
export const bitLength = (n: bigint): number => (n < 0n ? -n - 1n : n).toString(2).length;

/** All integers of as many bits as the bounds need. */
function ofBits(low: bigint, high: bigint): LispType {
  const size = BigInt(Math.max(bitLength(low), bitLength(high)));
  return integers(low < 0n ? -(2n ** size) : 0n, 2n ** size - 1n);
}

export function logicalAnd(x: LispType | null, y: LispType | null): LispType {
  const [a, b] = [asInteger(x), asInteger(y)];
  const naturals = [a, b].filter(({ low }) => low !== null && low >= 0n);
  if (naturals.length === 0) return eitherBits(a, b);
  return integers(
    0n,
    naturals.map(({ high }) => high).reduce((p, q) => (p === null ? q : q === null ? p : p < q ? p : q)),
  );
}

/** LOGIOR or LOGXOR. */
export function logicalOr(x: LispType | null, y: LispType | null): LispType {
  return eitherBits(asInteger(x), asInteger(y));
}

function eitherBits(a: LispType, b: LispType): LispType {
  const [low, high] = [least(a.low, b.low), greatest(a.high, b.high)];
  if (low === null || high === null) return integers(low !== null && low >= 0n ? 0n : null, null);
  return ofBits(low, high);
}

export function logicalNot(x: LispType | null): LispType {
  const { low, high } = asInteger(x);
  return integers(high === null ? null : -high - 1n, low === null ? null : -low - 1n);
}

/** ASH. */
export function shifted(x: LispType | null, y: LispType | null): LispType {
  const [a, by] = [asInteger(x), asInteger(y)];
  const sign = a.low !== null && a.low >= 0n ? integers(0n, null) : INTEGERS;
  if (by.low === null || by.high === null || by.high > 128n) {
    // A shift to the right makes nothing greater.
    const shrinks = by.high !== null && by.high <= 0n;
    return shrinks
      ? integers(a.low === null ? null : least(a.low, 0n), a.high === null ? null : greatest(a.high, 0n))
      : sign;
  }
  const shift = (n: bigint, count: bigint): bigint => (count >= 0n ? n << count : n >> -count);
  const { low, high } = by;
  const corners = (n: Bound): Bound[] =>
    n === null ? [null] : [within(shift(n, low)), within(shift(n, high))];
  return integers(least(...corners(a.low)), greatest(...corners(a.high)));
}

/** The low `size` bits of an integer. */
export function lowBits(size: bigint): LispType {
  return size > 128n ? integers(0n, null) : integers(0n, 2n ** size - 1n);
}

type Rounding = "FLOOR" | "CEILING" | "TRUNCATE" | "ROUND";

/** The quotient and the remainder of a division with integer quotient. */
export function division(x: LispType | null, y: LispType, how: Rounding): [LispType, LispType] {
  const [a, b] = [accepted(x, REALS), accepted(y, REALS)];
  if (a.kinds !== INTEGER || b.kinds !== INTEGER) {
    const kinds = contagion(a.kinds, b.kinds);
    return [
      INTEGERS,
      new LispType((kinds & INTEGER) === 0 ? kinds : kinds | (a.kinds & RATIO) | (b.kinds & RATIO)),
    ];
  }
  return [integerQuotient(a, b, how), remainder(a, b, how)];
}

function integerQuotient(a: LispType, b: LispType, how: Rounding): LispType {
  const natural = a.low !== null && a.low >= 0n && b.low !== null && b.low >= 0n;
  if (b.low !== null && b.high !== null && (b.low > 0n || b.high < 0n) && a.low !== null && a.high !== null) {
    const corners = [a.low, a.high].flatMap((p) =>
      [b.low as bigint, b.high as bigint].map((q) => divided(p, q, how)),
    );
    return integers(least(...corners), greatest(...corners));
  }
  if (natural)
    return integers(0n, a.high === null ? null : how === "CEILING" || how === "ROUND" ? a.high + 1n : a.high);
  const size = greatest(a.high, a.low === null ? null : -a.low);
  return size === null ? INTEGERS : integers(-size - 1n, size + 1n);
}

function divided(p: bigint, q: bigint, how: Rounding): bigint {
  const exact = p % q === 0n;
  const quotient = p / q;
  if (exact || how === "TRUNCATE") return quotient;
  const isNegative = p < 0n !== q < 0n;
  if (how === "FLOOR") return isNegative ? quotient - 1n : quotient;
  if (how === "CEILING") return isNegative ? quotient : quotient + 1n;
  const twice = (p % q) * 2n;
  const size = twice < 0n ? -twice : twice;
  const most = q < 0n ? -q : q;
  const away = size > most || (size === most && quotient % 2n !== 0n);
  return away ? quotient + (isNegative ? -1n : 1n) : quotient;
}

function remainder(a: LispType, b: LispType, how: Rounding): LispType {
  const most = greatest(b.high === null ? null : b.high, b.low === null ? null : -b.low);
  const limit = most === null ? null : most > 0n ? most - 1n : 0n;
  const negative = limit === null ? null : -limit;
  const isNatural = (t: LispType): boolean => t.low !== null && t.low >= 0n;
  if (how === "FLOOR" && isNatural(b)) return integers(0n, isNatural(a) ? smaller(a.high, limit) : limit);
  if (how === "TRUNCATE" && isNatural(a)) return integers(0n, smaller(a.high, limit));
  return integers(negative, limit);
}

const smaller = (a: Bound, b: Bound): Bound => (a === null ? b : b === null ? a : a < b ? a : b);

/** A function of one float that is a float of its format: of a real its sine, say; other numbers vary. */
export function floatFunction(x: LispType | null, facets: Partial<Facets> = {}): LispType | null {
  if (x === null || x.kinds === 0 || (x.kinds & ~REAL) !== 0) return null;
  const kinds = (x.kinds & DOUBLE) | ((x.kinds & ~DOUBLE) === 0 ? 0 : SINGLE);
  return new LispType(kinds, { low: null, high: null, ...facets });
}
