/** Assignments of global variables by toplevel forms, noted in the log of the program's definitions. */

import type { DefinitionLog } from "../../runtime/definitions/definition-log.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
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

/**
 * Notes the assignments of a macro call of the standard's that does them in parallel, from inside a binding.
 */
export function noteParallelAssignments(log: DefinitionLog, form: LispValue, env: Environment): void {
  const operator = car(form);
  if (!isSymbol(operator) || homeName(operator) !== "COMMON-LISP") return;
  const operands = cdr(form);
  if (symbolName(operator) === "PSETQ" || symbolName(operator) === "PSETF") {
    for (let rest = operands; isCons(rest); rest = cdr(cdrOf(rest)))
      noteAssignment(log, carOf(rest), car(cdrOf(rest)), env);
  } else if (symbolName(operator) === "MULTIPLE-VALUE-SETQ") {
    for (let rest = car(operands); isCons(rest); rest = next(rest))
      noteAssignment(log, carOf(rest), cdr(operands), env);
  }
}
