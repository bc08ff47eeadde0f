/** FUNCALL, APPLY, and what passes a value on. */

import { table } from "../../../runtime/objects/table.js";
import type { CallNode, Node } from "../../syntax/tree.js";
import { FUNCTION } from "../../types/kinds.js";
import { VALUES, type ValuesMode } from "../destination.js";
import type { Generator } from "../generator.js";
import { array, conditional, type Expression, isType, runtime, TRUE } from "../script.js";
import type { Primitive } from "./primitive.js";

function funcall(g: Generator, node: CallNode, mode: ValuesMode): Expression {
  g.pushHere();
  const [f, ...rest] = g.atoms(node.args, g.guards(node)) as [Expression, ...Expression[]];
  g.callsOther();
  g.calls = true;
  const isFunction = node.args[0]?.type?.kinds === FUNCTION ? TRUE : isType(f, "function");
  const callee = conditional(isFunction, f, runtime("callable", f));
  return {
    kind: "at-height",
    x: { kind: "lisp-call", callee, args: [VALUES[mode], ...rest], at: g.at(node) },
  };
}

function apply(g: Generator, node: CallNode, mode: ValuesMode): Expression {
  g.pushHere();
  const [fn, ...rest] = g.atoms(node.args, g.guards(node)) as [Expression, ...Expression[]];
  const last = rest.pop() as Expression;
  g.callsOther();
  g.calls = true;
  const given = runtime("spread", last, array([VALUES[mode], ...rest]));
  const args = [runtime("callable", fn), given];
  return {
    kind: "at-height",
    x: { kind: "lisp-call", callee: { kind: "literal", text: "R.applied" }, args, at: g.at(node) },
  };
}

export const callingPrimitives: Readonly<Record<string, Primitive>> = table({
  FUNCALL: { least: 1, most: Number.POSITIVE_INFINITY, calls: true, expression: funcall },
  APPLY: { least: 2, most: Number.POSITIVE_INFINITY, calls: true, expression: apply },
  IDENTITY: { least: 1, most: 1, calls: false, expression: (g, node) => g.expression(node.args[0] as Node) },
});
