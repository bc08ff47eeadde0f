/** Type specifiers of the program as types. */

import { integer, isInteger } from "../../runtime/numbers.js";
import { carOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { INTERNAL_PACKAGE, list, sym } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import { isCons, isSymbol } from "../syntax/forms.js";
import { ANYTHING, type LispType, type Specifier, typeOf } from "../types/lattice.js";

/** The type that a specifier denotes; what the compiler does not know admits everything. */
export function typeFromForm(host: CompilerHost, form: LispValue): LispType {
  const expanded = host.expandType(form);
  const specifier = specifierOf(host, expanded);
  return specifier === null ? ANYTHING : typeOf(specifier, host.printQualified(form));
}

function specifierOf(host: CompilerHost, form: LispValue): Specifier | null {
  if (isInteger(form)) return BigInt(form);
  if (isSymbol(form)) return nameOf(host, form);
  if (!isCons(form)) return null;
  const items: Specifier[] = [];
  let rest: LispValue = form;
  for (; isCons(rest); rest = next(rest)) {
    const item = specifierOf(host, carOf(rest));
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

function nameOf(host: CompilerHost, symbol: LispSymbol): string | null {
  const home = homeName(symbol);
  if (home === "COMMON-LISP") return symbolName(symbol);
  if (home === "KEYWORD") return `:${symbolName(symbol)}`;
  // A structure's name: its instances are no objects of the standard kinds.
  return host.isStructureName(symbol) ? "STRUCTURE-OBJECT" : null;
}

/** A specifier as a Lisp object. */
export function lispSpecifier(specifier: Specifier): LispValue {
  if (typeof specifier === "string") {
    const [, home, name] = /^([^:]*)::?(.+)$/.exec(specifier) ?? [null, "COMMON-LISP", specifier];
    if (home === "") return sym(name as string, "KEYWORD");
    // SBCL's own packages are one package of this image.
    return sym(name as string, home?.startsWith("SB-") ? INTERNAL_PACKAGE : home);
  }
  if (typeof specifier === "bigint") return integer(specifier);
  return list(...specifier.map(lispSpecifier));
}
