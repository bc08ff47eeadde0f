/** Functions of Lisp written in TypeScript, by their names. */
import { applied } from "./applied.js";
import type { LispFunction, LispSymbol } from "./objects/marshal.js";
import { sym } from "./signals.js";

/** Functions by the names of their symbols in COMMON-LISP, or by `PACKAGE::NAME`. */
export type FunctionTable = Record<string, LispFunction>;

/** Makes the functions of a table the global ones of their names. */
export function install(table: FunctionTable): void {
  for (const [key, fn] of Object.entries(table)) {
    const [name, home] = key.split("::").reverse() as [string, string?];
    const symbol = sym(name, home ?? "COMMON-LISP");
    // One JavaScript function may stand under several names; each name prints as its own.
    const isNamed = fn.fname !== undefined && (fn.fname as LispSymbol).name !== name;
    const own: LispFunction = isNamed ? (...given) => applied(fn, given) : fn;
    own.fname = symbol;
    symbol.fvalue = own;
  }
}
