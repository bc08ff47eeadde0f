/** What a tree says of the functions that its parts belong to, written anew after parts have moved. */

import { open } from "../syntax/builder.js";
import { children } from "../syntax/children.js";
import { parameterVariables, suppliedVariables } from "../syntax/parameters.js";
import type { FunctionNode, Node, TagbodyNode, Variable } from "../syntax/tree.js";

/** Writes which function each part belongs to, and which variables and ways out functions inside use. */
export function settle(root: FunctionNode): void {
  begin(root, root);
  visit(root.body, root, new Map());
}

function own(variable: Variable | null, fn: FunctionNode): void {
  if (variable === null) return;
  variable.owner = fn;
  variable.captured = false;
  variable.assignedInside = false;
}

/** Says whose the bindings and the ways out of a function are, before anything uses them. */
function begin(node: Node, fn: FunctionNode): void {
  let inner = fn;
  switch (node.kind) {
    case "function":
      inner = node;
      node.inner.length = 0;
      if (node !== fn) {
        node.outer = fn;
        fn.inner.push(node);
      }
      for (const variable of [...parameterVariables(node), ...suppliedVariables(node)]) own(variable, node);
      break;
    case "let":
    case "receive":
      for (const { variable } of node.bindings) own(variable, fn);
      break;
    case "block":
      node.owner = fn;
      node.usedLocally = false;
      node.usedRemotely = false;
      break;
    case "tagbody":
      node.owner = fn;
      node.jumps.length = 0;
      node.usedRemotely = false;
  }
  for (const child of children(node)) begin(child, inner);
}

function use(variable: Variable, fn: FunctionNode, assigns: boolean): void {
  if (variable.owner === fn) return;
  variable.captured = true;
  if (assigns) variable.assignedInside = true;
}

/** Notes what uses them; `segments` are those that are open. */
function visit(node: Node, fn: FunctionNode, segments: Map<TagbodyNode, number>): void {
  switch (node.kind) {
    case "function":
      visit(node.body, node, segments);
      return;
    case "tagbody":
      for (const [i, { forms }] of node.segments.entries()) {
        segments.set(node, i);
        for (const form of forms) visit(form, fn, segments);
      }
      return;
    case "read":
      use(node.variable, fn, false);
      return;
    case "scope":
      node.variables.forEach(open);
      fn.keepsVariables = true;
      break;
    case "local-functions":
      if (node.lexical !== null) fn.keepsVariables = true;
      break;
    case "assign":
    case "count":
      use(node.variable, fn, true);
      break;
    case "return":
      node.from = fn;
      if (node.block.owner === fn) node.block.usedLocally = true;
      else node.block.usedRemotely = true;
      break;
    case "go":
      node.from = fn;
      if (node.body.owner === fn)
        node.body.jumps.push({ from: segments.get(node.body) ?? 0, to: node.index });
      else node.body.usedRemotely = true;
  }
  for (const child of children(node)) visit(child, fn, segments);
}
