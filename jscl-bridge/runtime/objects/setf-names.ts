/**
 * Names of functions (CLHS glossary, function name): JSCL keeps the function of (SETF F) on a symbol named
 * `(SETF_F)`.
 */

import { isCons, isSymbol, list, nil, sym, uninterned } from "../signals.js";
import { carOf, cdrOf } from "./conses.js";
import type { LispSymbol, LispValue } from "./marshal.js";
import { homeName, symbolName } from "./symbols.js";

const PREFIX = "(SETF_";
const SUFFIX = ")";

/** Holders of the setf functions of symbols without a package, which no name leads to, and their names. */
const holders = new WeakMap<LispSymbol, LispSymbol>();
const held = new WeakMap<LispSymbol, LispSymbol>();

function uninternedHolder(name: LispSymbol): LispSymbol {
  const known = holders.get(name);
  if (known !== undefined) return known;
  const holder = uninterned(`${PREFIX}${symbolName(name)}${SUFFIX}`);
  holders.set(name, holder);
  held.set(holder, name);
  return holder;
}

/** The symbol that holds the function (SETF name). */
export function setfFunctionSymbol(name: LispSymbol): LispSymbol {
  const home = homeName(name);
  return home === undefined ? uninternedHolder(name) : sym(`${PREFIX}${symbolName(name)}${SUFFIX}`, home);
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
  const uninterned = held.get(symbol);
  if (uninterned !== undefined) return uninterned;
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
