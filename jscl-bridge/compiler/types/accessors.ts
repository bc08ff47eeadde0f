/** The functions that write into slots of structures, as DEFSTRUCT forms define them. */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { children } from "../syntax/children.js";
import { functionNameSymbol, isSymbol } from "../syntax/forms.js";
import type { DefineNode, FunctionNode, Node } from "../syntax/tree.js";

export interface SlotWriter {
  /** The name of the structure. */
  readonly structure: LispSymbol;
  /** What the slot's value is checked to be, and the slot's name; null where it may be anything. */
  readonly slot: { readonly name: LispValue; readonly type: LispValue } | null;
}

/** Writers by the symbols of their names. */
const writers = new WeakMap<LispSymbol, SlotWriter>();

/** The writer of a slot that a function is, as far as programs defined it. */
export function slotWriter(name: LispSymbol): SlotWriter | undefined {
  return writers.get(name);
}

/** Notes what a definition says. */
export function noteDefinition({ name, definition }: DefineNode): void {
  const symbol = functionNameSymbol(name);
  if (symbol === null) return;
  const found = definition.kind === "function" ? writerOf(definition) : null;
  if (found !== null) writers.set(symbol, found);
  else writers.delete(symbol);
}

/** What a function (VALUE OBJECT) writes. */
function writerOf(fn: FunctionNode): SlotWriter | null {
  const [value, object, ...more] = fn.required;
  if (object === undefined || more.length > 0 || fn.optional.length > 0) return null;
  const last = fn.body.kind === "block" ? fn.body.body : fn.body;
  const written = last.kind === "sequence" ? last.forms.at(-1) : last;
  if (written?.kind !== "structure-slot" || written.value?.kind !== "read") return null;
  const [target, , , structure] = written.operands;
  if (written.value.variable !== value || target.kind !== "read" || target.variable !== object) return null;
  if (structure.kind !== "constant" || !isSymbol(structure.value)) return null;
  return { structure: structure.value, slot: last === written ? null : checkIn(last) };
}

/** The type that the value of a slot is checked to be of. */
function checkIn(node: Node): SlotWriter["slot"] {
  if (node.kind === "call" && symbolName(node.name) === "WRONG-SLOT-VALUE") {
    const [, type, name] = node.args;
    if (type?.kind === "constant" && name?.kind === "constant") return { name: name.value, type: type.value };
  }
  for (const child of children(node)) {
    const found = checkIn(child);
    if (found !== null) return found;
  }
  return null;
}
