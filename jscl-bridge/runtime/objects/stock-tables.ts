/**
 * Hash tables that JSCL's own code made before ours were there: a cons of a hash function's name and a
 * JavaScript object.
 */
import { isCons, keyword } from "../signals.js";
import { carOf, cdrOf, setCdrOf } from "./conses.js";
import { typeOf } from "./instances.js";
import type { LispCons, LispSymbol, LispValue } from "./marshal.js";
import { symbolName } from "./symbols.js";

export function isStockTable(x: LispValue): x is LispCons {
  return isCons(x) && typeOf(x) === keyword("HASH-TABLE");
}

/** The function that gives a key's name among the entries. */
export function stockTableHash(table: LispCons): LispSymbol {
  return carOf(table) as LispSymbol;
}

export function stockTableTest(table: LispCons): string {
  return symbolName(stockTableHash(table)).replace(/-HASH$/, "");
}

/** Conses of key and value, by the keys' names. */
export function stockTableEntries(table: LispCons): Record<string, LispCons> {
  return cdrOf(table) as Record<string, LispCons>;
}

export function clearStockTable(table: LispCons): void {
  setCdrOf(table, Object.create(null));
}
