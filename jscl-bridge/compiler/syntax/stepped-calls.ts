/**
 * Calls in code that is stepped through: each says that it is about to be made, with its arguments, and then
 * which values it gave. Calls are those of the source text; what macros call is no step.
 */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName } from "../../runtime/objects/symbols.js";
import { INTERNAL_PACKAGE, list, listOf, sym, uninterned } from "../../runtime/signals.js";
import { StepSite } from "../../runtime/stack/step-sites.js";
import type { Environment } from "../scope/environment.js";
import type { Builder } from "./builder.js";
import { isCons, isSymbol } from "./forms.js";

const QUOTE = () => sym("QUOTE");

/** What stands for the call `form` of a function where it is a step; null where it is none. */
export function steppedCall(
  b: Builder,
  form: LispCons,
  head: LispSymbol,
  env: Environment,
): LispValue | null {
  const local = env.function(head);
  const isFunction = local === undefined ? b.host.macroFunction(head) === null : local.kind === "function";
  if (!isFunction || homeName(head) === INTERNAL_PACKAGE) return null;
  const place = b.host.placeOf(form);
  if (place === null) return null;
  const bindings: LispValue[] = [];
  const args: LispValue[] = [];
  for (let rest = cdrOf(form) as LispValue; rest !== b.host.nil; rest = cdrOf(rest as LispCons)) {
    // A dotted call is a mistake that is told of elsewhere.
    if (!isCons(rest)) return null;
    const argument = carOf(rest);
    if (isConstant(b, argument)) {
      args.push(argument);
      continue;
    }
    const name = uninterned("ARGUMENT");
    bindings.push(list(name, argument));
    args.push(name);
  }
  const made = new StepSite(form, place.position);
  b.host.noteStep(made, place);
  const site = list(QUOTE(), made as unknown as LispValue);
  // The call that is made has no place of its own in the text: it is no step again.
  const noted = list(sym("FUNCTION"), sym("STEP-VALUES", INTERNAL_PACKAGE));
  const values = list(sym("MULTIPLE-VALUE-CALL"), noted, site, list(head, ...args));
  const point = list(sym("STEP-POINT", INTERNAL_PACKAGE), site, ...args);
  return list(sym("LET"), listOf(bindings), point, values);
}

/** Whether an argument is the same each time, and what the compiler may look at in its place. */
function isConstant(b: Builder, form: LispValue): boolean {
  if (isCons(form)) return carOf(form) === QUOTE();
  if (!isSymbol(form)) return true;
  return form === b.host.nil || form === b.host.t || homeName(form) === "KEYWORD";
}
