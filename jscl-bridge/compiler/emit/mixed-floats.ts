/**
 * Sums and products of a raw float and a value of which nothing is known, such as what a global function
 * returns, where a variable of floats gets the result: a float is not boxed to be added to another.
 */

import { symbolName } from "../../runtime/objects/symbols.js";
import type { CallNode, Node } from "../syntax/tree.js";
import { DOUBLE, SINGLE } from "../types/kinds.js";
import { rangeOf } from "./facts.js";
import type { Generator } from "./generator.js";
import { arithmetic } from "./primitives/arithmetic.js";
import { boxed, type Format, formatOf, raw, unboxed } from "./raw.js";
import {
  and,
  assign,
  binary,
  call,
  comma,
  declare,
  type Expression,
  instanceOf,
  isType,
  literal,
  name,
  not,
  run,
  type Statement,
  when,
} from "./script.js";

type Operator = Parameters<typeof arithmetic>[2];

const OPERATORS: ReadonlySet<string> = new Set(["+", "-", "*"]);

/** Whether a value may be a float of a format, and whether no more is known of it. */
function mayBe({ type }: Node, format: Format): boolean {
  return type === null || (type.kinds & (format === "double" ? DOUBLE : SINGLE)) !== 0;
}

/** The place of the operand of which nothing is known, in an operation on it and a float; null for others. */
function unknownOperand(g: Generator, node: Node, format: Format): number | null {
  if (g.host.internalCode || node.kind !== "call" || !node.inline || node.conflicts.length > 0) return null;
  if (node.args.length !== 2 || !OPERATORS.has(symbolName(node.name))) return null;
  const place = node.args.findIndex((arg) => formatOf(arg) === null && rangeOf(arg) === null);
  const [unknown, known] = [node.args[place], node.args[1 - place]];
  if (unknown === undefined || known === undefined || !mayBe(unknown, format)) return null;
  return formatOf(known) === format ? place : null;
}

/**
 * The raw float that such an operation comes to; null for others. `checks` are those of an object that the
 * operation came to in general.
 */
export function mixedFloat(
  g: Generator,
  node: Node,
  format: Format,
  checks: (x: Expression) => readonly Statement[],
): Expression | null {
  const place = unknownOperand(g, node, format);
  if (place === null) return null;
  const { args, name: symbol } = node as CallNode;
  const operator = symbolName(symbol) as Operator;
  const atoms = g.atomsBy(args, (arg) => (arg === args[place] ? g.expression(arg) : raw(g, arg)));
  const object = atoms[place] as Expression;
  const isDouble = format === "double";
  const text = g.fresh("m");
  g.emit(declare(text, null));
  const result = name(text, true);
  const rounded = (x: Expression): Expression => (isDouble ? x : call(literal("Math.fround"), x));
  // An integer becomes a single float before it is added to one.
  const value = isDouble ? unboxed(object, format) : rounded(object);
  const [a, b] = atoms.map((x, i) => (i === place ? value : x)) as [Expression, Expression];
  const size = call(literal("Math.abs"), comma(assign(result, rounded(binary(operator, a, b))), result));
  const isFloat = isDouble ? instanceOf(object, "R.DoubleFloat") : isType(object, "number");
  const slowly = g.buffered(() => {
    const [x, y] = atoms.map((each, i) => (i === place ? each : boxed(each, format)));
    const made = arithmetic(
      g,
      node,
      operator,
      g.named(x as Expression),
      g.named(y as Expression),
      args[0] ?? null,
      args[1] ?? null,
    );
    const general = g.stable(made);
    g.emit(...checks(general), run(assign(result, unboxed(general, format))));
  });
  g.emit(when(not(and(isFloat, binary("<", size, literal("Infinity")))), ...slowly));
  return result;
}
