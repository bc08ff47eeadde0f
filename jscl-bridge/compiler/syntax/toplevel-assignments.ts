/** Assignments of global variables by forms of the toplevel, told to the log of what the program defines. */

import type { DefinitionLog } from "../../runtime/definitions/definition-log.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { isCons, isSymbol } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { Environment } from "../scope/environment.js";
import { car, cdr } from "./forms.js";

/** Notes that a variable, if it is a global one, gets the value of a form. */
export function noteAssignment(
  log: DefinitionLog,
  variable: LispValue,
  value: LispValue,
  env: Environment,
): void {
  if (isSymbol(variable) && env.variable(variable)?.kind !== "lexical") log.noteAssignment(variable, value);
}

/** Notes the assignments of a macro call of the standard's that does them in parallel, from inside a binding. */
export function noteParallelAssignments(log: DefinitionLog, form: LispValue, env: Environment): void {
  const operator = car(form);
  if (!isSymbol(operator) || operator.package?.packageName !== "COMMON-LISP") return;
  const operands = cdr(form);
  if (operator.name === "PSETQ" || operator.name === "PSETF") {
    for (let rest = operands; isCons(rest); rest = cdr(rest.$$jscl_cdr))
      noteAssignment(log, rest.$$jscl_car, car(rest.$$jscl_cdr), env);
  } else if (operator.name === "MULTIPLE-VALUE-SETQ") {
    for (let rest = car(operands); isCons(rest); rest = next(rest))
      noteAssignment(log, rest.$$jscl_car, cdr(operands), env);
  }
}
