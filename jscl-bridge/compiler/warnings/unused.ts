/** Variables that nothing reads, and reads of variables that were declared to be ignored. */

import { carOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, isHomeLocked, symbolName } from "../../runtime/objects/symbols.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { Environment } from "../scope/environment.js";
import type { Builder } from "../syntax/builder.js";
import { isCons, isSymbol } from "../syntax/forms.js";
import type { Variable } from "../syntax/tree.js";

/** Standard macros that bind just the variables that the program wrote. */
const TRANSPARENT: ReadonlySet<string> = new Set(
  `DESTRUCTURING-BIND DEFMACRO DEFINE-COMPILER-MACRO DEFSETF DEFTYPE DEFINE-SETF-EXPANDER HANDLER-CASE DEFUN LAMBDA
  DEFMETHOD MULTIPLE-VALUE-SETQ RESTART-CASE`.split(/\s+/),
);

/** Whether variables in the expansion of a macro are not to be accused of being unused. */
export function bindsForItself(macro: LispSymbol): boolean {
  const home = homeName(macro);
  if (home === "COMMON-LISP") return !TRANSPARENT.has(symbolName(macro));
  return home?.startsWith("JSCL") === true;
}

/**
 * Whether what a macro expands into is the program's: all that it binds is to be used, whether its variables
 * have packages or not. `outer` says that of what the call stands in.
 */
export function isOfProgram(macro: LispSymbol, outer: boolean): boolean {
  if (homeName(macro) === "COMMON-LISP") return outer && symbolName(macro) === "LAMBDA";
  return !isHomeLocked(macro) && homeName(macro)?.startsWith("JSCL") !== true;
}

/** Warns of the lexical variables bound by `source` that nothing reads. */
export function warnUnused(b: Builder, bound: readonly Variable[], source: LispValue): void {
  const { host } = b;
  if (b.inLibrary && host.positionOf(source) === null) return;
  for (const { symbol, used, ignored, declaredIgnore, assigned } of bound) {
    if (used || ignored || declaredIgnore) continue;
    const how = assigned ? "assigned but never read" : "defined but never used";
    host.warnings.warn("SIMPLE-STYLE-WARNING", `The variable ${host.print(symbol)} is ${how}.`, source);
  }
}

export function warnIgnored({ host }: Builder, symbol: LispSymbol): void {
  host.warnings.warn("SIMPLE-STYLE-WARNING", `reading an ignored variable: ${host.print(symbol)}`, null);
}

export function warnSetIgnored({ host }: Builder, symbol: LispSymbol): void {
  const message = `${host.print(symbol)} is being set even though it was declared to be ignored.`;
  host.warnings.warn("SIMPLE-STYLE-WARNING", message, null);
}

/** Counts the variables that code reads which is not compiled, since it cannot be reached. */
export function markUsed(form: LispValue, env: Environment): void {
  for (let rest = form; isCons(rest); rest = next(rest)) markUsed(carOf(rest), env);
  const binding = isSymbol(form) ? env.variable(form) : undefined;
  if (binding?.kind === "lexical") binding.variable.used = true;
}

/** A lexical variable with the name of a special one is mostly a mistake. */
export function warnAsterisks({ host }: Builder, symbol: LispSymbol, source: LispValue): void {
  const name = symbolName(symbol);
  if (host.internalCode) return;
  if (name.length < 3 || !name.startsWith("*") || !name.endsWith("*")) return;
  host.warnings.warn(
    "ASTERISKS-AROUND-LEXICAL-VARIABLE-NAME",
    `using the lexical binding of the symbol (${host.printQualified(symbol)}), not the\ndynamic binding, even though the name follows\nthe usual naming convention (names like *FOO*) for special variables`,
    source,
  );
}
