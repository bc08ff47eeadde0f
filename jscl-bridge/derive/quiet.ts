import type { ExpressionStatement, Node } from "acorn";
import { dotted, rewrite } from "./ast.js";

/**
 * Removes statements that only write to the developer console: boot progress, and debugging left in library
 * functions beside the error they then signal. Output of the Lisp program goes through `*ROOT*`'s console and
 * stays.
 */
export function removeConsoleStatements(body: Node[]): number {
  let removed = 0;
  const change = (node: Node): Node => {
    if (node.type !== "ExpressionStatement") return node;
    const { expression } = node as ExpressionStatement;
    if (expression.type !== "CallExpression" || dotted(expression.callee) !== "console.log") return node;
    removed++;
    return { type: "EmptyStatement", start: node.start, end: node.end };
  };
  for (const [index, node] of body.entries()) body[index] = rewrite(node, change) ?? node;
  return removed;
}
