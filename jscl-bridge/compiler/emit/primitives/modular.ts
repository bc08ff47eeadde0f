/**
 * Arithmetic of which only the lowest 32 bits are wanted, as hashes and checksums do it: JavaScript's own
 * integer arithmetic, although the sums and products are longer.
 */

import { symbolName } from "../../../runtime/objects/symbols.js";
import type { CallNode, Node } from "../../syntax/tree.js";
import { rangeOf } from "../facts.js";
import type { Generator } from "../generator.js";
import { binary, call, type Expression, literal, number, unary } from "../script.js";

type Combine = (a: Expression, b: Expression) => Expression;

const whole = (x: Expression): Expression => binary("|", x, number(0));

const COMBINE: ReadonlyMap<string, Combine> = new Map<string, Combine>([
  ["+", (a, b) => whole(binary("+", a, b))],
  ["-", (a, b) => whole(binary("-", a, b))],
  ["*", (a, b) => call(literal("Math.imul"), a, b)],
  ["LOGAND", (a, b) => binary("&", a, b)],
  ["LOGIOR", (a, b) => binary("|", a, b)],
  ["LOGXOR", (a, b) => binary("^", a, b)],
]);

/** How a call combines its operands' low bits; null where it does not. */
function combination(node: CallNode): { combine: Combine; operands: readonly Node[] } | null {
  const text = symbolName(node.name);
  if (!node.inline || node.conflicts.length > 0) return null;
  const [first, second] = node.args;
  if (text === "ASH" && first !== undefined && second?.kind === "constant") {
    const places = second.value;
    if (typeof places !== "number" || places < 0) return null;
    return { combine: (a) => (places > 31 ? number(0) : binary("<<", a, number(places))), operands: [first] };
  }
  if (text === "LOGNOT" && first !== undefined && node.args.length === 1)
    return { combine: (a) => unary("~", a), operands: [first] };
  const combine = COMBINE.get(text);
  return combine === undefined || node.args.length < 2 ? null : { combine, operands: node.args };
}

/** Whether the low bits of a value can be computed from integers that JavaScript has. */
function hasLowBits(node: Node): boolean {
  if (rangeOf(node) !== null) return true;
  if (node.kind !== "call") return false;
  const found = combination(node);
  return found?.operands.every(hasLowBits) === true;
}

/**
 * The lowest 32 bits of a value, as a signed integer or with more bits above them; null where the value is
 * better computed whole, or cannot be computed so.
 */
export function lowBits(g: Generator, node: Node): Expression | null {
  if (rangeOf(node) !== null || !hasLowBits(node)) return null;
  const leaves: Node[] = [];
  const shape = shapeOf(node, leaves);
  return shape(g.expressions(leaves));
}

/** The lowest bits of a value, up to 32 of them, as an integer from 0; null as `lowBits` says. */
export function lowestBits(g: Generator, node: Node, size: number): Expression | null {
  const bits = lowBits(g, node);
  if (bits === null) return null;
  return size === 32 ? binary(">>>", bits, number(0)) : binary("&", bits, number(2 ** size - 1));
}

function shapeOf(node: Node, leaves: Node[]): (values: readonly Expression[]) => Expression {
  const found = rangeOf(node) !== null || node.kind !== "call" ? null : combination(node);
  if (found === null) {
    const at = leaves.push(node) - 1;
    return (values) => values[at] as Expression;
  }
  const parts = found.operands.map((each) => shapeOf(each, leaves));
  return (values) => {
    const made = parts.map((part) => part(values));
    const [only] = made;
    return made.length === 1
      ? found.combine(only as Expression, only as Expression)
      : made.reduce(found.combine);
  };
}
