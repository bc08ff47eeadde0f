/**
 * Assignments in the expansions of DEFVAR and DEFPARAMETER. They store a value as SET does, which tells of
 * one of a wrong type in words of its own ("Cannot set SYMBOL-VALUE of …"), where a program's SETQ asserts.
 */

import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { form } from "./forms.js";

const made = new WeakSet<LispCons>();

/** A form that gives the variable that is being defined its value. */
export function definingAssignment(symbol: LispSymbol, value: LispValue): LispCons {
  const assignment = form("SETQ", symbol, value) as LispCons;
  made.add(assignment);
  return assignment;
}

/** Whether a form is such an assignment. */
export const isDefining = (assignment: LispCons): boolean => made.has(assignment);
