/** Symbols of package JSCL that TypeScript finds by their names. */
import { callLisp, sym } from "../signals.js";
import type { LispSymbol, LispValue } from "./marshal.js";

/** Those whose definition by JSCL is used. An image keeps these, and what they lead to (derive/snapshot). */
const ROOTS = {
  "*SECRET-UNBOUND-VALUE*": "slots that have no value hold it",
  "*ENVIRONMENT*": "an image takes JSCL's macros and proclamations over from it",
  "GET-STRUCTURE-DSD": "the reader finds a structure's description by it",
} as const;

/**
 * Those that are operators of our compiler or defined by the runtime, whatever JSCL has under their names.
 */
const NAMES = {
  "%COUNT-UP": "loops of DOTIMES",
  "%WHILE": "loops of DO and of mapping functions",
  "*ROOT*": "what is granted of JavaScript",
  "FOREIGN-OBJECT": "the type of what is granted",
  "MAKE-NEW": "an operator on granted objects",
  "NAMED-LAMBDA": "a lambda that reports name",
  NEW: "an operator on granted objects",
  OCALL: "an operator on granted objects",
  OGET: "an operator on granted objects",
  OSET: "an operator on granted objects",
  "(SETF_OGET)": "an operator on granted objects",
} as const;

export const STOCK_ROOTS = Object.keys(ROOTS) as readonly (keyof typeof ROOTS)[];

export const STOCK_NAMES = Object.keys(NAMES) as readonly (keyof typeof NAMES)[];

export type StockName = (typeof STOCK_ROOTS)[number] | (typeof STOCK_NAMES)[number];

export function stockSymbol(name: StockName): LispSymbol {
  return sym(name, "JSCL");
}

/** Calls a function of JSCL's own; its primary value. */
export function callStock(name: keyof typeof ROOTS, ...args: LispValue[]): LispValue {
  return callLisp(name, "JSCL", ...args);
}
