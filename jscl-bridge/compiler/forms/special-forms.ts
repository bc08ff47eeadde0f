/** The table of special forms, joined from the files that compile them. */

import type { LispCons, LispSymbol } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import type { Destination, ValuesMode } from "../emit/destination.js";
import type { Unit } from "../emit/unit.js";
import type { CompilerHost } from "../host.js";
import type { Environment } from "../scope/environment.js";
import { bindingForms } from "./binding-forms.js";
import { controlForms } from "./control-forms.js";
import { countingForms } from "./counting.js";
import { functionForms } from "./function-forms.js";
import { guardForms } from "./guard.js";
import { runtimeVerbs } from "./runtime-verbs.js";
import { structureForms } from "./structure-forms.js";
import { tagbodyForms } from "./tagbody.js";
import { valueForms } from "./value-forms.js";

/** How one special form is compiled; the other way follows from the one given. */
export interface SpecialForm {
  statement?: (unit: Unit, form: LispCons, env: Environment, destination: Destination) => void;
  expression?: (unit: Unit, form: LispCons, env: Environment, values: ValuesMode) => string;
}

export type SpecialForms = Record<string, SpecialForm>;

const forms = new Map<string, SpecialForm>(
  [
    bindingForms,
    controlForms,
    countingForms,
    functionForms,
    guardForms,
    runtimeVerbs,
    structureForms,
    tagbodyForms,
    valueForms,
  ].flatMap((table) => Object.entries(table)),
);

/**
 * The special form a symbol names, or undefined; the privileged ones are known only where the host has them.
 */
export function specialForm(symbol: LispSymbol, host: CompilerHost): SpecialForm | undefined {
  const special = forms.get(symbolName(symbol)) ?? host.privilegedForms?.get(symbolName(symbol));
  if (special === undefined) return undefined;
  const home = homeName(symbol);
  return home === "COMMON-LISP" || home === "JSCL" || home === "JSCL-MCP" ? special : undefined;
}
