/** Local functions and macros whose names are symbols of locked packages: SBCL takes them for mistakes. */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, isHomeLocked, symbolName } from "../../runtime/objects/symbols.js";
import { makeString } from "../../runtime/objects/vectors.js";
import { callLisp, INTERNAL_PACKAGE, nil } from "../../runtime/signals.js";
import type { CompilerHost } from "../host.js";
import type { Environment } from "../scope/environment.js";
import { ProgramError } from "./program-error.js";

/** What the expansions of standard macros bind in the places where programs use them. */
const BOUND_BY_MACROS: ReadonlySet<string> = new Set([
  "CALL-METHOD",
  "CALL-NEXT-METHOD",
  "LOOP-FINISH",
  "MAKE-METHOD",
  "NEXT-METHOD-P",
  "PPRINT-EXIT-IF-LIST-EXHAUSTED",
  "PPRINT-POP",
]);

/** A local function or macro with such a name. */
class LockedNameError extends ProgramError {
  override readonly warnedAs = "Compile-time package lock violation:\n  ";

  constructor(
    private readonly symbol: LispSymbol,
    private readonly written: LispValue,
    private readonly kind: "function" | "macro",
  ) {
    super("a locked name of a local function");
  }

  override condition(): LispValue {
    const control = makeString(`binding ~S as a local ${this.kind}`);
    return callLisp("LOCK-CONDITION", INTERNAL_PACKAGE, this.symbol, control, this.written);
  }
}

/**
 * Checks the name of a local function or macro, which is of `symbol`; `env` is around the form that binds it.
 * @throws ProgramError where the lock of the symbol's package holds.
 */
export function checkLocalName(
  host: CompilerHost,
  symbol: LispSymbol,
  name: LispValue,
  kind: "function" | "macro",
  env: Environment,
): void {
  if (host.internalCode || !isHomeLocked(symbol) || env.isUnlocked(symbol)) return;
  if (homeName(symbol) === "COMMON-LISP" && BOUND_BY_MACROS.has(symbolName(symbol))) return;
  // CLHS 11.1.2.1.2: a name of no global function or macro may be bound as a local one.
  if (callLisp("FBOUNDP", "COMMON-LISP", name) === nil()) return;
  if (callLisp("SYMBOL-LOCK-HOLDS-P", INTERNAL_PACKAGE, symbol) !== nil())
    throw new LockedNameError(symbol, name, kind);
}
