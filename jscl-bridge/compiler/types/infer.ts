/** Finds out what is known of values, and warns of what cannot be. */

import type { CompilerHost } from "../host.js";
import { children } from "../syntax/children.js";
import type { FunctionNode, Node } from "../syntax/tree.js";
import { Analysis } from "./analysis.js";
import type { Finding } from "./findings.js";

/** The most passes over a tree before nothing is believed. */
const MAX_PASSES = 40;

/** The findings that hold, by their nodes. */
type Held = Map<Node, Set<number>>;

export function inferTypes(host: CompilerHost, root: FunctionNode): void {
  if (host.internalCode) return;
  let analysis = solved(host, root, null);
  if (analysis === null) return;
  let held = holding(analysis, null);
  // Like SBCL, first as if control went on behind each, then without what only comes behind one that holds.
  if (count(held) > 1) {
    const again = solved(host, root, held);
    if (again === null) return;
    held = holding(again, held);
    analysis = again;
  }
  for (const [variable, type] of analysis.flow.all()) variable.type = type;
  report(host, analysis, held);
}

/** Passes over the tree until nothing changes; null where that does not come to an end. */
export function solved(host: CompilerHost, root: FunctionNode, endings: Held | null): Analysis | null {
  const analysis = new Analysis(host, endings);
  for (let i = 0; i < MAX_PASSES; i++) {
    analysis.begin();
    analysis.visit(root.body);
    if (!analysis.flow.changed) return analysis;
  }
  forget(root);
  return null;
}

/** Nothing is known of any node. */
function forget(root: FunctionNode): void {
  const nodes: Node[] = [root];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    node.type = null;
    for (const child of children(node)) nodes.push(child);
  }
}

/** The findings of the last pass that are for something, and were there before. */
function holding({ findings, consumers }: Analysis, before: Held | null): Held {
  const held: Held = new Map();
  for (const { node, index, consumer } of findings) {
    if (!consumers.isLive(consumer)) continue;
    if (before !== null && before.get(node)?.has(index) !== true) continue;
    const indices = held.get(node);
    if (indices === undefined) held.set(node, new Set([index]));
    else indices.add(index);
  }
  return held;
}

function count(held: Held): number {
  let total = 0;
  for (const indices of held.values()) total += indices.size;
  return total;
}

function report(host: CompilerHost, { findings }: Analysis, held: Held): void {
  for (const finding of findings) {
    const indices = held.get(finding.node);
    if (indices?.delete(finding.index) !== true) continue;
    warn(host, finding);
    finding.guard?.();
  }
}

function warn(host: CompilerHost, { node, place, type, message, form }: Finding): void {
  host.warnings.warnAt(place, type, message(), form, node.where);
}
