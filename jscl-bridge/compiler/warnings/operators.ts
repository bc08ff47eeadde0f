/** What can be said of a call of an operator of COMMON-LISP before it is compiled. */

import type { FunctionEntry } from "../../functions/table.js";
import { cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import { elementsOf, keyword } from "../../runtime/signals.js";
import type { CompilerHost } from "../host.js";
import type { Environment } from "../scope/environment.js";
import type { Builder } from "../syntax/builder.js";
import { car, cdr, isSymbol } from "../syntax/forms.js";
import { standardFunction } from "../syntax/standard-functions.js";
import { checkCallees } from "./callees.js";
import { checkIndirectCall } from "./calls.js";
import { CASES, checkCaseKeys } from "./case-keys.js";
import { literalType, malformedType, warnUndefinedTypes } from "./type-names.js";

/** Checks what can be said of a call of a function of COMMON-LISP by its forms alone. */
export function checkCallSyntax(
  b: Builder,
  head: LispSymbol,
  args: readonly LispValue[],
  env: Environment,
): void {
  const { host } = b;
  if (host.internalCode) return;
  const entry = standardFunction(head);
  if (entry === undefined) return;
  checkIndirectCall(b, entry, args, env);
  checkCallees(b, entry, args, env);
  checkTypeArguments(host, entry, args);
}

/** How often SBCL looks at the literal type that a function makes an object of, where it is not once. */
const LOOKS: Readonly<Record<string, number>> = table({
  COERCE: 3,
  CONCATENATE: 14,
  "MAKE-ARRAY": 3,
  "MAKE-SEQUENCE": 14,
  MAP: 9,
  MERGE: 14,
});

/** How often at most at the parts of a type. */
const OF_PARTS = 3;

/** Checks the literal type specifiers among the arguments of a call. */
function checkTypeArguments(host: CompilerHost, entry: FunctionEntry, args: readonly LispValue[]): void {
  const { required, optional, keys } = entry;
  const positional = [...required, ...optional];
  for (const [i, arg] of args.entries()) {
    const key = i < positional.length ? undefined : args[i - 1];
    const parameter = positional[i] ?? keys?.find(({ name }) => isSymbol(key) && key === keyword(name));
    const type = parameter?.type === "type-specifier" ? literalType(arg) : undefined;
    if (type === undefined) continue;
    const fault = malformedType(host, type);
    const looks = LOOKS[entry.name] ?? 1;
    const count = fault !== null ? 0 : isSymbol(type) ? looks : Math.min(looks, OF_PARTS);
    for (let i = 0; i < count; i++) warnUndefinedTypes(host, type);
    if (fault !== null) host.warnings.warn("SIMPLE-WARNING", fault, null);
  }
}

/** Checks a call of a standard macro. */
export function checkMacroCall(b: Builder, head: LispSymbol, form: LispCons): void {
  const { host } = b;
  // Macros that expand into others are checked themselves.
  if (b.inLibrary && host.positionOf(form) === null) return;
  if (host.internalCode || homeName(head) !== "COMMON-LISP") return;
  const name = symbolName(head);
  if (CASES.has(name)) checkCaseKeys(host, name, form);
  else if (name === "HANDLER-CASE") noteTypes(clauseTypes(cdr(cdrOf(form))), host);
  else if (name === "HANDLER-BIND") noteTypes(clauseTypes(car(cdrOf(form))), host);
}

/** The heads of a list of clauses. */
function clauseTypes(clauses: LispValue): LispValue[] {
  return elementsOf(clauses).map(car);
}

function noteTypes(types: readonly LispValue[], host: CompilerHost): void {
  // A clause (:NO-ERROR …) of HANDLER-CASE names no type.
  for (const type of types) if (type !== keyword("NO-ERROR")) warnUndefinedTypes(host, type);
}
