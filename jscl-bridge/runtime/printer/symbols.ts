/** How a symbol is written: prefix, escapes, case. */

import type { LispPackage, LispSymbol, LispValue } from "../objects/marshal.js";
import { next } from "../stack/safepoints.js";
import type { PrintSettings } from "./settings.js";
import { casedName, escapedToken } from "./tokens.js";

type Table = Record<string, LispSymbol | boolean>;

/** JSCL's tables hold `true` and `false` for T and NIL. */
function present(table: Table | undefined, symbol: LispSymbol): boolean | undefined {
  if (table === undefined || !Object.hasOwn(table, symbol.name)) return undefined;
  const found = table[symbol.name];
  return found === symbol || (typeof found === "boolean" && found === (symbol.name === "T"));
}

/** Whether FIND-SYMBOL in `pkg` of the symbol's name finds this very symbol. */
function isAccessible(symbol: LispSymbol, pkg: LispPackage): boolean {
  const own = present(pkg.symbols, symbol);
  if (own !== undefined) return own;
  let use = pkg.use as { $$jscl_car: LispValue; $$jscl_cdr: LispValue } | undefined;
  while (use !== undefined && Object.hasOwn(use as object, "$$jscl_car") && !("name" in use)) {
    const inherited = present((use.$$jscl_car as LispPackage).exports, symbol);
    if (inherited !== undefined) return inherited;
    use = next(use) as typeof use;
  }
  return false;
}

/** The package of a symbol, null when it is uninterned or its package was deleted. */
export function homePackage(symbol: LispSymbol): LispPackage | null {
  const home = symbol.package as LispPackage | null | undefined;
  return home && typeof home.packageName === "string" ? home : null;
}

export function symbolText(symbol: LispSymbol, settings: PrintSettings): string {
  if (!settings.escape) return casedName(symbol.name, settings.case);
  return symbolPrefix(symbol, settings) + escapedToken(symbol.name, settings.case, settings.base);
}

function symbolPrefix(symbol: LispSymbol, settings: PrintSettings): string {
  const home = homePackage(symbol);
  if (home?.packageName === "KEYWORD") return ":";
  const current = settings.package;
  if (current !== null && isAccessible(symbol, current)) return "";
  if (home === null) return settings.gensym ? "#:" : "";
  const colons = present(home.exports, symbol) === true ? ":" : "::";
  return escapedToken(nameIn(current, home), settings.case, 10) + colons;
}

/** The name of a package where another is the current one. */
function nameIn(current: LispPackage | null, pkg: LispPackage): string {
  for (const [nickname, meant] of current?.localNicknames ?? []) if (meant === pkg) return nickname;
  return pkg.packageName;
}
