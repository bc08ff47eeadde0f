/** (SETF MACRO-FUNCTION) and (SETF COMPILER-MACRO-FUNCTION). */

import type { LispFunction, LispValue } from "../objects/marshal.js";
import { functionNameSymbol } from "../objects/setf-names.js";
import { callLisp, INTERNAL_PACKAGE, isSymbol, list, nil, simpleError, sym } from "../signals.js";
import { wrongArgument } from "../streams/stream-arguments.js";
import type { GlobalDefinitions } from "./global-definitions.js";
import { isSpecialOperator } from "./special-operators.js";

export function setMacroFunction(
  definitions: GlobalDefinitions,
  name: LispValue,
  fn: LispValue,
  environment: LispValue,
): LispValue {
  if (!isSymbol(name)) return wrongArgument(name, sym("SYMBOL"), sym("SYMBOL"));
  if (isSpecialOperator(name)) simpleError("~S names a special form.", name);
  refuseEnvironment("MACRO-FUNCTION", name, environment);
  if (typeof fn !== "function") return wrongArgument(fn, sym("FUNCTION"), sym("FUNCTION"));
  definitions.checkLock(name, "setting the macro-function of ~S");
  definitions.log.note("FUNCTION", name);
  definitions.macros.set(name, fn as LispFunction);
  return fn;
}

/** NIL in the place of a function takes the compiler macro away. */
export function setCompilerMacroFunction(
  definitions: GlobalDefinitions,
  name: LispValue,
  fn: LispValue,
  environment: LispValue = nil(),
): LispValue {
  const symbol = functionNameSymbol(name);
  if (symbol === null) return callLisp("INVALID-FUNCTION-NAME-ERROR", INTERNAL_PACKAGE, name);
  refuseEnvironment("COMPILER-MACRO-FUNCTION", name, environment);
  definitions.checkLock(symbol, "setting the compiler-macro-function of ~A");
  if (fn === nil()) {
    definitions.log.noteUndefined("COMPILER-MACRO", name);
    definitions.compilerMacros.delete(symbol);
  } else if (typeof fn === "function") {
    definitions.log.note("COMPILER-MACRO", name);
    definitions.compilerMacros.set(symbol, fn as LispFunction);
  } else wrongArgument(fn, list(sym("OR"), sym("FUNCTION"), sym("NULL")), sym("FUNCTION"));
  return fn;
}

function refuseEnvironment(accessor: string, name: LispValue, environment: LispValue): void {
  if (environment === undefined || environment === nil()) return;
  simpleError("Non-NIL environment argument in SETF of ~S ~S: ~S", sym(accessor), name, environment);
}
