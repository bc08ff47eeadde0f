/**
 * What DEFSTRUCT's functions expand into: making an instance, and reading and writing its slots, which look
 * at the instance first.
 */

import { textLiteral } from "../../runtime/code.js";
import { structureText } from "../../runtime/objects/instances.js";
import type { LispCons, LispValue } from "../../runtime/objects/marshal.js";
import { isLispString, stringText } from "../../runtime/objects/vectors.js";
import type { Unit } from "../emit/unit.js";
import type { Environment } from "../scope/environment.js";
import { operands } from "../syntax/forms.js";
import { ProgramError } from "../syntax/program-error.js";
import type { SpecialForms } from "./special-forms.js";

/**
 * The JavaScript property that a literal text names. It ends in the slot's place, a number, as no property of
 * JavaScript's own objects does.
 */
function slotKey(form: LispValue): string {
  const key = isLispString(form) ? stringText(form) : "";
  if (!/\d$/.test(key)) throw new ProgramError("~S does not name a slot of a structure.", form);
  return key;
}

/**
 * (%MAKE-STRUCTURE lineage key value …): an instance; `lineage` holds its definition and those that it
 * includes, and knows the keys of its slots.
 */
function makeStructure(unit: Unit, form: LispCons, env: Environment): string {
  const [lineage, ...plist] = operands(form, 1);
  if (plist.length % 2 === 1) throw new ProgramError("odd number of operands in ~S", form);
  const keys = plist.filter((_, i) => i % 2 === 0).map(slotKey);
  const [first, ...values] = unit.atoms([lineage, ...plist.filter((_, i) => i % 2 === 1)], env);
  const instance = structureText(
    String(first),
    keys.map((key, i) => [key, String(values[i])]),
  );
  return `(${first}?.slotKeys===${textLiteral(keys.join(" "))}?${instance}:${unit.context.slow(`R.wrongLineage(${first})`)})`;
}

/** The parts of a form that names a slot: (… object definition depth key name). */
function slotOf(unit: Unit, forms: readonly LispValue[], env: Environment) {
  const [object, definition, depth, key, name] = forms;
  const property = slotKey(key);
  const [o, d, n, s, ...rest] = unit.atoms([object, definition, depth, name, ...forms.slice(5)], env);
  const wrong = unit.context.slow(`R.wrongStructure(${o},${s})`);
  return { test: `R.isStructure(${o},${d},${n})===t`, slot: `${o}[${textLiteral(property)}]`, wrong, rest };
}

/** (%STRUCTURE-SLOT object definition depth key name): the slot, or what WRONG-STRUCTURE makes of it. */
function structureSlot(unit: Unit, form: LispCons, env: Environment): string {
  const { test, slot, wrong } = slotOf(unit, operands(form, 5, 5), env);
  return `(${test}?${slot}:${wrong})`;
}

/** (%SET-STRUCTURE-SLOT object definition depth key name value) stores a value and answers it. */
function setStructureSlot(unit: Unit, form: LispCons, env: Environment): string {
  const { test, slot, wrong, rest } = slotOf(unit, operands(form, 6, 6), env);
  return `(${test}?${slot}=${rest[0]}:${wrong})`;
}

export const structureForms: SpecialForms = {
  "%MAKE-STRUCTURE": { expression: makeStructure },
  "%STRUCTURE-SLOT": { expression: structureSlot },
  "%SET-STRUCTURE-SLOT": { expression: setStructureSlot },
};
