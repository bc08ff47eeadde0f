/** Divisions with a remainder. Of integers that JavaScript has, `%` is exact; the rest is the tower's. */

import { symbolName } from "../../../runtime/objects/symbols.js";
import { table } from "../../../runtime/objects/table.js";
import type { CallNode, Node } from "../../syntax/tree.js";
import { VALUES } from "../destination.js";
import { isInt32, isIntegerNode, type Range, rangeOf } from "../facts.js";
import type { Generator } from "../generator.js";
import {
  and,
  assign,
  binary,
  call,
  choose,
  comma,
  conditional,
  declare,
  type Expression,
  isType,
  name,
  number,
  run,
  runtime,
  type Statement,
  TRUE,
} from "../script.js";
import { is, isInteger } from "../type-checks.js";
import { lowestBits } from "./modular.js";
import { atomsOf, type Primitive } from "./primitive.js";

/** A test that a value, which may be known to be an integer, is one that JavaScript has. */
export function integerTest(x: Expression, range: Range | null, isWhole = false): Expression {
  return range !== null ? TRUE : isWhole ? isType(x, "number") : isInteger(x);
}

/** A dividend and a divisor, as names or constants. */
interface Division {
  readonly a: Expression;
  readonly b: Expression;
  /** What is known of the dividend. */
  readonly range: Range | null;
}

/** Makes the rest of a division by a positive divisor. */
type Rest = (g: Generator, division: Division) => Expression;

/** What a division leaves, with the sign of the dividend; `%` of more than 32 bits is a function of C. */
function left({ a, b, range }: Division): Expression {
  const rest = binary("%", a, b);
  if (isInt32(range)) return rest;
  const isWord = (x: Expression): Expression => is(binary("|", x, number(0)), x);
  return conditional(and(isWord(a), isWord(b)), rest, runtime("rest", a, b));
}

const remainder: Rest = (_g, { a, b, range }) => {
  const rest = left({ a, b, range });
  // `%` has the sign of the dividend, also where the rest is zero.
  return range !== null && range.low >= 0 ? rest : binary("+", rest, number(0));
};

const modulus: Rest = (g, division) => {
  const { b, range } = division;
  if (range !== null && range.low >= 0) return left(division);
  const text = g.fresh("m");
  g.emit(declare(text, null));
  const result = name(text, true);
  const rest = comma(assign(result, remainder(g, division)), result);
  return conditional(binary("<", rest, number(0)), binary("+", result, b), result);
};

/** A test that the operands are integers that JavaScript has, and the divisor positive. */
function divisible(node: CallNode, a: Expression, b: Expression): Expression {
  const [left, right] = node.args.map((arg) => rangeOf(arg)) as [Range | null, Range | null];
  const isPositive = right !== null && right.low > 0 ? TRUE : binary(">", b, number(0));
  const [isWhole, isWholeToo] = node.args.map(isIntegerNode);
  return and(integerTest(a, left, isWhole), integerTest(b, right, isWholeToo), isPositive);
}

function division(node: CallNode, atoms: readonly Expression[]): Division {
  const [a, b] = atoms as [Expression, Expression];
  return { a, b, range: rangeOf(node.args[0] as Node) };
}

/** How many bits MOD leaves; null where the divisor is no power of two that is known. */
function bitsLeft(node: CallNode): number | null {
  const [, divisor] = node.args;
  const bits =
    divisor?.kind === "constant" && typeof divisor.value === "number" ? Math.log2(divisor.value) : 0;
  return Number.isInteger(bits) && bits > 0 && bits <= 32 ? bits : null;
}

function restOf(slow: string, rest: Rest): Primitive {
  return {
    least: 2,
    most: 2,
    calls: false,
    expression: (g, node) => {
      const bits = slow === "modulus" && node.conflicts.length === 0 ? bitsLeft(node) : null;
      const low = bits === null ? null : lowestBits(g, node.args[0] as Node, bits);
      if (low !== null) return low;
      const parts = division(node, atomsOf(g, node));
      const { a, b } = parts;
      return conditional(divisible(node, a, b), rest(g, parts), g.slowCall(node, slow, a, b));
    },
  };
}

/**
 * A division with two values, the quotient and the rest. Dividing first would round, so what `%` leaves is
 * taken off before; FLOOR's quotient is one less where that is negative.
 */
function quotient(slow: "floor" | "truncate"): Primitive {
  return {
    least: 2,
    most: 2,
    calls: false,
    expression: (g, node, mode) => {
      if (mode !== "pv") {
        const [whole, left] = [g.fresh("m"), g.fresh("m")];
        g.emit(declare(whole, null), declare(left, null));
        divisionTo(g, node, [whole, left]);
        return call(VALUES[mode], name(whole, true), name(left, true));
      }
      const { a, b, range } = division(node, atomsOf(g, node));
      const text = g.fresh("m");
      g.emit(declare(text, null));
      const rest = name(text, true);
      const isAdjusted = slow === "floor" && !(range !== null && range.low >= 0);
      const truncated = binary("/", binary("-", a, rest), b);
      const less = conditional(binary("<", rest, number(0)), binary("-", truncated, number(1)), truncated);
      const made = comma(assign(rest, left({ a, b, range })), isAdjusted ? less : truncated);
      return conditional(divisible(node, a, b), made, g.slowCall(node, slow, a, b));
    },
  };
}

/** Assigns both values of a division to variables. */
export function divisionTo(
  g: Generator,
  node: CallNode,
  [quotientName, restName]: readonly [string, string],
): void {
  const slow = symbolName(node.name) === "FLOOR" ? "floor" : "truncate";
  const { a, b, range } = division(node, atomsOf(g, node));
  const [whole, rest] = [name(quotientName, true), name(restName, true)];
  const isPositive = range !== null && range.low >= 0;
  const steps: Statement[] = [
    run(assign(rest, left({ a, b, range }))),
    run(assign(whole, binary("/", binary("-", a, rest), b))),
  ];
  // `%` has the sign of the dividend, also where the rest is zero.
  const plain = run(assign(rest, binary("+", rest, number(0))));
  const below = [run(assign(whole, binary("-", whole, number(1)))), run(assign(rest, binary("+", rest, b)))];
  if (!isPositive) {
    const isBelow = binary("<", rest, number(0));
    steps.push(slow === "floor" ? choose(isBelow, below, [plain]) : plain);
  }
  const test = divisible(node, a, b);
  if (test === TRUE) {
    g.emit(...steps);
    return;
  }
  const slowly = g.buffered(() => {
    const made = g.slowCall(node, `${slow}Values`, VALUES.rv, a, b);
    g.deliver({ to: "several", names: [quotientName, restName], values: "rv" }, made);
  });
  g.emit(choose(test, steps, slowly));
}

export const divisionPrimitives: Readonly<Record<string, Primitive>> = table({
  MOD: restOf("modulus", modulus),
  REM: restOf("remainder", remainder),
  FLOOR: quotient("floor"),
  TRUNCATE: quotient("truncate"),
});
