/** What can be said of a call of an operator of COMMON-LISP before it is compiled. */

import type { FunctionEntry } from "../../functions/table.js";
import { cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { elementsOf, keyword } from "../../runtime/signals.js";
import type { Unit } from "../emit/unit.js";
import type { CompilerHost } from "../host.js";
import type { Environment } from "../scope/environment.js";
import { car, cdr, elements, isSymbol } from "../syntax/forms.js";
import { takesKeywords } from "./call-arguments.js";
import { CallChecks } from "./call-checks.js";
import { checkIndirectCall, isMapping } from "./calls.js";
import { CASES, checkCaseKeys } from "./case-keys.js";
import { contextOf, expectedType } from "./conflicts.js";
import { checkFolding } from "./folding.js";
import { checkFormatCall } from "./format-arguments.js";
import { type KnownFunction, knownFunction } from "./known-functions.js";
import { checkModified, modifiedArguments } from "./modified.js";
import { mostArguments } from "./signature.js";
import { quotedType, warnUndefinedTypes } from "./type-names.js";
import type { LispType } from "./types.js";

/**
 * Checks a call of a function of COMMON-LISP; answers the checks of its arguments, to be made as they are
 * compiled.
 */
export function checkKnownCall(
  unit: Unit,
  head: LispSymbol,
  form: LispCons,
  env: Environment,
): CallChecks | null {
  const { host } = unit;
  if (host.internalCode || homeName(head) !== "COMMON-LISP") return null;
  const known = knownFunction(head);
  if (known === null) return null;
  const args = elements(cdrOf(form));
  checkIndirectCall(unit, known.entry, args, env);
  checkTypeArguments(host, known.entry, args);
  if (unit.flow.dead) return null;
  const most = mostArguments(known);
  // What is wrong with their number or keywords is found where the call is compiled; nothing else is looked
  // for.
  if (args.length < known.required || (most !== null && args.length > most)) return null;
  if (!takesKeywords(host, head, known, args)) return null;
  checkFormatCall(host, symbolName(head), args);
  const checks = new KnownCallChecks(unit, head, known, form, args, env);
  return known.typed || checks.checksAll || symbolName(head) === "APPEND" ? checks : null;
}

/** Checks the literal type specifiers among the arguments of a call. */
function checkTypeArguments(
  host: CompilerHost,
  { required, optional, keys }: FunctionEntry,
  args: readonly LispValue[],
): void {
  const positional = [...required, ...optional];
  for (const [i, arg] of args.entries()) {
    const key = i < positional.length ? undefined : args[i - 1];
    const parameter = positional[i] ?? keys?.find(({ name }) => isSymbol(key) && key === keyword(name));
    const type = parameter?.type === "type-specifier" ? quotedType(arg) : undefined;
    if (type !== undefined) warnUndefinedTypes(host, type);
  }
}

/** Checks of a call of a function of COMMON-LISP. */
class KnownCallChecks extends CallChecks {
  readonly checksAll: boolean;
  private readonly folded: boolean;
  private readonly modified: readonly number[];

  constructor(
    unit: Unit,
    private readonly head: LispSymbol,
    private readonly callee: KnownFunction,
    protected readonly call: LispCons,
    args: readonly LispValue[],
    env: Environment,
  ) {
    super(unit, args, env);
    this.folded = callee.entry.attributes.has("partial");
    this.modified = modifiedArguments(callee.entry, args.length);
    this.checksAll = this.folded || this.modified.length > 0;
  }

  protected expectedType(index: number): LispType | null {
    return expectedType(this.unit, this.head, this.callee, this.args, index);
  }

  protected override checksItself(index: number): boolean {
    return index > 0 && isMapping(this.callee.entry);
  }

  protected context(index: number): string {
    return contextOf(this.unit, this.call, index, this.env);
  }

  protected checkAll(): void {
    for (const index of this.modified)
      checkModified(this.unit, symbolName(this.head), () => this.known(index));
    if (this.folded) checkFolding(this.unit, this.call, this.known);
  }
}

/** Checks a call of a standard macro. */
export function checkMacroCall(unit: Unit, head: LispSymbol, form: LispCons): void {
  const { host } = unit;
  // Macros that expand into others are checked themselves.
  if (unit.inLibrary && host.positionOf(form) === null) return;
  if (host.internalCode || homeName(head) !== "COMMON-LISP") return;
  const name = symbolName(head);
  if (CASES.has(name)) checkCaseKeys(host, name, form);
  else if (name === "HANDLER-CASE") noteTypes(unitTypes(cdr(cdrOf(form))), host);
  else if (name === "HANDLER-BIND") noteTypes(unitTypes(car(cdrOf(form))), host);
}

/** The heads of a list of clauses. */
function unitTypes(clauses: LispValue): LispValue[] {
  return elementsOf(clauses).map(car);
}

function noteTypes(types: readonly LispValue[], host: Unit["host"]): void {
  // A clause (:NO-ERROR …) of HANDLER-CASE names no type.
  for (const type of types) if (type !== keyword("NO-ERROR")) warnUndefinedTypes(host, type);
}
