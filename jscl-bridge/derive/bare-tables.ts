import type { Node, ObjectExpression } from "acorn";
import { expression, rewrite } from "./ast.js";

/**
 * Has the objects that the library makes empty, to use them as tables, begin without a prototype: in any
 * other `constructor` and its like are found before somebody has put them there. Answers how many places
 * there were.
 */
export function makeTablesBare(body: Node[]): number {
  let made = 0;
  const change = (node: Node): Node => {
    if (node.type !== "ObjectExpression" || (node as ObjectExpression).properties.length > 0) return node;
    made++;
    return expression("Object.create(null)");
  };
  for (const [index, node] of body.entries()) body[index] = rewrite(node, change) ?? node;
  return made;
}
