/** What a binding makes known of its variable. */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName, symbolPackage } from "../../runtime/objects/symbols.js";
import type { Unit } from "../emit/unit.js";
import type { Environment, VariableBinding } from "../scope/environment.js";
import type { Declarations } from "../syntax/declarations.js";
import { car, cdr, elements, isSymbol } from "../syntax/forms.js";
import { conflict } from "./conflicts.js";
import { type Derived, derive } from "./derive.js";
import { plainTestFacts } from "./facts.js";
import type { Facts, Moment } from "./flow.js";
import { typeFromForm } from "./specifiers.js";
import type { LispType } from "../types/lattice.js";

/** What is known of the value of an initial form. */
export interface Initial {
  readonly form: LispValue;
  /** Filled again each time the flow comes there. */
  derived: Derived | null;
  /**
   * The variable that is read, and what is assigned from then on: the variable bound has its value unless it
   * is.
   */
  readonly alias: VariableBinding | null;
  readonly since: Moment;
  /** What it says as a test. */
  readonly facts: Facts | null;
}

/** Notes what is known of the value of an initial form, which has just been compiled. */
export function initialOf(unit: Unit, form: LispValue, env: Environment): Initial | null {
  if (unit.host.internalCode) return null;
  const read = isSymbol(form) ? env.variable(form) : undefined;
  const alias = read?.kind === "lexical" ? read : null;
  const facts = plainTestFacts(unit, form, env);
  const initial: Initial = { form, derived: derive(unit, form, env), alias, since: unit.flow.now, facts };
  if (initial.derived?.assumed) {
    unit.flow.step(() => {
      initial.derived = derive(unit, form, env);
    });
  }
  return initial;
}

/** The type that declarations give a variable; null for none. */
function declaredType(unit: Unit, { specifiers }: Declarations, variable: LispSymbol): LispType | null {
  if (unit.host.internalCode) return null;
  for (const specifier of specifiers) {
    const id = car(specifier);
    const operands = elements(cdr(specifier));
    const explicit = isSymbol(id) && symbolName(id) === "TYPE";
    if (!(explicit ? operands.slice(1) : operands).includes(variable)) continue;
    if (explicit) return inhabited(typeFromForm(unit.host, operands[0]));
    if (!isSymbol(id) || unit.host.isKnownType(id)) return inhabited(typeFromForm(unit.host, id));
  }
  return null;
}

/** A type of which there may be objects; null for others, which no declaration is checked against. */
function inhabited(type: LispType): LispType | null {
  return type.kinds === 0 ? null : type;
}

/** Makes known what the binding of a variable says, and warns of an initial value that it does not allow. */
export function noteBinding(
  unit: Unit,
  symbol: LispSymbol,
  binding: VariableBinding,
  initial: Initial | null,
  declarations: Declarations,
): void {
  if (unit.host.internalCode) return;
  const declared = declarations.specifiers.length > 0 ? declaredType(unit, declarations, symbol) : null;
  const { flow } = unit;
  if (initial === null) {
    if (declared !== null) flow.bind(binding, () => ({ type: declared, alias: null }));
    return;
  }
  const { form, since } = initial;
  const alias = initial.alias !== null && !flow.assigns(since, initial.alias) ? initial.alias : null;
  // In messages, the variable that the program wrote stands for one that a macro made.
  if (symbolPackage(symbol) === undefined && initial.alias !== null) flow.writes(binding, form);
  if (initial.facts !== null) flow.boundToTest(binding, initial.facts, since);
  // The check of the declared type says what is wrong.
  if (declared !== null)
    conflict(unit, {
      expected: declared,
      call: null,
      shown: () => form,
      context: () => "",
      derived: () => initial.derived,
    });
  if (initial.derived !== null || declared !== null || alias !== null)
    flow.bind(binding, () => ({ type: initial.derived?.type ?? declared, alias }));
}
