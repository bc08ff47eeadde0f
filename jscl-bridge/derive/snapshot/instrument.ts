import type { Node, Statement } from "acorn";
import { expression, isFunction, rewrite, ShapeError, statements, visit } from "../ast.js";
import { analyseCaptures, type Captures } from "../scopes.js";

/** A function expression in the program text, from which a running program makes function objects. */
export interface Site {
  node: Node;
  captures: Captures;
}

/** The program with every lasting function object reported as it is made. */
export interface InstrumentedProgram {
  sites: Site[];
  /**
   * Body of a function of `recordFunction(site, function, readCaptured)`, `preludeDone(jscl)` and `options`.
   */
  body: Statement[];
  /** Variables that the prelude declares and the library assigns. */
  assignedPreludeVariables: string[];
  libraryStart: number;
}

const firstLibraryVariable = "l1";

/** Leaves `body` as it is, apart from marking its functions; the result holds copies. */
export function instrument(body: Statement[]): InstrumentedProgram {
  const libraryStart = body.findIndex((statement) => declaredName(statement) === firstLibraryVariable);
  if (libraryStart < 0) throw new ShapeError(`jscl.js does not declare ${firstLibraryVariable} at top level`);
  const sites: Site[] = [];
  const copy = recordFunctions(body, sites);
  copy.splice(libraryStart, 0, ...statements("preludeDone(jscl);"));
  const variables = programVariables(body).join(",");
  copy.push(...statements(`return { jscl, variables: { ${variables} } };`));
  return {
    sites,
    body: copy,
    assignedPreludeVariables: assignedFromLibrary(body, libraryStart),
    libraryStart,
  };
}

/** A copy of `body` that reports each lasting function as it is made; the functions are added to `sites`. */
export function recordFunctions(body: Statement[], sites: Site[]): Statement[] {
  const captures = analyseCaptures(body);
  const called = calledFunctions(body);
  for (const statement of body) {
    visit(statement, (node) => {
      const found = captures.get(node);
      if (found !== undefined && node.type !== "FunctionDeclaration" && !called.has(node)) {
        (node as Marked).site = sites.length;
        sites.push({ node, captures: found });
      }
      return undefined;
    });
  }
  const copy = body.map(copied);
  for (const [index, statement] of copy.entries()) {
    copy[index] = rewrite(statement, (node) => recorded(node as Marked, sites)) as Statement;
  }
  return copy;
}

type Marked = Node & { site?: number };

/** A copy of a tree; `structuredClone` takes several times as long. */
function copied<Tree>(tree: Tree): Tree {
  if (Array.isArray(tree)) return tree.map(copied) as Tree;
  if (typeof tree !== "object" || tree === null || tree instanceof RegExp) return tree;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(tree)) copy[key] = copied(value);
  return copy as Tree;
}

function recorded(node: Marked, sites: Site[]): Node {
  if (node.site === undefined || !isFunction(node)) return node;
  const names = (sites[node.site] as Site).captures.names.map((binding) => {
    // No lasting function may need the arguments of a call that is over; the dump refuses one that does.
    return binding.name === "arguments" ? "null" : binding.name;
  });
  const call = expression(`recordFunction(${node.site}, 0, () => [${names.join(",")}])`);
  (call as unknown as { arguments: Node[] }).arguments[1] = node;
  return call;
}

function calledFunctions(body: Node[]): Set<Node> {
  const called = new Set<Node>();
  for (const statement of body) {
    visit(statement, (node) => {
      if (node.type === "CallExpression") called.add((node as Node & { callee: Node }).callee);
      return undefined;
    });
  }
  return called;
}

function declaredName(statement: Statement): string | undefined {
  if (statement.type !== "VariableDeclaration") return undefined;
  const id = statement.declarations[0]?.id;
  return id?.type === "Identifier" ? id.name : undefined;
}

/** Names of the variables that `body` declares outside of functions. */
export function programVariables(body: Statement[]): string[] {
  const names = new Set<string>();
  for (const statement of body) {
    if (statement.type !== "VariableDeclaration") continue;
    for (const { id } of statement.declarations) if (id.type === "Identifier") names.add(id.name);
  }
  return [...names];
}

function assignedFromLibrary(body: Statement[], libraryStart: number): string[] {
  const declared = new Set(programVariables(body.slice(0, libraryStart)));
  const assigned = new Set<string>();
  for (const statement of body.slice(libraryStart)) {
    if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression")
      continue;
    const { left } = statement.expression;
    if (left.type === "Identifier" && declared.has(left.name)) assigned.add(left.name);
  }
  return [...assigned];
}
