/** Lambda expressions that stand where a function is wanted. */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { sym } from "../../runtime/signals.js";
import { car, isCons } from "./forms.js";

/** The lambda expression that a form denotes a function by, or null. */
export function literalLambda(form: LispValue): LispValue {
  if (!isCons(form)) return null;
  if (carOf(form) === sym("LAMBDA")) return form;
  const named = carOf(form) === sym("FUNCTION") ? car(cdrOf(form)) : null;
  return isCons(named) && carOf(named) === sym("LAMBDA") ? named : null;
}
