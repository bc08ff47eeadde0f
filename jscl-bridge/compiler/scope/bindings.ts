/** Which variables may be bound, and how: lexically or dynamically. */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName, symbolPackage } from "../../runtime/objects/symbols.js";
import { sym } from "../../runtime/signals.js";
import type { CompilerHost } from "../host.js";
import type { Builder } from "../syntax/builder.js";
import type { Declarations } from "../syntax/declarations.js";
import { declaredType } from "../syntax/declared-types.js";
import { car, cdr, elements, isSymbol } from "../syntax/forms.js";
import { repeated } from "../syntax/lambda-list-check.js";
import { declaredDebug } from "../syntax/policy.js";
import { ConstantBindingError, ProgramError } from "../syntax/program-error.js";
import type { Variable } from "../syntax/tree.js";
import { noteDeclarations } from "../warnings/declared.js";
import { type Environment, SPECIAL } from "./environment.js";

/**
 * The symbols that are to be bound, each fit for it and given once; `operator` is what the messages call the
 * binder.
 */
export function checkVariables(
  b: Builder,
  names: readonly LispValue[],
  operator: string,
  where = operator,
): void {
  for (const name of names) {
    if (!isSymbol(name))
      throw new ProgramError("~S is not a symbol and cannot be used as a local variable.", name);
    if (name === b.host.nil) throw new ProgramError("~S cannot be used as a local variable.", name);
    if (homeName(name) === "KEYWORD") {
      throw new ProgramError("~S is a keyword and cannot be used as a local variable.", name);
    }
    if (b.host.proclaimed(name) === "constant" || name === b.host.t) {
      throw new ConstantBindingError(name, operator);
    }
  }
  const twice = repeated(names as LispSymbol[]);
  if (twice !== undefined && operator !== "LET*") {
    throw new ProgramError(`The variable ~S occurs more than once in the ${where}.`, twice);
  }
}

/** Whether binding `symbol` here makes a dynamic binding. */
export function isSpecial(b: Builder, symbol: LispSymbol, declarations: Declarations | null): boolean {
  return b.host.proclaimed(symbol) === "special" || declarations?.special.has(symbol) === true;
}

/** A new lexical variable of the function that is being read. */
export function lexicalVariable(b: Builder, symbol: LispSymbol, declarations: Declarations | null): Variable {
  return {
    symbol,
    owner: b.fn,
    type: null,
    declared: declaredType(b.host, symbol, declarations, false),
    ignored:
      declarations?.ignorable.has(symbol) === true ||
      (symbolPackage(symbol) === undefined && !b.inProgramMacro),
    declaredIgnore: declarations?.ignore.has(symbol) === true,
    used: false,
    assigned: false,
    defaulted: false,
    captured: false,
    assignedInside: false,
    kept: false,
    reads: 0,
    calls: 0,
    written: null,
  };
}

/** What a declaration of that kind says of the names in it; null for one that says nothing of names. */
function declaredOfNames(kind: LispValue): boolean | "unlocked" | "locked" | null {
  if (kind === sym("NOTINLINE")) return true;
  if (kind === sym("INLINE")) return false;
  if (!isSymbol(kind) || homeName(kind) !== "SB-EXT") return null;
  if (symbolName(kind) === "DISABLE-PACKAGE-LOCKS") return "unlocked";
  return symbolName(kind) === "ENABLE-PACKAGE-LOCKS" ? "locked" : null;
}

/** The environment in which what a body declares of its code holds: OPTIMIZE, names to inline, locks. */
export function withPolicy(env: Environment, { specifiers }: Declarations): Environment {
  const debug = declaredDebug(specifiers);
  let inner = debug === null ? env : env.withDebug(debug);
  for (const specifier of specifiers) {
    const declared = declaredOfNames(car(specifier));
    if (declared === null) continue;
    for (const name of elements(cdr(specifier)))
      if (isSymbol(name)) inner = inner.withInlining(name, declared);
  }
  return inner;
}

/**
 * The environment in which the free declarations of a body hold, of special variables and of types; checks
 * all.
 */
export function withSpecials(
  host: CompilerHost,
  declarations: Declarations,
  bound: Set<LispSymbol>,
  env: Environment,
): Environment {
  let inner = env;
  if (declarations.specifiers.length > 0) {
    noteDeclarations(host, declarations, bound, env);
    inner = withPolicy(env, declarations);
  }
  for (const symbol of declarations.special) {
    if (!bound.has(symbol)) inner = inner.withVariable(symbol, SPECIAL);
  }
  for (const [symbol, asserted] of host.internalCode ? [] : declarations.types) {
    const binding = bound.has(symbol) ? undefined : inner.variable(symbol);
    if (binding?.kind === "lexical") inner = inner.withVariable(symbol, { ...binding, asserted });
  }
  return inner;
}
