/**
 * Lambda expressions that SBCL makes part of the function around them: those called where they stand, given
 * to a mapping operator that is compiled in place, or bound to a variable that is used once, to call it. They
 * have no frames of their own.
 */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { sym } from "../../runtime/signals.js";
import type { FrameInfo } from "../../runtime/stack/callstack.js";
import { car, isCons } from "../syntax/forms.js";
import type { VariableBinding } from "./environment.js";

export class InlinedLambdas {
  /** By what follows LAMBDA: its expressions and the FUNCTION forms around them share that. */
  private readonly marked = new Set<LispValue>();
  private readonly descriptions = new Map<LispValue, FrameInfo>();

  has(lambda: LispValue): boolean {
    return this.marked.has(lambda);
  }

  described(lambda: LispValue, description: FrameInfo): void {
    this.descriptions.set(lambda, description);
  }

  /** The operator of a call: if it is a lambda expression, that is called where it stands. */
  callee(form: LispValue): void {
    const lambda = lambdaOf(form);
    if (lambda !== null) this.marked.add(lambda);
  }

  /** Ends the scope of a variable that was bound to the value of `init`. */
  bound(binding: VariableBinding, init: LispValue): void {
    const lambda = lambdaOf(init);
    if (lambda === null || binding.assigned || binding.uses !== 1 || binding.calls !== 1) return;
    const description = this.descriptions.get(lambda);
    if (description !== undefined) description.internal = true;
  }
}

/** What follows LAMBDA in a lambda expression or in a FUNCTION form of one; null for another form. */
function lambdaOf(form: LispValue): LispValue | null {
  if (!isCons(form)) return null;
  if (carOf(form) === sym("LAMBDA")) return cdrOf(form);
  return carOf(form) === sym("FUNCTION") ? lambdaOf(car(cdrOf(form))) : null;
}
