/**
 * Whether code calls Lisp functions, so that the frame of the function it is a part of has to be there. What
 * does not, leaf paths of a function above all, never pays for a frame.
 */

import type { CallNode, Node } from "../syntax/tree.js";
import { primitiveOf } from "./primitives/table.js";
import { isRawCall } from "./raw.js";

const known = new WeakMap<Node, boolean>();

export function needsFrame(...nodes: readonly (Node | null)[]): boolean {
  return nodes.some((node) => node !== null && isNeeded(node));
}

function isNeeded(node: Node): boolean {
  if (node.kind === "constant" || node.kind === "read" || node.kind === "function") return false;
  let needed = known.get(node);
  if (needed === undefined) {
    needed = look(node);
    known.set(node, needed);
  }
  return needed;
}

function isFullCall(node: CallNode): boolean {
  return (
    node.writer === null && node.making === null && primitiveOf(node)?.calls !== false && !isRawCall(node)
  );
}

function look(node: Node): boolean {
  switch (node.kind) {
    case "call":
      return isFullCall(node) || needsFrame(...(primitiveOf(node)?.operands?.(node) ?? node.args));
    case "call-local":
    case "call-lambda":
    case "values-call":
    case "throw":
    case "invalid":
    case "script":
      return true;
    case "assign":
    case "assign-global":
    case "the":
    case "return":
      return needsFrame(node.value);
    case "sequence":
    case "values":
      return needsFrame(...node.forms);
    case "if":
      return needsFrame(node.test, node.then, node.otherwise);
    case "let":
      return needsFrame(...node.bindings.map(({ init }) => init), node.body);
    case "receive":
      return needsFrame(node.producer, node.body);
    case "default":
      return needsFrame(node.init);
    case "local-functions":
    case "block":
    case "guard":
    case "scope":
      return needsFrame(node.body);
    case "wrong-call":
    case "runtime":
      return needsFrame(...node.args);
    case "tagbody":
      return node.segments.some(({ forms }) => needsFrame(...forms));
    case "while":
      return needsFrame(node.test, node.body);
    case "count":
      return needsFrame(node.limit, node.body);
    case "catch":
      return needsFrame(node.tag, node.body);
    case "unwind-protect":
      return needsFrame(node.protected, node.cleanup);
    case "progv":
      return true;
    case "values-list":
      return needsFrame(node.producer);
    case "first":
      return needsFrame(node.first, node.body);
    case "half":
      return needsFrame(node.object);
    case "make-structure":
      return needsFrame(node.lineage, ...node.values);
    case "structure-slot":
      return needsFrame(...node.operands, node.value);
    case "define":
      return needsFrame(node.definition);
    default:
      return false;
  }
}
