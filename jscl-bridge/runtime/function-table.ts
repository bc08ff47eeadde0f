/** Functions of Lisp written in TypeScript, by their names. */

import { applied } from "./applied.js";
import { functionName, setFunctionName } from "./objects/functions.js";
import type { LispFunction, LispSymbol } from "./objects/marshal.js";
import { setSymbolFunction, symbolName } from "./objects/symbols.js";
import { sym } from "./signals.js";

/** Functions by the names of their symbols in COMMON-LISP, or by `PACKAGE::NAME`. */
export type FunctionTable = Record<string, LispFunction>;

/** The symbol of a name in such a table. */
export function symbolOfKey(key: string): LispSymbol {
  const [name, home] = key.split("::").reverse() as [string, string?];
  return sym(name, home);
}

/** Makes the functions of a table the global ones of their names. */
export function install(table: FunctionTable): void {
  for (const [key, fn] of Object.entries(table)) {
    const symbol = symbolOfKey(key);
    // One JavaScript function may stand under several names; each name prints as its own.
    const named = functionName(fn) as LispSymbol | undefined;
    const isNamed = named !== undefined && symbolName(named) !== symbolName(symbol);
    const own: LispFunction = isNamed ? (...given) => applied(fn, given) : fn;
    setFunctionName(own, symbol);
    setSymbolFunction(symbol, own);
  }
}
