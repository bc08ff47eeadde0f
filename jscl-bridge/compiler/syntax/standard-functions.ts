/** What the table of functions says of a symbol. */

import { type FunctionEntry, functionEntry } from "../../functions/table.js";
import type { LispSymbol } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";

/** The table's entry of a function of COMMON-LISP; undefined for any other. */
export function standardFunction(name: LispSymbol): FunctionEntry | undefined {
  return homeName(name) === "COMMON-LISP" ? functionEntry(symbolName(name)) : undefined;
}

/** Whether the function never returns. */
export function neverReturns(name: LispSymbol): boolean {
  return standardFunction(name)?.values?.[0] === "nil";
}
