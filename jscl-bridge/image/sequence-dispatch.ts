/** Extended sequences: once a program has a class of such, functions of the standard look for its instances. */

import type { FunctionTable } from "../runtime/function-table.js";
import { fixedArguments } from "../runtime/library/fixed.js";
import {
  functionDocumentation,
  functionName,
  setFunctionDocumentation,
  setFunctionName,
} from "../runtime/objects/functions.js";
import { isInstanceOf } from "../runtime/objects/instances.js";
import type { LispFunction, LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import { setSymbolFunction, symbolFunction } from "../runtime/objects/symbols.js";
import { elementsOf, isCons, isSymbol, nil } from "../runtime/signals.js";
import type { Image } from "./image.js";

export function sequenceDispatchFunctions({ internals }: Image): FunctionTable {
  let isInstalled = false;
  const isExtended = (x: LispValue): boolean =>
    typeof x === "object" &&
    x !== null &&
    !Array.isArray(x) &&
    !isCons(x) &&
    !isSymbol(x) &&
    isInstanceOf(x, "SEQUENCE", internals);
  /** Has one function ask another where one of its arguments, from one place to another, is such a sequence. */
  const install = (symbol: LispSymbol, extended: LispFunction, from: number, to: number): void => {
    const original = symbolFunction(symbol);
    const fn: LispFunction = (values, ...args) => {
      const isForExtended = args.some((x, place) => place >= from && place <= to && isExtended(x));
      return (isForExtended ? extended : original)(values, ...args);
    };
    setFunctionName(fn, functionName(original) ?? symbol);
    setFunctionDocumentation(fn, functionDocumentation(original));
    setSymbolFunction(symbol, fn);
  };
  return {
    // Each entry is a symbol, the function for such sequences, and the places of its arguments that may be some.
    "SB-IMPL::INSTALL-SEQUENCE-DISPATCH": fixedArguments(1, 1, (entries) => {
      if (isInstalled) return nil();
      isInstalled = true;
      for (const entry of elementsOf(entries)) {
        const [symbol, extended, from, to] = elementsOf(entry);
        if (isSymbol(symbol) && typeof extended === "function")
          install(symbol, extended as LispFunction, Number(from), Number(to));
      }
      return nil();
    }),
  };
}
