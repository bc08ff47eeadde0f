import type { CallExpression, Expression, FunctionExpression, Identifier, Node, Statement } from "acorn";
import { isFunction, rewrite, visit } from "./ast.js";

/**
 * Puts the bodies of functions that are called where they are written into the function around them, where
 * that changes nothing: JSCL makes one for each LET, PROGN and IF, and each costs reading, compiling and
 * calling. It is done for `(function(){ return x; })()`, and for calls whose value the function around them
 * returns at once.
 */
export function inlineCalledFunctions(body: Statement[]): number {
  let inlined = 0;
  const change = (node: Node): Node => {
    const call = calledFunction(node);
    if (call !== null) {
      const value = onlyValue(call);
      if (value === null) return node;
      inlined++;
      return value;
    }
    if (isFunction(node)) inlined += inlineReturned(node);
    return node;
  };
  for (const [index, statement] of body.entries()) body[index] = rewrite(statement, change) as Statement;
  return inlined;
}

interface Called {
  params: Identifier[];
  body: Statement[];
  args: Expression[];
}

/**
 * A call of a function expression with plain parameters that does not name itself, its arguments or `this`.
 */
function calledFunction(node: Node): Called | null {
  if (node.type !== "CallExpression") return null;
  const { callee, arguments: args } = node as CallExpression;
  if (callee.type !== "FunctionExpression" || callee.id || callee.params.length < args.length) return null;
  const made = callee as FunctionExpression;
  if (made.params.some(({ type }) => type !== "Identifier")) return null;
  if (args.some(({ type }) => type === "SpreadElement") || usesOwnCall(made.body)) return null;
  return { params: made.params as Identifier[], body: made.body.body, args: args as Expression[] };
}

function usesOwnCall(body: Node): boolean {
  let found = false;
  visit(body, (node) => {
    if (node.type === "FunctionExpression" || node.type === "FunctionDeclaration") return false;
    if (node.type === "ThisExpression") found = true;
    if (node.type === "Identifier" && (node as Identifier).name === "arguments") found = true;
    return undefined;
  });
  return found;
}

function onlyValue({ params, body }: Called): Expression | null {
  const [only] = body;
  if (params.length > 0 || body.length !== 1 || only?.type !== "ReturnStatement") return null;
  return only.argument ?? null;
}

function inlineReturned(node: Node): number {
  const counts = countNames(node);
  let inlined = 0;
  const { body } = node as unknown as { body: Node };
  const change = (inner: Node): Node => {
    if (inner.type !== "ReturnStatement") return inner;
    const { argument } = inner as Node & { argument?: Node };
    const call = argument ? calledFunction(argument) : null;
    if (call === null || argument === undefined || !ownNames(call, argument, counts)) return inner;
    inlined++;
    return block(call);
  };
  rewriteOwn(body, change);
  return inlined;
}

/** Whether what the called function declares is named nowhere else in the function around it. */
function ownNames(call: Called, within: Node, counts: Map<string, number>): boolean {
  const declared = new Set(call.params.map(({ name }) => name));
  for (const statement of call.body) {
    visit(statement, (node) => {
      if (isFunction(node)) return false;
      if (node.type === "VariableDeclarator") declared.add((node as Node & { id: Identifier }).id.name);
      return undefined;
    });
  }
  const inside = countNames(within);
  return [...declared].every((name) => inside.get(name) === counts.get(name));
}

function countNames(root: Node): Map<string, number> {
  const counts = new Map<string, number>();
  visit(root, (node) => {
    if (node.type === "Identifier") {
      const { name } = node as Identifier;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return undefined;
  });
  return counts;
}

function block({ params, body, args }: Called): Node {
  const at = { start: 0, end: 0 };
  const declarations = params.map((id, index) => ({
    type: "VariableDeclarator",
    id,
    init: args[index] ?? null,
    ...at,
  }));
  const variables = { type: "VariableDeclaration", kind: "var", declarations, ...at };
  const last = body.at(-1);
  const ends = last?.type === "ReturnStatement" || last?.type === "ThrowStatement";
  const end = { type: "ReturnStatement", argument: null, ...at };
  return {
    type: "BlockStatement",
    body: [...(params.length > 0 ? [variables] : []), ...body, ...(ends ? [] : [end])],
    ...at,
  } as unknown as Node;
}

/** Rewrites statements of one function, and leaves the functions in it alone. */
function rewriteOwn(node: Node, change: (node: Node) => Node): Node {
  const fields = node as unknown as Record<string, unknown>;
  for (const [key, value] of Object.entries(fields)) {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        if (isStatementLike(item)) value[index] = rewriteOwn(item, change);
    } else if (isStatementLike(value)) fields[key] = rewriteOwn(value, change);
  }
  return change(node);
}

const statementTypes = /Statement$|^SwitchCase$|^CatchClause$/;

function isStatementLike(value: unknown): value is Node {
  return typeof value === "object" && value !== null && statementTypes.test(String((value as Node).type));
}
