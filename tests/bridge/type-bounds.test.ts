/** What comparisons and functions say of integers around their bounds, against all values there are. */
import { expect, test } from "vitest";
import { Environment } from "../../jscl-bridge/compiler/scope/environment.js";
import { Builder } from "../../jscl-bridge/compiler/syntax/builder.js";
import { children } from "../../jscl-bridge/compiler/syntax/children.js";
import type { Node } from "../../jscl-bridge/compiler/syntax/tree.js";
import { inferTypes } from "../../jscl-bridge/compiler/types/infer.js";
import type { LispType } from "../../jscl-bridge/compiler/types/lattice.js";
import { makerOf } from "../../jscl-bridge/engine/rare-functions.js";
import { Image } from "../../jscl-bridge/image/image.js";
import { symbolName } from "../../jscl-bridge/runtime/objects/symbols.js";
import { makeString } from "../../jscl-bridge/runtime/objects/vectors.js";
import { callLisp } from "../../jscl-bridge/runtime/signals.js";
import { loadParts } from "./image.js";

const parts = await loadParts();
const image = new Image((options) => parts.createJscl({ ...options, rare: makerOf(parts.rare) }));
image.load(parts.overlay);

type Interval = readonly [bigint | null, bigint | null];

/** The bounds that the compiler knows of the arguments of each call of VECTOR in a form, in order. */
function boundsIn(code: string): Interval[][] {
  const { compiler } = image;
  const form = callLisp("READ-FROM-STRING", "COMMON-LISP", makeString(code));
  return compiler.warnings.silently(() => {
    const root = new Builder(compiler, null).toplevel(form, Environment.empty);
    inferTypes(compiler, root);
    const found: { order: number; bounds: Interval[] }[] = [];
    const visit = (node: Node): void => {
      if (node.kind === "call" && symbolName(node.name) === "VECTOR")
        found.push({ order: found.length, bounds: node.args.map(({ type }) => boundsOf(type)) });
      for (const child of children(node)) visit(child);
    };
    visit(root.body);
    return found.map(({ bounds }) => bounds);
  });
}

const boundsOf = (type: LispType | null): Interval => [type?.low ?? null, type?.high ?? null];

const INTERVALS: Interval[] = [null, -2n, 0n, 1n].flatMap((low) =>
  [null, -1n, 0n, 3n]
    .filter((high) => low === null || high === null || low <= high)
    .map((high) => [low, high] as const),
);

/** As far as the values of an unbounded interval are tried. */
const FAR = 9n;

function valuesOf([low, high]: Interval): bigint[] {
  const values: bigint[] = [];
  for (let n = low ?? -FAR; n <= (high ?? FAR); n++) values.push(n);
  return values;
}

/** The interval of some values of another: what reaches to where values were tried has no bound there. */
function hull(values: readonly bigint[], of: Interval): Interval {
  const [least, most] = [values.reduce((a, b) => (a < b ? a : b)), values.reduce((a, b) => (a > b ? a : b))];
  return [
    of[0] === null && least < -FAR + 6n ? null : least,
    of[1] === null && most > FAR - 6n ? null : most,
  ];
}

const specifier = ([low, high]: Interval): string => `(integer ${low ?? "*"} ${high ?? "*"})`;

const COMPARISONS: [string, (x: bigint, y: bigint) => boolean][] = [
  ["<", (x, y) => x < y],
  [">", (x, y) => x > y],
  ["<=", (x, y) => x <= y],
  [">=", (x, y) => x >= y],
  ["=", (x, y) => x === y],
  ["eql", (x, y) => x === y],
];

/** What is known of X and Y where a test of them holds, and where it fails. */
const branches = (condition: string, x: Interval, y: Interval) =>
  boundsIn(
    `(lambda (x y) (declare (type ${specifier(x)} x) (type ${specifier(y)} y))
       (if ${condition} (vector x y) (vector x y)))`,
  );

test.each(COMPARISONS)(
  "(%s x y) leaves each variable the values for which it holds or fails",
  (name, holds) => {
    for (const x of INTERVALS)
      for (const y of INTERVALS) {
        const known = branches(`(${name} x y)`, x, y);
        const pairs = valuesOf(x).flatMap((a) => valuesOf(y).map((b) => [a, b] as const));
        const sorts = [true, false].map((way) => pairs.filter(([a, b]) => holds(a, b) === way));
        // A branch that no values lead to says nothing, and may not be there.
        if (sorts.some((sort) => sort.length === 0) || known.length < 2) continue;
        for (const [way, sort] of sorts.entries()) {
          // That two are not the same says nothing of either; EQL knows constants alone.
          const isTold = name !== "eql" && !(name === "=" && way === 1);
          const expected = [
            hull(
              sort.map(([a]) => a),
              x,
            ),
            hull(
              sort.map(([, b]) => b),
              y,
            ),
          ];
          expect([name, x, y, way, known[way]]).toEqual([name, x, y, way, isTold ? expected : [x, y]]);
        }
      }
  },
);

test.each(COMPARISONS)("(%s x 1), and with the constant first, is as exact", (name, holds) => {
  for (const x of INTERVALS)
    for (const constant of [-2n, 0n, 1n, 3n])
      for (const isFirst of [false, true]) {
        const condition = isFirst ? `(${name} ${constant} x)` : `(${name} x ${constant})`;
        const known = branches(condition, x, [0n, 0n]);
        const sorts = [true, false].map((way) =>
          valuesOf(x).filter((a) => (isFirst ? holds(constant, a) : holds(a, constant)) === way),
        );
        if (sorts.some((sort) => sort.length === 0) || known.length < 2) continue;
        for (const [way, sort] of sorts.entries()) {
          const isTold = way === 0 || (name !== "=" && name !== "eql");
          expect([condition, x, way, known[way]?.[0]]).toEqual([
            condition,
            x,
            way,
            isTold ? hull(sort, x) : x,
          ]);
        }
      }
});

test.each([
  ["plusp", (x: bigint) => x > 0n],
  ["minusp", (x: bigint) => x < 0n],
  ["zerop", (x: bigint) => x === 0n],
] as const)("(%s x) leaves a variable the values for which it holds or fails", (name, holds) => {
  for (const x of INTERVALS) {
    const known = branches(`(${name} x)`, x, [0n, 0n]);
    const sorts = [true, false].map((way) => valuesOf(x).filter((a) => holds(a) === way));
    if (sorts.some((sort) => sort.length === 0) || known.length < 2) continue;
    for (const [way, sort] of sorts.entries()) {
      const isTold = way === 0 || name !== "zerop";
      expect([name, x, way, known[way]?.[0]]).toEqual([name, x, way, isTold ? hull(sort, x) : x]);
    }
  }
});

test("the highest bit of a number tells its half", () => {
  for (const place of [0n, 1n, 2n, 3n])
    for (const high of [0n, 1n, 2n, 3n, 4n, 7n, 8n, 15n, 16n]) {
      const known = branches(`(logbitp ${place} x)`, [0n, high], [0n, 0n]);
      if (known.length < 2) continue;
      const sorts = [1n, 0n].map((bit) => valuesOf([0n, high]).filter((n) => ((n >> place) & 1n) === bit));
      if (sorts.some((sort) => sort.length === 0)) continue;
      for (const [way, sort] of sorts.entries()) {
        const isTold = high < 2n ** (place + 1n);
        const expected = isTold ? hull(sort, [0n, high]) : [0n, high];
        expect([place, high, way, known[way]?.[0]]).toEqual([place, high, way, expected]);
      }
    }
});

const bits = (n: bigint): bigint => BigInt(n === 0n ? 0 : n.toString(2).length);
const size = (n: bigint): bigint => (n < 0n ? -n : n);
const ones = (n: bigint): bigint => BigInt([...size(n).toString(2)].filter((bit) => bit === "1").length);

/** Functions of one integer: a form with X, its value, and whether the bounds are those of the values. */
const FUNCTIONS: [string, (x: bigint) => bigint, boolean][] = [
  ["(1+ x)", (x) => x + 1n, true],
  ["(1- x)", (x) => x - 1n, true],
  ["(- x)", (x) => -x, true],
  ["(abs x)", size, true],
  ["(* x x)", (x) => x * x, false],
  ["(* 3 x)", (x) => 3n * x, true],
  ["(- 5 x 1)", (x) => 4n - x, true],
  ["(+ x x x)", (x) => 3n * x, true],
  ["(max x 1)", (x) => (x > 1n ? x : 1n), true],
  ["(min x 1)", (x) => (x < 1n ? x : 1n), true],
  ["(lognot x)", (x) => -x - 1n, true],
  ["(ash x 2)", (x) => x << 2n, true],
  ["(ash x -1)", (x) => x >> 1n, true],
  ["(floor x 3)", (x) => (x - (((x % 3n) + 3n) % 3n)) / 3n, true],
  ["(truncate x 3)", (x) => x / 3n, true],
  ["(mod x 3)", (x) => ((x % 3n) + 3n) % 3n, false],
  ["(rem x 3)", (x) => x % 3n, false],
  ["(ldb (byte 2 0) x)", (x) => x & 3n, false],
  ["(logand x 6)", (x) => x & 6n, false],
  ["(logior x 6)", (x) => x | 6n, false],
  ["(logxor x 6)", (x) => x ^ 6n, false],
  ["(integer-length x)", (x) => bits(x < 0n ? -x - 1n : x), false],
  ["(logcount x)", (x) => ones(x < 0n ? -x - 1n : x), false],
];

test.each(FUNCTIONS)(
  "%s of an integer is within the bounds, which are no wider",
  (form, compute, isExact) => {
    for (const x of INTERVALS) {
      const [[found = [null, null]] = []] = boundsIn(
        `(lambda (x) (declare (type ${specifier(x)} x)) (vector ${form}))`,
      );
      const [low, high] = found;
      const values = valuesOf(x).map(compute);
      const outside = values.filter((n) => (low !== null && n < low) || (high !== null && n > high));
      expect([x, found, outside]).toEqual([x, found, []]);
      if (isExact && x[0] !== null && x[1] !== null) expect([x, found]).toEqual([x, hull(values, [0n, 0n])]);
    }
  },
);

/** Forms with bounds that are always the same. */
test.each([
  ["(random 10)", [0n, 9n]],
  ["(random 1)", [0n, 0n]],
  ['(length "abc")', [3n, 3n]],
  ["(length #(1 2))", [2n, 2n]],
  ["(ldb (byte 0 3) (opaque))", [0n, 0n]],
  ["(ldb (byte 8 3) (opaque))", [0n, 255n]],
  ["(mod (the integer (opaque)) 7)", [0n, 6n]],
  ["(rem (the integer (opaque)) 7)", [-6n, 6n]],
  ["(char-code (opaque))", [0n, 1_114_111n]],
  ["(logand 255 (the integer (opaque)))", [0n, 255n]],
  ["(expt (the (integer 0 4) (opaque)) 3)", [0n, null]],
] as const)("%s is of %s", (form, interval) => {
  expect(boundsIn(`(vector ${form})`)[0]).toEqual([interval]);
});
