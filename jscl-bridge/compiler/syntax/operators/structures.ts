/**
 * What DEFSTRUCT's functions expand into: making an instance, and reading and writing its slots, which look
 * at the instance first.
 */

import type { LispValue } from "../../../runtime/objects/marshal.js";
import { isLispString, stringText } from "../../../runtime/objects/vectors.js";
import { operands } from "../forms.js";
import { ProgramError } from "../program-error.js";
import type { Node } from "../tree.js";
import type { SpecialOperator, SpecialOperators } from "./table.js";

/**
 * The JavaScript property that a literal text names. It ends in the slot's place, a number, and the letter of
 * a slot of raw floats, as no property of JavaScript's own objects does.
 */
function slotKey(form: LispValue): string {
  const key = isLispString(form) ? stringText(form) : "";
  if (!/\d[ds]?$/.test(key)) throw new ProgramError("~S does not name a slot of a structure.", form);
  return key;
}

/**
 * (%MAKE-STRUCTURE lineage key value …): an instance; `lineage` holds its definition and those that it
 * includes, and knows the keys of its slots.
 */
const makeStructure: SpecialOperator = (b, form, env) => {
  const [first, ...plist] = operands(form, 1);
  if (plist.length % 2 === 1) throw new ProgramError("odd number of operands in ~S", form);
  const keys = plist.filter((_, i) => i % 2 === 0).map(slotKey);
  const lineage = b.node(first, env);
  const values = b.nodes(
    plist.filter((_, i) => i % 2 === 1),
    env,
  );
  return { kind: "make-structure", ...b.base(form), lineage, keys, values };
};

/**
 * (%STRUCTURE-SLOT object definition depth key name): the slot, or what WRONG-STRUCTURE makes of it;
 * (%SET-STRUCTURE-SLOT object definition depth key name value) stores a value and answers it.
 */
function structureSlot(count: 5 | 6): SpecialOperator {
  return (b, form, env) => {
    const [object, definition, depth, source, name, ...rest] = operands(form, count, count);
    const key = slotKey(source);
    const all = b.nodes([object, definition, depth, name, ...rest], env);
    const operands_ = all.slice(0, 4) as [Node, Node, Node, Node];
    return { kind: "structure-slot", ...b.base(form), key, operands: operands_, value: all[4] ?? null };
  };
}

export const structureOperators: SpecialOperators = {
  "%MAKE-STRUCTURE": makeStructure,
  "%STRUCTURE-SLOT": structureSlot(5),
  "%SET-STRUCTURE-SLOT": structureSlot(6),
};
