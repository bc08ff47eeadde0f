import type { AssignmentExpression, Node, ObjectExpression } from "acorn";
import { expression, rewrite } from "./ast.js";

/** The object of the library whose properties are the functions that all of its code calls. */
const FUNCTIONS = "internals";

/**
 * Has the objects that the library makes empty, to use them as tables, begin without a prototype: in any
 * other `constructor` and its like are found before somebody has put them there. Answers how many places
 * there were.
 */
export function makeTablesBare(body: Node[]): number {
  let made = 0;
  const change = (node: Node): Node => {
    if (isEmptyObject(node)) {
      made++;
      return expression("Object.create(null)");
    }
    // V8 keeps an object without a prototype as a hash table, which is too slow for what is no table.
    if (isObjectOfFunctions(node)) node.right = expression("Object.create(Object.create(null))");
    return node;
  };
  for (const [index, node] of body.entries()) body[index] = rewrite(node, change) ?? node;
  return made;
}

function isEmptyObject(node: Node): boolean {
  return node.type === "ObjectExpression" && (node as ObjectExpression).properties.length === 0;
}

function isObjectOfFunctions(node: Node): node is AssignmentExpression {
  if (node.type !== "AssignmentExpression") return false;
  const { left } = node as AssignmentExpression;
  return (
    left.type === "MemberExpression" &&
    left.property.type === "Identifier" &&
    left.property.name === FUNCTIONS
  );
}
