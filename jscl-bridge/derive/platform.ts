import type { Node, Statement } from "acorn";
import { expression, rewrite, ShapeError, statements, visit } from "./ast.js";

const platformNames = new Set(["module", "window", "self", "global", "phantom", "Deno", "process"]);
const scriptRunner = "runCommonLispScripts";
const rootStatement = /^(l\d+)\.value$/;
const dropped = 7;

/**
 * Makes the library independent of where it runs: nothing is exported to `module`, `self` or `global`, no
 * script of the page is run, no file system is asked for, and `*ROOT*` is always `globalThis`.
 * @throws ShapeError when the platform code at top level is not what is known.
 */
export function removePlatformCode(body: Statement[], sourceOf: (node: Node) => string): number {
  let removed = 0;
  let roots = 0;
  for (const [index, statement] of body.entries()) {
    if (isScriptRunner(statement)) {
      body[index] = empty(statement);
      removed++;
    } else if (statement.type === "IfStatement" && asksPlatform(statement)) {
      const root = rootAssignment(statement, sourceOf);
      if (root === null) body[index] = empty(statement);
      else {
        body[index] = statements(`${root}.value = globalThis;`)[0] as Statement;
        roots++;
      }
      removed++;
    }
  }
  if (removed !== dropped || roots !== 1) {
    throw new ShapeError(
      `jscl.js has ${removed} platform statements (${roots} for *ROOT*), not ${dropped} (1)`,
    );
  }
  for (const statement of body)
    rewrite(statement, (node) => (isRequire(node) ? expression("undefined") : node));
  return removed;
}

function isScriptRunner(statement: Statement): boolean {
  return statement.type === "FunctionDeclaration" && statement.id?.name === scriptRunner;
}

function asksPlatform(statement: Node): boolean {
  let found = false;
  visit(statement, (node) => {
    if (node.type === "FunctionExpression") return false;
    const asked = node as { operator?: string; argument?: { name?: string } };
    if (node.type === "UnaryExpression" && asked.operator === "typeof") {
      if (platformNames.has(asked.argument?.name ?? "")) found = true;
    }
    return undefined;
  });
  return found;
}

/** `*ROOT*` is set by an if-else chain whose last branch takes `self`. */
function rootAssignment(statement: Statement, sourceOf: (node: Node) => string): string | null {
  let last = statement;
  while (last.type === "IfStatement" && last.alternate) last = last.alternate;
  if (last.type !== "ExpressionStatement" || last.expression.type !== "AssignmentExpression") return null;
  const target = rootStatement.exec(sourceOf(last.expression.left))?.[1];
  return target !== undefined && sourceOf(last.expression.right).includes("(self)") ? target : null;
}

function isRequire(node: Node): boolean {
  return node.type === "Identifier" && (node as Node & { name: string }).name === "require";
}

function empty(node: Node): Statement {
  return { type: "EmptyStatement", start: node.start, end: node.end };
}
