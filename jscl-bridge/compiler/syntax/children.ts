/** The parts of nodes. */

import type { Node, Variable } from "./tree.js";

/** The nodes that a node is made of. */
export function children(node: Node): readonly Node[] {
  switch (node.kind) {
    case "assign":
    case "assign-global":
    case "return":
    case "the":
      return [node.value];
    case "sequence":
    case "values":
      return node.forms;
    case "if":
      return [node.test, node.then, node.otherwise];
    case "let":
      return [...node.bindings.map(({ init }) => init), node.body];
    case "receive":
      return [node.producer, node.body];
    case "function":
    case "block":
    case "guard":
    case "scope":
      return [node.body];
    case "default":
      return [node.init];
    case "local-functions":
      return [...node.functions.flatMap(({ lambda }) => lambda ?? []), node.body];
    case "call":
    case "call-local":
    case "wrong-call":
    case "runtime":
    case "script":
      return node.args;
    case "call-lambda":
      return [...node.args, node.lambda];
    case "tagbody":
      return node.segments.flatMap(({ forms }) => forms);
    case "while":
      return [node.test, node.body];
    case "count":
      return [node.limit, node.body];
    default:
      return rareChildren(node);
  }
}

function rareChildren(node: Node): readonly Node[] {
  switch (node.kind) {
    case "catch":
      return [node.tag, node.body];
    case "throw":
      return [node.tag, node.value];
    case "unwind-protect":
      return [node.protected, node.cleanup];
    case "progv":
      return [node.symbols, node.values, node.body];
    case "values-call":
      return [node.callee, ...node.forms];
    case "values-list":
      return [node.producer];
    case "first":
      return [node.first, node.body];
    case "half":
      return [node.object];
    case "make-structure":
      return [node.lineage, ...node.values];
    case "structure-slot":
      return node.value === null ? node.operands : [...node.operands, node.value];
    case "define":
      return [node.definition];
    default:
      return [];
  }
}

/** The variables that code assigns. */
export function assignedIn(node: Node, found: Set<Variable> = new Set()): Set<Variable> {
  if (node.kind === "assign" || (node.kind === "count" && node.assigned)) found.add(node.variable);
  for (const child of children(node)) assignedIn(child, found);
  return found;
}
