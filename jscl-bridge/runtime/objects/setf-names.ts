/**
 * Names of functions (CLHS glossary, function name): JSCL keeps the function of (SETF F) on a symbol named
 * `(SETF_F)`.
 */

import { isCons, isSymbol, list, nil, sym } from "../signals.js";
import { carOf, cdrOf } from "./conses.js";
import type { LispSymbol, LispValue } from "./marshal.js";
import { homeName, symbolName } from "./symbols.js";

const PREFIX = "(SETF_";
const SUFFIX = ")";

/** The symbol that holds the function (SETF name). */
export function setfFunctionSymbol(name: LispSymbol): LispSymbol {
  return sym(`${PREFIX}${symbolName(name)}${SUFFIX}`, homeName(name) ?? "COMMON-LISP-USER");
}

/** Whether a symbol holds the function of a (SETF name). */
export function holdsSetfFunction(symbol: LispSymbol): boolean {
  return symbolName(symbol).startsWith(PREFIX) && symbolName(symbol).endsWith(SUFFIX);
}

/** The F of the (SETF F) whose function a symbol holds, as text; null for another symbol. */
export function setfNameText(symbol: LispSymbol): string | null {
  return holdsSetfFunction(symbol) ? symbolName(symbol).slice(PREFIX.length, -SUFFIX.length) : null;
}

/** The F of the (SETF F) whose function a symbol holds; null for another symbol. */
export function setfNameOf(symbol: LispSymbol): LispSymbol | null {
  const name = setfNameText(symbol);
  return name === null ? null : sym(name, homeName(symbol) ?? "COMMON-LISP-USER");
}

/** The function name whose function a symbol holds: itself or (SETF F). */
export function functionNameOf(symbol: LispSymbol): LispValue {
  const name = setfNameOf(symbol);
  return name === null ? symbol : list(sym("SETF"), name);
}

/**
 * The symbol that holds the function of a name, a symbol or (SETF symbol); null for what is no function's
 * name.
 */
export function functionNameSymbol(name: LispValue): LispSymbol | null {
  if (isSymbol(name)) return name;
  const rest = isCons(name) && carOf(name) === sym("SETF") ? cdrOf(name) : nil();
  if (!isCons(rest) || cdrOf(rest) !== nil()) return null;
  const place = carOf(rest);
  return isSymbol(place) ? setfFunctionSymbol(place) : null;
}
