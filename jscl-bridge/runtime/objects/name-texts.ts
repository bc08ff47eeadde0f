/** The names of symbols as Lisp strings. */

import type { LispSymbol, LispVector } from "./marshal.js";
import { symbolName, symbolStack } from "./symbols.js";
import { makeString } from "./vectors.js";

/**
 * What SYMBOL-NAME answers, always the same object. It hangs on an array that each symbol has, as a property
 * of the symbol itself would give symbols several shapes.
 */
export function nameText(symbol: LispSymbol): LispVector {
  const holder = symbolStack(symbol) as { text?: LispVector };
  holder.text ??= makeString(symbolName(symbol));
  return holder.text;
}
