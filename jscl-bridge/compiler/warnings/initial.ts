/** What a binding makes known of its variable. */
import type { LispSymbol, LispValue } from "../../runtime/marshal.js";
import type { Declarations } from "../declarations.js";
import type { Environment, VariableBinding } from "../environment.js";
import { car, cdr, elements, isSymbol } from "../forms.js";
import type { Unit } from "../unit.js";
import { derive } from "./derive.js";
import { typeFromForm } from "./specifiers.js";
import type { LispType } from "./types.js";

export interface Initial {
  type: LispType | null;
  alias: VariableBinding | null;
  /** The name of the variable that is read. */
  name: LispSymbol | null;
}

/** What is known of the value of an initial form, before it is compiled. */
export function initialOf(unit: Unit, init: LispValue, env: Environment): Initial | null {
  if (unit.host.internalCode) return null;
  const derived = derive(unit, init, env);
  const alias = isSymbol(init) ? env.variable(init) : undefined;
  return {
    type: derived?.certain ? derived.type : null,
    alias: alias?.kind === "lexical" ? alias : null,
    name: alias?.kind === "lexical" ? (init as LispSymbol) : null,
  };
}

/** The type that declarations give a variable; null for none. */
export function declaredType(
  unit: Unit,
  { specifiers }: Declarations,
  variable: LispSymbol,
): LispType | null {
  if (unit.host.internalCode) return null;
  for (const specifier of specifiers) {
    const id = car(specifier);
    const operands = elements(cdr(specifier));
    const explicit = isSymbol(id) && id.name === "TYPE";
    if (!(explicit ? operands.slice(1) : operands).includes(variable)) continue;
    if (explicit) return typeFromForm(unit.host, operands[0]);
    if (!isSymbol(id) || unit.host.isKnownType(id)) return typeFromForm(unit.host, id);
  }
  return null;
}

/** Makes known what the binding of a variable says. */
export function noteBinding(
  unit: Unit,
  symbol: LispSymbol,
  binding: VariableBinding,
  initial: Initial | null,
  declarations: Declarations,
): void {
  if (unit.host.internalCode) return;
  const declared = declarations.specifiers.length > 0 ? declaredType(unit, declarations, symbol) : null;
  unit.flow.bind(
    binding,
    unit.context,
    initial?.type ?? declared,
    initial?.alias ?? null,
    initial?.name ?? null,
  );
}
