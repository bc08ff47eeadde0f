/** Names of operators that are not functions. */
import type { LispSymbol } from "../objects/marshal.js";

/** CLHS figure 3-2: what SPECIAL-OPERATOR-P answers true for. */
const SPECIAL_OPERATORS: ReadonlySet<string> = new Set(
  `BLOCK CATCH EVAL-WHEN FLET FUNCTION GO IF LABELS LET LET* LOAD-TIME-VALUE LOCALLY MACROLET MULTIPLE-VALUE-CALL
  MULTIPLE-VALUE-PROG1 PROGN PROGV QUOTE RETURN-FROM SETQ SYMBOL-MACROLET TAGBODY THE THROW UNWIND-PROTECT`.split(
    /\s+/,
  ),
);

export function isSpecialOperator(symbol: LispSymbol): boolean {
  return SPECIAL_OPERATORS.has(symbol.name) && symbol.package?.packageName === "COMMON-LISP";
}
