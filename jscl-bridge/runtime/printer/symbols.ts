/** Writes symbols: prefix, escapes, case. */

import { carOf, hasHalves } from "../objects/conses.js";
import type { LispPackage, LispSymbol } from "../objects/marshal.js";
import {
  localNicknames,
  packageExports,
  packageNameOf,
  packageSymbols,
  packageUses,
} from "../objects/package-objects.js";
import { symbolName, symbolPackage } from "../objects/symbols.js";
import { nil, t } from "../signals.js";
import { next } from "../stack/safepoints.js";
import type { PrintSettings } from "./settings.js";
import { casedName, escapedToken } from "./tokens.js";

type Table = Record<string, LispSymbol | boolean>;

/** JSCL's tables hold `true` and `false` for T and NIL. */
function present(table: Table | undefined, symbol: LispSymbol): boolean | undefined {
  if (table === undefined || !Object.hasOwn(table, symbolName(symbol))) return undefined;
  const found = table[symbolName(symbol)];
  return found === symbol || (typeof found === "boolean" && symbol === (found ? t() : nil()));
}

/**
 * Whether FIND-SYMBOL in `pkg` of the symbol's name finds this very symbol. The image's own symbols, which
 * programs cannot find, count as found in their home.
 */
function isAccessible(symbol: LispSymbol, pkg: LispPackage): boolean {
  const own = present(packageSymbols(pkg), symbol);
  if (own !== undefined) return own;
  for (let use = packageUses(pkg); hasHalves(use); use = next(use)) {
    const inherited = present(packageExports(carOf(use) as LispPackage), symbol);
    if (inherited !== undefined) return inherited;
  }
  return symbolPackage(symbol) === pkg;
}

/** The package of a symbol, null when it is uninterned or its package was deleted. */
export function homePackage(symbol: LispSymbol): LispPackage | null {
  const home = symbolPackage(symbol) as LispPackage | null | undefined;
  return home && typeof packageNameOf(home) === "string" ? home : null;
}

export function symbolText(symbol: LispSymbol, settings: PrintSettings): string {
  if (!settings.escape) return casedName(symbolName(symbol), settings.case, settings.readCase);
  const { base, readCase } = settings;
  return symbolPrefix(symbol, settings) + escapedToken(symbolName(symbol), settings.case, base, readCase);
}

function symbolPrefix(symbol: LispSymbol, settings: PrintSettings): string {
  const home = homePackage(symbol);
  if ((home && packageNameOf(home)) === "KEYWORD") return ":";
  if (home === null) return settings.gensym ? "#:" : "";
  const current = settings.package;
  if (current !== null && isAccessible(symbol, current)) return "";
  const colons = present(packageExports(home), symbol) === true ? ":" : "::";
  return escapedToken(nameIn(current, home), settings.case, 10, settings.readCase) + colons;
}

/** The name of a package where another is the current one. */
function nameIn(current: LispPackage | null, pkg: LispPackage): string {
  for (const [nickname, meant] of (current && localNicknames(current)) ?? [])
    if (meant === pkg) return nickname;
  return packageNameOf(pkg);
}
