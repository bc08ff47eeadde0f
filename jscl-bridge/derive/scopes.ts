import type { Function as FunctionNode, Node } from "acorn";
import { boundIn, isFunction } from "./ast.js";

/** One variable of one function. */
interface Binding {
  name: string;
  scope: Scope;
}

interface Scope {
  parent: Scope | null;
  /** null for the scope outside of everything, which holds the program's own variables. */
  node: Node | null;
  bindings: Map<string, Binding>;
}

/** Variables of enclosing functions that a function reads or assigns. */
export interface Captures {
  names: Binding[];
  assigned: Set<Binding>;
  /** Variables of the program itself that the function names. */
  program: Set<string>;
}

const ignoredFields = new Set(["type", "start", "end"]);

/**
 * Finds what each function of `body` captures from the functions around it. Variables of `body` itself and
 * globals are not captures: every function of the derived file can still name them.
 */
export function analyseCaptures(body: Node[]): Map<Node, Captures> {
  const captures = new Map<Node, Captures>();
  const outermost: Scope = { parent: null, node: null, bindings: new Map() };
  const enclosing: FunctionNode[] = [];

  const use = (name: string, scope: Scope, assigns: boolean): void => {
    let at: Scope | null = scope;
    while (at !== null && !at.bindings.has(name)) at = at.parent;
    const binding = at?.bindings.get(name);
    if (binding === undefined || at === null) return;
    if (at.node === null) {
      for (const inner of enclosing) (captures.get(inner) as Captures).program.add(name);
      return;
    }
    for (let index = enclosing.length - 1; index >= 0; index--) {
      const inner = enclosing[index] as FunctionNode;
      if (inner === at.node || inside(at, inner)) break;
      const found = captures.get(inner) as Captures;
      if (!found.names.includes(binding)) found.names.push(binding);
      if (assigns) found.assigned.add(binding);
    }
  };

  const walk = (node: Node, scope: Scope): void => {
    if (isFunction(node)) return walkFunction(node as FunctionNode, scope);
    const fields = node as unknown as Record<string, unknown>;
    switch (node.type) {
      case "Identifier":
        return use(fields["name"] as string, scope, false);
      case "MemberExpression":
        walk(fields["object"] as Node, scope);
        if (fields["computed"]) walk(fields["property"] as Node, scope);
        return;
      case "Property":
        if (fields["computed"]) walk(fields["key"] as Node, scope);
        return walk(fields["value"] as Node, scope);
      case "LabeledStatement":
        return walk(fields["body"] as Node, scope);
      case "BreakStatement":
      case "ContinueStatement":
        return;
      case "AssignmentExpression":
      case "UpdateExpression":
      case "ForInStatement":
      case "ForOfStatement":
        useAssigned((fields["left"] ?? fields["argument"]) as Node, scope);
        break;
      case "CatchClause": {
        const caught: Scope = { parent: scope, node, bindings: new Map() };
        if (fields["param"]) declare(fields["param"] as Node, caught);
        return walk(fields["body"] as Node, caught);
      }
      default:
    }
    for (const child of children(node)) walk(child, scope);
  };

  const useAssigned = (target: Node, scope: Scope): void => {
    if (target.type === "VariableDeclaration") return;
    for (const name of boundIn(target)) use(name, scope, true);
  };

  const walkFunction = (node: FunctionNode, parent: Scope): void => {
    const scope: Scope = { parent, node, bindings: new Map() };
    if (node.type === "FunctionExpression" && node.id) declare(node.id, scope);
    for (const parameter of node.params) declare(parameter, scope);
    if (node.type !== "ArrowFunctionExpression") declareName("arguments", scope);
    declareVariables(node.body, scope);
    captures.set(node, { names: [], assigned: new Set(), program: new Set() });
    enclosing.push(node);
    for (const parameter of node.params) walk(parameter, scope);
    walk(node.body, scope);
    enclosing.pop();
  };

  for (const node of body) declareVariables(node, outermost);
  for (const node of body) walk(node, outermost);
  return captures;
}

/** A catch clause's scope belongs to the function whose text holds it. */
function inside(scope: Scope, candidate: Node): boolean {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    if (at.node === candidate) return true;
    if (at.node !== null && isFunction(at.node)) return false;
  }
  return false;
}

function children(node: Node): Node[] {
  const found: Node[] = [];
  for (const [key, value] of Object.entries(node as unknown as Record<string, unknown>)) {
    if (ignoredFields.has(key)) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item === "object" && item !== null && "type" in item) found.push(item as Node);
    }
  }
  return found;
}

function declareVariables(node: Node, scope: Scope): void {
  if (node.type === "FunctionDeclaration") {
    const { id } = node as FunctionNode;
    if (id) declare(id, scope);
    return;
  }
  if (isFunction(node)) return;
  if (node.type === "ClassDeclaration") return declare((node as Node & { id: Node }).id, scope);
  if (node.type === "VariableDeclarator") declare((node as Node & { id: Node }).id, scope);
  for (const child of children(node)) declareVariables(child, scope);
}

function declare(pattern: Node, scope: Scope): void {
  for (const name of boundIn(pattern)) declareName(name, scope);
}

function declareName(name: string, scope: Scope): void {
  if (!scope.bindings.has(name)) scope.bindings.set(name, { name, scope });
}
