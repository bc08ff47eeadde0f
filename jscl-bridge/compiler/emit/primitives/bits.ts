/** Operations on the bits of integers, and divisions with a remainder. */

import { table } from "../../../runtime/objects/table.js";
import { carOf, cdrOf } from "../../../runtime/objects/conses.js";
import { symbolName } from "../../../runtime/objects/symbols.js";
import { cons } from "../../../runtime/signals.js";
import { isCons } from "../../syntax/forms.js";
import type { CallNode, Node } from "../../syntax/tree.js";
import { VALUES } from "../destination.js";
import type { Generator } from "../generator.js";
import {
  and,
  assign,
  binary,
  call,
  comma,
  conditional,
  declare,
  type Expression,
  literal,
  name,
  number,
  TRUE,
  unary,
} from "../script.js";
import { int32Test, operand } from "./arithmetic.js";
import { atomsOf, operator, type Primitive, predicate } from "./primitive.js";

function argument(node: CallNode, i: number): Node | null {
  return node.args[i] ?? null;
}

/** LOGAND and its like: of 32-bit integers JavaScript's own. */
function bitwise(op: string, slow: string): Primitive {
  return {
    least: 2,
    most: Number.POSITIVE_INFINITY,
    calls: false,
    expression: (g, node) => {
      const atoms = atomsOf(g, node);
      return atoms.slice(1).reduce((result, b, i) => {
        const a = i > 0 ? g.stable(result) : result;
        const left = operand(a, i > 0 ? null : argument(node, 0));
        const right = operand(b, argument(node, i + 1));
        return conditional(and(int32Test(left), int32Test(right)), binary(op, a, b), g.slowCall(node, slow, a, b));
      }, atoms[0] as Expression);
    },
  };
}

/** The number that an argument is, if it is a constant. */
function constantOf(node: Node | null): number | null {
  return node?.kind === "constant" && typeof node.value === "number" ? node.value : null;
}

/** A division of 32-bit integers by a positive one; `|0` makes a negative zero a zero. */
function division(
  slow: string,
  fast: (g: Generator, a: Expression, b: Expression) => Expression,
): Primitive {
  return operator(2, 2, (g, node, a, b) => {
    const [x, y] = [a as Expression, b as Expression];
    return conditional(divisible(node, x, y), fast(g, x, y), g.slowCall(node, slow, x, y));
  });
}

/** A test that a number and a divisor are 32-bit integers, and the divisor positive. */
function divisible(node: CallNode, a: Expression, b: Expression): Expression {
  const [left, right] = [operand(a, argument(node, 0)), operand(b, argument(node, 1))];
  const { range } = right;
  const isPositive = range !== null && range.low > 0 ? TRUE : binary(">", b, number(0));
  return and(int32Test(left), int32Test(right), isPositive);
}

function remainder(_g: Generator, a: Expression, b: Expression): Expression {
  return binary("|", binary("%", a, b), number(0));
}

function modulus(g: Generator, a: Expression, b: Expression): Expression {
  const text = g.fresh("m");
  g.emit(declare(text, null));
  const result = name(text, true);
  const rest = comma(assign(result, binary("|", binary("%", a, b), number(0))), result);
  return conditional(binary("<", rest, number(0)), binary("+", result, b), result);
}

/** A division with two values, the quotient and the rest. */
function quotient(
  slow: string,
  fast: (ratio: Expression) => Expression,
  rest: (g: Generator, a: Expression, b: Expression) => Expression,
): Primitive {
  const first = division(slow, (_g, a, b) => fast(binary("/", a, b)));
  return {
    ...first,
    expression: (g, node, mode) => {
      if (mode === "pv") return first.expression(g, node, mode);
      const [a, b] = atomsOf(g, node) as [Expression, Expression];
      const both = call(VALUES[mode], fast(binary("/", a, b)), rest(g, a, b));
      return conditional(divisible(node, a, b), both, g.slowCall(node, `${slow}Values`, VALUES[mode], a, b));
    },
  };
}

/**
 * Shifts of 32-bit integers to the right, by any number, and to the left by a constant, where no bit is lost.
 */
const shift = operator(2, 2, (g, node, x, count) => {
  const [value, by] = [x as Expression, count as Expression];
  const slow = g.slowCall(node, "shift", value, by);
  const places = constantOf(argument(node, 1));
  const tested = operand(value, argument(node, 0));
  if (places === null) {
    const amount = conditional(binary("<", by, number(-31)), number(31), unary("-", by));
    const tests = and(int32Test(tested), int32Test(operand(by, argument(node, 1))), binary("<=", by, number(0)));
    return conditional(tests, binary(">>", value, amount), slow);
  }
  if (places <= 0) {
    const right = number(Math.min(-places, 31));
    return conditional(int32Test(tested), binary(">>", value, right), slow);
  }
  if (places > 30) return slow;
  const left = binary("<<", value, number(places));
  const isWhole = binary("===", binary(">>", left, number(places)), value);
  return conditional(and(int32Test(tested), isWhole), left, slow);
});

/** The size and position of a byte that an argument specifies as a constant, or null. */
function byteOf(node: Node | undefined): { size: number; position: number } | null {
  if (node?.kind === "call" && node.args.length === 2) {
    const [size, position] = node.args.map((each) => constantOf(each));
    const fits = Number.isInteger(size) && Number.isInteger(position) && Number(size) >= 0 && Number(position) >= 0;
    const isByte = node.inline && symbolName(node.name) === "BYTE";
    return fits && isByte ? { size: Number(size), position: Number(position) } : null;
  }
  if (node?.kind !== "constant" || !isCons(node.value)) return null;
  const [size, position] = [carOf(node.value), cdrOf(node.value)];
  return typeof size === "number" && typeof position === "number" ? { size, position } : null;
}

const loadByte: Primitive = {
  least: 2,
  most: 2,
  calls: false,
  fits: (node) => byteOf(node.args[0]) !== null,
  expression: (g, node) => {
    const { size, position } = byteOf(node.args[0]) as { size: number; position: number };
    const x = g.named(g.expression(node.args[1] as Node));
    const slow = g.slowCall(node, "loadByte", g.constant(cons(size, position)), x);
    if (size + position > 31) return slow;
    const shifted = binary(">>", x, number(position));
    const byte = binary("&", shifted, number(2 ** size - 1));
    return conditional(int32Test(operand(x, argument(node, 1))), byte, slow);
  },
};

const isBitSet = predicate(2, 2, (g, node, index, x) => {
  const [at, value] = [index as Expression, x as Expression];
  const slow = g.slowCall(node, "bitAt", at, value);
  const place = constantOf(argument(node, 0));
  const isFixed = place !== null && place >= 0 && place < 32;
  const near = isFixed ? TRUE : and(binary(">=", at, number(0)), binary("<", at, number(32)));
  const tests = and(int32Test(operand(at, argument(node, 0))), int32Test(operand(value, argument(node, 1))), near);
  return conditional(tests, binary("===", binary("&", binary(">>", value, at), number(1)), number(1)), slow);
});

export const bitPrimitives: Readonly<Record<string, Primitive>> = table({
  LOGAND: bitwise("&", "bitAnd"),
  LOGIOR: bitwise("|", "bitOr"),
  LOGXOR: bitwise("^", "bitXor"),
  LOGNOT: operator(1, 1, (g, node, x) => {
    const tested = operand(x as Expression, argument(node, 0));
    return conditional(int32Test(tested), unary("~", tested.x), g.slowCall(node, "bitNot", tested.x));
  }),
  ASH: shift,
  LDB: loadByte,
  LOGBITP: isBitSet,
  LOGTEST: predicate(2, 2, (g, node, a, b) => {
    const [left, right] = [operand(a as Expression, argument(node, 0)), operand(b as Expression, argument(node, 1))];
    const fast = binary("!==", binary("&", left.x, right.x), number(0));
    return conditional(and(int32Test(left), int32Test(right)), fast, g.slowCall(node, "bitTest", left.x, right.x));
  }),
  MOD: division("modulus", modulus),
  REM: division("remainder", remainder),
  FLOOR: quotient("floor", (ratio) => call(literal("Math.floor"), ratio), modulus),
  TRUNCATE: quotient("truncate", (ratio) => binary("|", ratio, number(0)), remainder),
});
