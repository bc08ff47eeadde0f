/** Variables that nothing reads, and reads of variables that were declared to be ignored. */

import { carOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { Unit } from "../emit/unit.js";
import type { Environment, VariableBinding } from "../scope/environment.js";
import { isCons, isSymbol } from "../syntax/forms.js";

interface BoundVariable {
  symbol: LispSymbol;
  binding: VariableBinding;
}

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

/** Warns of the lexical variables bound by `source` that nothing reads. */
export function warnUnused(unit: Unit, bound: readonly BoundVariable[], source: LispValue): void {
  if (unit.inLibrary && unit.host.positionOf(source) === null) return;
  for (const { symbol, binding } of bound) {
    if (binding.kind !== "lexical" || binding.used || binding.ignored || binding.declaredIgnore) continue;
    // The value that a SETQ returns is read from the variable.
    const how = binding.assigned ? "assigned but never read" : "defined but never used";
    unit.host.warnings.warn(
      "SIMPLE-STYLE-WARNING",
      `The variable ${unit.host.print(symbol)} is ${how}.`,
      source,
    );
  }
}

export function warnIgnored({ host }: Unit, symbol: LispSymbol): void {
  host.warnings.warn("SIMPLE-STYLE-WARNING", `reading an ignored variable: ${host.print(symbol)}`, null);
}

export function warnSetIgnored({ host }: Unit, symbol: LispSymbol): void {
  const message = `${host.print(symbol)} is being set even though it was declared to be ignored.`;
  host.warnings.warn("SIMPLE-STYLE-WARNING", message, null);
}

/** Counts the variables that code reads which is not compiled, since it cannot be reached. */
export function markUsed(form: LispValue, env: Environment): void {
  for (let rest = form; isCons(rest); rest = next(rest)) markUsed(carOf(rest), env);
  const binding = isSymbol(form) ? env.variable(form) : undefined;
  if (binding !== undefined) binding.used = true;
}

/** A lexical variable with the name of a special one is mostly a mistake. */
export function warnAsterisks({ host }: Unit, symbol: LispSymbol, source: LispValue): void {
  const name = symbolName(symbol);
  if (host.internalCode) return;
  if (name.length < 3 || !name.startsWith("*") || !name.endsWith("*")) return;
  host.warnings.warn(
    "ASTERISKS-AROUND-LEXICAL-VARIABLE-NAME",
    `using the lexical binding of the symbol (${host.printQualified(symbol)}), not the\ndynamic binding, even though the name follows\nthe usual naming convention (names like *FOO*) for special variables`,
    source,
  );
}
