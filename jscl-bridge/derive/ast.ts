import { type Expression, type Node, type Program, parse, type Statement } from "acorn";

/** The syntax JSCL's compiler and prelude emit. */
export const ecmaVersion = 2022;

/** Thrown when JSCL's file is not the one the passes were written for; nothing is derived then. */
export class ShapeError extends Error {
  override name = "ShapeError";
}

/** Parses trusted text of our own into statements to be placed in the tree. */
export function statements(text: string): Statement[] {
  const program = parse(text, { ecmaVersion, sourceType: "script", allowReturnOutsideFunction: true });
  return program.body as Statement[];
}

/** Parses trusted text of our own into one expression. */
export function expression(text: string): Expression {
  const [statement] = statements(`(${text});`);
  if (statement?.type !== "ExpressionStatement") throw new Error(`not an expression: ${text}`);
  return statement.expression;
}

export function parseScript(source: string): Program {
  return parse(source, { ecmaVersion, sourceType: "script" });
}

type Fields = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Fields)["type"] === "string";
}

/**
 * Rebuilds the tree from the leaves up: `change` receives each node after its children were done and returns
 * the node to keep in its place, or null to remove it (only where the place is a list, such as a block).
 */
export function rewrite(node: Node, change: (node: Node) => Node | null): Node | null {
  const fields = node as unknown as Fields;
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (Array.isArray(value)) {
      let kept = 0;
      for (const item of value) {
        const next = isNode(item) ? rewrite(item, change) : item;
        if (next !== null || item === null) value[kept++] = next;
      }
      value.length = kept;
    } else if (isNode(value)) {
      const next = rewrite(value, change);
      if (next === null) throw new Error(`${node.type}.${key} cannot be removed`);
      fields[key] = next;
    }
  }
  return change(node);
}

/** Calls `visit` for each node, parents first; a `false` answer keeps it out of the node's children. */
export function visit(node: Node, visitor: (node: Node) => boolean | undefined): void {
  if (visitor(node) === false) return;
  const fields = node as unknown as Fields;
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) visit(item, visitor);
    } else if (isNode(value)) visit(value, visitor);
  }
}

/** The dotted text of an identifier or a chain of plain members ("internals.intern"), else null. */
export function dotted(node: Node): string | null {
  const found = node as Expression;
  if (found.type === "Identifier") return found.name;
  if (found.type !== "MemberExpression" || found.computed || found.property.type !== "Identifier")
    return null;
  const object = dotted(found.object);
  return object === null ? null : `${object}.${found.property.name}`;
}

export function isFunction(node: Node): boolean {
  return (
    node.type === "FunctionExpression" ||
    node.type === "FunctionDeclaration" ||
    node.type === "ArrowFunctionExpression"
  );
}

/** The names that a pattern binds or assigns. */
export function boundIn(pattern: Node | null): string[] {
  if (pattern === null) return [];
  const fields = pattern as unknown as Record<string, unknown>;
  switch (pattern.type) {
    case "Identifier":
      return [fields["name"] as string];
    case "AssignmentPattern":
      return boundIn(fields["left"] as Node);
    case "RestElement":
      return boundIn(fields["argument"] as Node);
    case "ArrayPattern":
      return (fields["elements"] as (Node | null)[]).flatMap(boundIn);
    case "ObjectPattern":
      return (fields["properties"] as Node[]).flatMap((each) =>
        boundIn(each.type === "RestElement" ? each : ((each as unknown as { value: Node }).value as Node)),
      );
    default:
      return [];
  }
}
