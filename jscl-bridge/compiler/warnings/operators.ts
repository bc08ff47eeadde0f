/** What can be said of a call of an operator of COMMON-LISP before it is compiled. */

import type { LispCons, LispSymbol, LispValue } from "../../runtime/marshal.js";
import { next } from "../../runtime/safepoints.js";
import type { Environment } from "../environment.js";
import { car, cdr, elements, isCons } from "../forms.js";
import type { Unit } from "../unit.js";
import { checkIndirectCall } from "./calls.js";
import { CASES, checkCaseKeys } from "./case-keys.js";
import { conflictIn } from "./conflicts.js";
import { checkFolding } from "./folding.js";
import { checkFormatCall } from "./format-arguments.js";
import { knownFunction } from "./known-functions.js";
import { checkModified } from "./modified.js";
import { mostArguments } from "./signature.js";
import { quotedType, warnUndefinedTypes } from "./type-names.js";

/** Where functions take a type specifier. */
const TYPE_ARGUMENTS: Readonly<Record<string, number>> = {
  TYPEP: 1,
  COERCE: 1,
  "MAKE-CONDITION": 0,
  CONCATENATE: 0,
};

/**
 * Checks a call of a function of COMMON-LISP; answers the code that stands for it where an argument is of a wrong type.
 */
export function checkKnownCall(
  unit: Unit,
  head: LispSymbol,
  form: LispCons,
  env: Environment,
): string | null {
  const { host } = unit;
  const known = knownFunction(head);
  if (known === null) return null;
  const args = elements(form.$$jscl_cdr);
  checkIndirectCall(unit, head, args, env);
  const at = Object.hasOwn(TYPE_ARGUMENTS, head.name) ? TYPE_ARGUMENTS[head.name] : undefined;
  const type = at === undefined ? undefined : quotedType(args[at]);
  if (type !== undefined) warnUndefinedTypes(host, type);
  if (unit.flow.dead) return null;
  const most = mostArguments(known);
  // What is wrong with their number is found where the call is compiled.
  if (args.length < known.required || (most !== null && args.length > most)) return null;
  checkFormatCall(host, head.name, args);
  checkModified(unit, head, args, env);
  const code = conflictIn(unit, known, form, env);
  if (code !== null) return code;
  if (known.foldable) checkFolding(unit, form, env);
  return null;
}

/** Whether a known function never returns. */
export function neverReturns(head: LispSymbol): boolean {
  return head.name === "ERROR" && head.package?.packageName === "COMMON-LISP";
}

/** Checks a call of a standard macro. */
export function checkMacroCall(unit: Unit, head: LispSymbol, form: LispCons): void {
  const { host } = unit;
  // Macros that expand into others are checked themselves.
  if (unit.inLibrary && host.positionOf(form) === null) return;
  if (host.internalCode || head.package?.packageName !== "COMMON-LISP") return;
  const { name } = head;
  if (CASES.has(name)) checkCaseKeys(host, name, form);
  else if (name === "HANDLER-CASE") noteTypes(unitTypes(cdr(form.$$jscl_cdr)), host);
  else if (name === "HANDLER-BIND") noteTypes(unitTypes(car(form.$$jscl_cdr)), host);
}

/** The heads of a list of clauses. */
function unitTypes(clauses: LispValue): LispValue[] {
  const types: LispValue[] = [];
  for (let rest = clauses; isCons(rest); rest = next(rest)) types.push(car(rest.$$jscl_car));
  return types;
}

function noteTypes(types: readonly LispValue[], host: Unit["host"]): void {
  for (const type of types) warnUndefinedTypes(host, type);
}
