/** What the places of functions ask of the runtime (CLHS 5.3, SYMBOL-FUNCTION and its like). */
import { setfSymbol } from "../definitions.js";
import type { Image } from "../image.js";
import type { LispFunction, LispSymbol, LispValue } from "../marshal.js";
import { callLisp, INTERNAL_PACKAGE, isCons, isSymbol, lispError, list, nil, sym } from "../signals.js";

function wrongType(datum: LispValue, type: LispValue, ...more: LispValue[]): never {
  return lispError("TYPE-ERROR", "DATUM", datum, "EXPECTED-TYPE", type, ...more);
}

function symbolOf(name: LispValue): LispSymbol {
  return isSymbol(name) ? name : wrongType(name, sym("SYMBOL"), "CONTEXT", sym("SYMBOL"));
}

function functionOf(x: LispValue): LispFunction {
  return typeof x === "function" ? (x as LispFunction) : wrongType(x, sym("FUNCTION"));
}

/** (SETF symbol) */
function isSetfName(x: LispValue): boolean {
  if (!isCons(x) || x.$$jscl_car !== sym("SETF")) return false;
  const rest = x.$$jscl_cdr;
  return isCons(rest) && isSymbol(rest.$$jscl_car) && rest.$$jscl_cdr === nil();
}

export function installFunctionPlaces({ definitions, runtime }: Image): void {
  const { log, macros, compilerMacros, compiled } = definitions;

  const store = (symbol: LispSymbol, name: LispValue, fn: LispFunction): LispValue => {
    log.note("FUNCTION", name);
    compiled.add(symbol);
    symbol.fvalue = fn;
    return fn;
  };

  const setSymbolFunction = (name: LispValue, value: LispValue): LispValue => {
    const fn = functionOf(value);
    const symbol = symbolOf(name);
    definitions.checkLock(symbol, "setting the symbol-function of ~A");
    return store(symbol, symbol, fn);
  };

  const setFdefinition = (name: LispValue, value: LispValue): LispValue => {
    const fn = functionOf(value);
    if (!isSymbol(name) && !isSetfName(name))
      return callLisp("REQUIRE-FUNCTION-NAME", INTERNAL_PACKAGE, name);
    const symbol = isSymbol(name) ? name : setfSymbol(name);
    definitions.checkLock(symbol, "setting fdefinition of ~A");
    return store(symbol, name, fn);
  };

  const setMacroFunction = (name: LispValue, value: LispValue): LispValue => {
    const fn = functionOf(value);
    const symbol = symbolOf(name);
    definitions.checkLock(symbol, "setting the macro-function of ~A");
    log.note("FUNCTION", symbol);
    macros.set(symbol, fn);
    return fn;
  };

  const setCompilerMacroFunction = (name: LispValue, value: LispValue): LispValue => {
    if (typeof value !== "function" && value !== nil())
      return wrongType(value, list(sym("OR"), sym("FUNCTION"), sym("NULL")));
    const symbol = isSymbol(name) ? name : setfSymbol(name);
    definitions.checkLock(symbol, "setting the compiler-macro-function of ~A");
    if (value === nil()) {
      log.noteUndefined("COMPILER-MACRO", name);
      compilerMacros.delete(symbol);
    } else {
      log.note("COMPILER-MACRO", name);
      compilerMacros.set(symbol, value as LispFunction);
    }
    return value;
  };

  Object.assign(runtime, { setSymbolFunction, setFdefinition, setMacroFunction, setCompilerMacroFunction });
}
