/**
 * The operators that are compiled in place. The common case is JavaScript; everything else, errors included,
 * is a call into the runtime with the frame on the stack.
 */

import { symbolName } from "../../../runtime/objects/symbols.js";
import { table } from "../../../runtime/objects/table.js";
import type { CallNode } from "../../syntax/tree.js";
import type { Generator } from "../generator.js";
import type { Expression } from "../script.js";
import { arithmeticPrimitives } from "./arithmetic.js";
import { arrayPrimitives } from "./arrays.js";
import { bitPrimitives } from "./bits.js";
import { callingPrimitives } from "./calling.js";
import { characterPrimitives } from "./characters.js";
import { deferringPrimitive, deferringPrimitives } from "./deferring.js";
import { divisionPrimitives } from "./division.js";
import { listPrimitives } from "./lists.js";
import type { Primitive } from "./primitive.js";
import { typePrimitives } from "./types.js";

const PRIMITIVES: Readonly<Record<string, Primitive | undefined>> = table({
  ...arithmeticPrimitives,
  ...arrayPrimitives,
  ...bitPrimitives,
  ...characterPrimitives,
  ...divisionPrimitives,
  ...callingPrimitives,
  ...deferringPrimitives,
  ...listPrimitives,
  ...typePrimitives,
});

/** The operator that a call is compiled as in place, or null. */
export function primitiveOf(node: CallNode): Primitive | null {
  if (!node.inline) return null;
  const name = symbolName(node.name);
  const primitive = PRIMITIVES[name] ?? deferringPrimitive(name);
  if (primitive === undefined) return null;
  const { least, most, fits } = primitive;
  const count = node.args.length;
  if (count < least || count > most || (fits !== undefined && !fits(node))) return null;
  return primitive;
}

/** The call of an operator as a raw float, or null. */
export function primitiveRaw(g: Generator, node: CallNode): Expression | null {
  return primitiveOf(node)?.raw?.(g, node) ?? null;
}

/** The call of a predicate as a JavaScript boolean, or null. */
export function primitiveTest(g: Generator, node: CallNode): Expression | null {
  return primitiveOf(node)?.test?.(g, node) ?? null;
}
