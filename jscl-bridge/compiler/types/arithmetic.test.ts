import { expect, test } from "vitest";
import {
  absolute,
  bitLength,
  difference,
  division,
  extreme,
  logicalAnd,
  logicalNot,
  logicalOr,
  lowBits,
  negated,
  product,
  shifted,
  sum,
} from "./arithmetic.js";
import { integers, type LispType } from "./lattice.js";
import { typeOf } from "./specifiers.js";

const BOUNDS = [-9n, -4n, -1n, 0n, 1n, 3n, 8n];
const INTERVALS = BOUNDS.flatMap((low) =>
  BOUNDS.filter((high) => high >= low).map((high) => [low, high] as const),
);

function* values([low, high]: readonly [bigint, bigint]): Generator<bigint> {
  for (let n = low; n <= high; n++) yield n;
}

const admits = ({ low, high }: LispType, n: bigint): boolean =>
  (low === null || low <= n) && (high === null || n <= high);

const floor = (a: bigint, b: bigint): bigint => a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n);
const size = (n: bigint): bigint => (n < 0n ? -n : n);
const round = (a: bigint, b: bigint): bigint => {
  const low = floor(a, b);
  const twice = size((a - low * b) * 2n);
  return twice < size(b) || (twice === size(b) && low % 2n === 0n) ? low : low + 1n;
};

type Operation = readonly [
  string,
  (a: LispType, b: LispType) => LispType,
  (a: bigint, b: bigint) => bigint | null,
];

const quotient =
  (how: "FLOOR" | "CEILING" | "TRUNCATE" | "ROUND", part: 0 | 1) =>
  (a: LispType, b: LispType): LispType =>
    division(a, b, how)[part];
const divided =
  (of: (a: bigint, b: bigint) => bigint, part: 0 | 1) =>
  (a: bigint, b: bigint): bigint | null => {
    if (b === 0n) return null;
    return part === 0 ? of(a, b) : a - of(a, b) * b;
  };
const ROUNDED = [
  ["FLOOR", floor],
  ["CEILING", (a: bigint, b: bigint) => -floor(-a, b)],
  ["TRUNCATE", (a: bigint, b: bigint) => a / b],
  ["ROUND", round],
] as const;

const OPERATIONS: Operation[] = [
  ["+", sum, (a, b) => a + b],
  ["-", difference, (a, b) => a - b],
  ["*", (a, b) => product(a, b), (a, b) => a * b],
  ["MAX", (a, b) => extreme(a, b, true), (a, b) => (a > b ? a : b)],
  ["MIN", (a, b) => extreme(a, b, false), (a, b) => (a < b ? a : b)],
  ["LOGAND", logicalAnd, (a, b) => a & b],
  ["LOGIOR", logicalOr, (a, b) => a | b],
  ["LOGXOR", logicalOr, (a, b) => a ^ b],
  ["ASH", shifted, (a, b) => (b < 0n ? a >> -b : a << b)],
  ["ABS", (a) => absolute(a), (a) => size(a)],
  ["NEGATE", (a) => negated(a), (a) => -a],
  ["LOGNOT", (a) => logicalNot(a), (a) => -a - 1n],
  ...ROUNDED.flatMap(([how, of]): Operation[] => [
    [how, quotient(how, 0), divided(of, 0)],
    [`${how}, remainder`, quotient(how, 1), divided(of, 1)],
  ]),
];

/** An interval; null is no bound. */
type Interval = readonly [bigint | null, bigint | null];

/** As far as the values of an unbounded interval are tried: results of these tell bounded from unbounded. */
const FAR = 12n;

const OPEN: Interval[] = [null, -4n, 0n, 3n].flatMap((low) =>
  [null, -1n, 0n, 8n]
    .filter((high) => low === null || high === null || low <= high)
    .map((high) => [low, high] as const),
);

const valuesOf = ([low, high]: Interval): bigint[] => [...values([low ?? -FAR, high ?? FAR])];

/** The least and the greatest value for arguments of two intervals; null for one that there are none of. */
function extremes(compute: Operation[2], a: Interval, b: Interval): [bigint, bigint] | null {
  let found: [bigint, bigint] | null = null;
  for (const x of valuesOf(a))
    for (const y of valuesOf(b)) {
      const value = compute(x, y);
      if (value === null) continue;
      found =
        found === null
          ? [value, value]
          : [value < found[0] ? value : found[0], value > found[1] ? value : found[1]];
    }
  return found;
}

test.each(OPERATIONS)(
  "%s of integers of two intervals is in the interval of the result",
  (_, derive, compute) => {
    for (const a of [...INTERVALS, ...OPEN])
      for (const b of [...INTERVALS, ...OPEN]) {
        const result = derive(integers(...a), integers(...b));
        const found = extremes(compute, a, b);
        if (found !== null && !found.every((n) => admits(result, n)))
          expect([a, b, found, result.text]).toBeNull();
      }
  },
);

/** Operations whose results have the very bounds that the values have, where both arguments have bounds. */
const EXACT = ["+", "-", "*", "MAX", "MIN", "ASH", "ABS", "NEGATE", "LOGNOT"];
/** These where no divisor is zero, so that the divisors are on one side of it. */
const EXACT_QUOTIENTS = ["FLOOR", "CEILING", "TRUNCATE", "ROUND"];

test.each(OPERATIONS.filter(([name]) => EXACT.includes(name) || EXACT_QUOTIENTS.includes(name)))(
  "%s has no wider bounds than its values",
  (name, derive, compute) => {
    const isQuotient = EXACT_QUOTIENTS.includes(name);
    for (const a of INTERVALS)
      for (const b of INTERVALS) {
        if (isQuotient && b[0] <= 0n && b[1] >= 0n) continue;
        const { low, high } = derive(integers(...a), integers(...b));
        expect([a, b, [low, high]]).toEqual([a, b, extremes(compute, a, b)]);
      }
  },
);

test.each(OPERATIONS.filter(([name]) => ["+", "-", "MAX", "MIN", "ABS", "NEGATE", "LOGNOT"].includes(name)))(
  "%s has a bound where its values have one",
  (_, derive, compute) => {
    for (const a of OPEN)
      for (const b of OPEN) {
        const { low, high } = derive(integers(...a), integers(...b));
        const [least, most] = extremes(compute, a, b) as [bigint, bigint];
        // A bound is one if values from farther away do not go beyond it.
        const further = (interval: Interval): Interval => [interval[0] ?? -2n * FAR, interval[1] ?? 2n * FAR];
        const [lower, higher] = extremes(compute, further(a), further(b)) as [bigint, bigint];
        expect([a, b, low, high]).toEqual([a, b, lower < least ? null : least, higher > most ? null : most]);
      }
  },
);

/** The least power of two above some numbers that are not negative, but not 1: no bit counts as one. */
const above = (...numbers: bigint[]): bigint => {
  let power = 2n;
  while (numbers.some((n) => n >= power)) power *= 2n;
  return power;
};

test("bitwise operations have as many bits as the bounds of their arguments need", () => {
  for (const a of INTERVALS)
    for (const b of INTERVALS) {
      const bits = above(...[...a, ...b].map((n) => (n < 0n ? -n - 1n : n)));
      const isNatural = a[0] >= 0n && b[0] >= 0n;
      const either = [isNatural ? 0n : -bits, bits - 1n];
      const naturals = [a, b].filter(([low]) => low >= 0n).map(([, high]) => high);
      const both = naturals.length === 0 ? either : [0n, naturals.reduce((p, q) => (p < q ? p : q))];
      const [or, and] = [logicalOr, logicalAnd].map((f) => f(integers(...a), integers(...b)));
      expect([a, b, or?.low, or?.high, and?.low, and?.high]).toEqual([a, b, ...either, ...both]);
    }
  expect([lowBits(0n), lowBits(1n), lowBits(8n)].map(({ low, high }) => [low, high])).toEqual([
    ...[
      [0n, 0n],
      [0n, 1n],
      [0n, 255n],
    ],
  ]);
  expect([0n, 1n, 2n, 3n, 4n, -1n, -2n, -3n].map(bitLength).map(Math.abs)).toEqual([1, 1, 2, 2, 3, 1, 1, 2]);
});

test("a remainder is nearer to zero than the divisor, and has its sign or the number's", () => {
  for (const b of INTERVALS) {
    const divisors = [...values(b)].filter((n) => n !== 0n);
    if (divisors.length === 0) continue;
    const limit = divisors.map(size).reduce((p, q) => (p > q ? p : q)) - 1n;
    const least = (p: bigint, q: bigint): bigint => (p < q ? p : q);
    for (const a of INTERVALS) {
      const natural = a[0] >= 0n;
      const expected = {
        FLOOR: b[0] >= 0n ? [0n, natural ? least(a[1], limit) : limit] : [-limit, limit],
        TRUNCATE: natural ? [0n, least(a[1], limit)] : [-limit, limit],
        CEILING: [-limit, limit],
        ROUND: [-limit, limit],
      };
      for (const [how, interval] of Object.entries(expected)) {
        const { low, high } = division(integers(...a), integers(...b), how as keyof typeof expected)[1];
        expect([how, a, b, low, high]).toEqual([how, a, b, ...interval]);
      }
    }
  }
});

test("a square is not negative", () => {
  const type = integers(-3n, 2n);
  expect(product(type, type, true).text).toBe("(MOD 10)");
});

test("floats are contagious", () => {
  const [double, single, integer, ratio] = ["DOUBLE-FLOAT", "SINGLE-FLOAT", "INTEGER", "RATIO"].map((x) =>
    typeOf(x),
  );
  const text = (a?: LispType, b?: LispType): string => sum(a ?? null, b ?? null).text;
  expect([text(double, integer), text(single, ratio), text(single, double)]).toEqual([
    ...["DOUBLE-FLOAT", "SINGLE-FLOAT", "DOUBLE-FLOAT"],
  ]);
  expect([text(integer, ratio), text(integer, undefined), text(typeOf("REAL"), double)]).toEqual([
    ...["RATIONAL", "NUMBER", "DOUBLE-FLOAT"],
  ]);
});
