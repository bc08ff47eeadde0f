import { expect, test } from "vitest";
import {
  absolute,
  difference,
  division,
  extreme,
  logicalAnd,
  logicalNot,
  logicalOr,
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

test.each(OPERATIONS)(
  "%s of integers of two intervals is in the interval of the result",
  (_, derive, compute) => {
    for (const a of INTERVALS)
      for (const b of INTERVALS) {
        const result = derive(integers(...a), integers(...b));
        for (const x of values(a))
          for (const y of values(b)) {
            const found = compute(x, y);
            if (found !== null && !admits(result, found)) expect([a, b, x, y, found, result.text]).toBeNull();
          }
      }
  },
);

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
