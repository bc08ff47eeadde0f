/** What the places of functions ask of the runtime (CLHS 5.3, SYMBOL-FUNCTION and its like). */

import type { BaseImage } from "../base-image.js";
import { setCompilerMacroFunction, setMacroFunction } from "../definitions/macro-accessors.js";
import { install } from "../function-table.js";
import { functionName } from "../objects/functions.js";
import { HEAP_LIMIT } from "../objects/heap.js";
import type { LispFunction, LispSymbol, LispValue } from "../objects/marshal.js";
import { functionNameSymbol, setfFunctionSymbol } from "../objects/setf-names.js";
import { setSymbolFunction } from "../objects/symbols.js";
import { callLisp, INTERNAL_PACKAGE, isSymbol, nil, sym } from "../signals.js";
import { wrongArgument, wrongType } from "../streams/stream-arguments.js";

function symbolOf(name: LispValue): LispSymbol {
  return isSymbol(name) ? name : wrongArgument(name, sym("SYMBOL"), sym("SYMBOL"));
}

function functionOf(x: LispValue): LispFunction {
  return typeof x === "function" ? (x as LispFunction) : wrongType(x, sym("FUNCTION"));
}

export function installFunctionPlaces({ definitions, heap, runtime, stack }: BaseImage): void {
  const { log, compiled } = definitions;
  const infoOf = (fn: LispFunction) => stack.infoOf(fn as { name: string });

  const store = (symbol: LispSymbol, name: LispValue, fn: LispFunction): LispValue => {
    log.note("FUNCTION", name);
    compiled.add(symbol);
    setSymbolFunction(symbol, fn);
    return fn;
  };

  const setFunction = (name: LispValue, value: LispValue): LispValue => {
    const fn = functionOf(value);
    const symbol = symbolOf(name);
    const writer = setfFunctionSymbol(sym("SYMBOL-FUNCTION"));
    definitions.checkLock(symbol, "setting the symbol-function of ~A", writer, fn, symbol);
    return store(symbol, symbol, fn);
  };

  const setFdefinition = (name: LispValue, value: LispValue): LispValue => {
    const fn = functionOf(value);
    const symbol = functionNameSymbol(name);
    if (symbol === null) return callLisp("REQUIRE-FUNCTION-NAME", INTERNAL_PACKAGE, name);
    const writer = setfFunctionSymbol(sym("FDEFINITION"));
    definitions.checkLock(symbol, "setting fdefinition of ~A", writer, fn, name);
    return store(symbol, name, fn);
  };

  // The new value comes last, after the environment where there is one.
  const withEnvironment =
    (set: typeof setMacroFunction) =>
    (name: LispValue, ...more: LispValue[]): LispValue => {
      const [fn, environment] = more.reverse();
      return set(definitions, name, fn, environment);
    };

  install({
    SET: (_values, symbol, value) =>
      (runtime["setSymbolValue"] as (symbol: LispValue, value: LispValue) => LispValue)(symbol, value),
  });

  Object.assign(runtime, {
    heapUsage: (): LispValue => heap.held,
    heapLimit: (): LispValue => HEAP_LIMIT,
    nameOfFunction: (fn: LispFunction): LispValue => functionName(fn) ?? infoOf(fn)?.name ?? nil(),
    sourceOfFunction: (fn: LispFunction): LispValue => infoOf(fn)?.source ?? nil(),
    setSymbolFunction: setFunction,
    setFdefinition,
    setMacroFunction: withEnvironment(setMacroFunction),
    setCompilerMacroFunction: withEnvironment(setCompilerMacroFunction),
  });
}
