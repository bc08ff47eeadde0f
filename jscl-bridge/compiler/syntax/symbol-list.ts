import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { nil } from "../../runtime/signals.js";
import { elements, isCons, isSymbol } from "./forms.js";
import { MacroCallError } from "./program-error.js";

/** The variables of MULTIPLE-VALUE-BIND and MULTIPLE-VALUE-SETQ. */
export function symbolList(variables: LispValue): LispSymbol[] {
  const names = isCons(variables) || variables === nil() ? elements(variables) : null;
  if (names?.every(isSymbol)) return names;
  throw new MacroCallError("Vars is not a list of symbols: ~S", variables);
}
