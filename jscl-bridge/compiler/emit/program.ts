/** The JavaScript of a toplevel form, from its tree. */

import { COMPILED_AT_ONCE } from "../../runtime/code.js";
import type { CallPlaces } from "../../runtime/stack/call-places.js";
import type { CompilerHost } from "../host.js";
import { readVariables } from "../scope/reads.js";
import type { FunctionNode } from "../syntax/tree.js";
import { RETURN } from "./destination.js";
import { leavableFrame } from "./frame-exits.js";
import { Generator } from "./generator.js";
import type { Literals } from "./literals.js";
import { Printer } from "./printer.js";
import { noteCall } from "./recording.js";
import { Unit } from "./unit.js";

/**
 * The body of a function of `values` that does what the form does. Where its calls are in the text is put
 * into `places`, if anybody asks.
 */
export function programText(
  host: CompilerHost,
  root: FunctionNode,
  literals: Literals,
  places: CallPlaces | null,
): string {
  const read = host.internalCode ? { has: () => true } : readVariables(root);
  const unit = new Unit(host, literals, read);
  const scope = root.keepsVariables ? unit.fresh("d") : null;
  const { keepsVariables } = root;
  const info = root.hidden
    ? null
    : (literals.toplevelInfo?.(keepsVariables) ?? String(host.toplevelInfo(keepsVariables)));
  const frame = { info, slots: scope === null ? [] : [scope], scope };
  const generator = new Generator(unit, root, null, frame);
  noteCall(generator, []);
  generator.statement(root.body, RETURN);
  const { pushes, out } = generator;
  const body = scope !== null ? leavableFrame(out, null) : out;
  return Printer.print(body, { ...frame, pushes }, places);
}

/**
 * Code that begins with `head` and answers the function of `values` with that body, which is called once and
 * soon. The calls' places are moved by what stands before the body.
 */
export function calledOnce(head: string, name: string, body: string, { offsets }: CallPlaces): string {
  const start = `${head}return${COMPILED_AT_ONCE}function ${name}(values){`;
  for (const [i, offset] of offsets.entries()) offsets[i] = offset + start.length;
  return `${start}${body}})`;
}
