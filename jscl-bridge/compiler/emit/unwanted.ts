/**
 * Floats that nobody wants as objects. A function whose last form writes a float into a slot or an array is
 * mostly called for that: a caller that drops its value passes `nv`, and gets no box.
 */

import { slotFormat } from "../../runtime/objects/structure-slots.js";
import type { Node } from "../syntax/tree.js";
import { VALUES } from "./destination.js";
import type { Generator } from "./generator.js";
import { boxed, type Format, formatOf, raw } from "./raw.js";
import { binary, conditional, type Expression, literal, NIL } from "./script.js";

/** The format of a float that a node writes into a place that may hold it raw; null for other nodes. */
export function writtenFloat(node: Node): Format | null {
  if (node.kind === "call") return node.writer === null ? null : formatOf(node.args[0] as Node);
  if (node.kind === "runtime") return node.name === "setAref" ? formatOf(node.args.at(-1) as Node) : null;
  return node.kind === "structure-slot" && node.value !== null ? slotFormat(node.key) : null;
}

const NOBODY = literal("nv");

/** What the function that is made returns. */
export function returned(g: Generator, node: Node): Expression {
  if (g.rawResult !== null) return raw(g, node);
  const format = g.host.internalCode ? null : writtenFloat(node);
  const made = format === null ? null : g.rawOf(node);
  if (format === null || made === null) return g.expression(node, "values");
  const value = g.stable(made);
  return conditional(binary("===", VALUES.values, NOBODY), NIL, boxed(value, format));
}

/** A call whose value is dropped. */
export function unwanted(g: Generator, x: Expression): Expression {
  if (x.kind === "at-height") return { ...x, x: unwanted(g, x.x) };
  if (x.kind !== "lisp-call" || x.args[0] !== VALUES.pv || g.host.internalCode) return x;
  return { ...x, args: [NOBODY, ...x.args.slice(1)] };
}
