/** FUNCALL, APPLY, and what passes a value on. */

import type { FoldedFunction } from "../../../runtime/library/folds.js";
import { symbolFunction } from "../../../runtime/objects/symbols.js";
import { table } from "../../../runtime/objects/table.js";
import { isSymbol } from "../../syntax/forms.js";
import type { CallNode, Node } from "../../syntax/tree.js";
import { FUNCTION } from "../../types/kinds.js";
import { VALUES, type ValuesMode } from "../destination.js";
import type { Generator } from "../generator.js";
import {
  array,
  binary,
  call,
  conditional,
  type Expression,
  isType,
  isUndefined,
  literal,
  member,
  runtime,
  TRUE,
  UNDEFINED,
} from "../script.js";
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
  // SBCL looks for the function that a literal symbol names before it is called.
  const [designator] = node.args;
  const isLiteral = designator?.kind === "constant" && isSymbol(designator.value);
  const callee = runtime(isLiteral ? "functionNamed" : "callable", fn);
  const [by, args] =
    rest.length < 2
      ? ["R.applyList", [callee, VALUES[mode], last, ...rest]]
      : ["R.applied", [callee, runtime("spread", last, array([VALUES[mode], ...rest]))]];
  const made: Expression = {
    kind: "at-height",
    x: { kind: "lisp-call", callee: literal(by), args, at: g.at(node) },
  };
  if (rest.length > 1 || !isFolded(node.args[0] as Node)) return made;
  const folded = g.stable(member(fn, "folded"));
  const along: Expression = { kind: "at-height", x: call(folded, last, ...rest) };
  const tried = conditional(isUndefined(folded), UNDEFINED, along);
  return binary("??", tried, made);
}

/** Whether a function has one that goes along a list (`runtime/library/folds.ts`), unless it is replaced. */
function isFolded(fn: Node): boolean {
  if (fn.kind !== "global-function") return false;
  return (symbolFunction(fn.symbol) as FoldedFunction | undefined)?.folded !== undefined;
}

export const callingPrimitives: Readonly<Record<string, Primitive>> = table({
  FUNCALL: { least: 1, most: Number.POSITIVE_INFINITY, calls: true, expression: funcall },
  APPLY: { least: 2, most: Number.POSITIVE_INFINITY, calls: true, expression: apply },
  IDENTITY: { least: 1, most: 1, calls: false, expression: (g, node) => g.expression(node.args[0] as Node) },
});
