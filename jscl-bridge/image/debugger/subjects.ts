/** What names of functions, as frames have them, are about. */

import { carOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameSymbol } from "../../runtime/objects/setf-names.js";
import { elementsOf, isCons, sym } from "../../runtime/signals.js";

/** The symbol that the name of a function, of a method or of a local function is about. */
export function subjectOf(name: LispValue): LispSymbol | null {
  const symbol = functionNameSymbol(name);
  if (symbol !== null || !isCons(name)) return symbol;
  const [, second] = elementsOf(name);
  return carOf(name) === sym("LAMBDA") ? null : functionNameSymbol(second);
}
