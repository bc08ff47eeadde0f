/** Local functions and macros with the names of locked packages' operators: SBCL takes them for mistakes. */

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
 * Checks the name of a local function or macro, which is of `symbol`.
 * @throws ProgramError where the lock of the symbol's package holds.
 */
export function checkLocalName(
  host: CompilerHost,
  env: Environment,
  symbol: LispSymbol,
  name: LispValue,
  kind: "function" | "macro",
): void {
  if (!host.internalCode && isHomeLocked(symbol)) checkLockedName(env, symbol, name, kind);
}

function checkLockedName(
  env: Environment,
  symbol: LispSymbol,
  name: LispValue,
  kind: "function" | "macro",
): void {
  if (env.declared(symbol, "LOCKS") === "DISABLE-PACKAGE-LOCKS") return;
  if (homeName(symbol) === "COMMON-LISP" && BOUND_BY_MACROS.has(symbolName(symbol))) return;
  if (callLisp("FBOUNDP", "COMMON-LISP", name) === nil()) return;
  if (callLisp("SYMBOL-LOCK-HOLDS-P", INTERNAL_PACKAGE, symbol) !== nil())
    throw new LockedNameError(symbol, name, kind);
}
