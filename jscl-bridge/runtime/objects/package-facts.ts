/** What a package is, as data: of a package that is made, and to make one like it in another image. */

import { elementsOf, listOf } from "../signals.js";
import { safepoint } from "../stack/safepoints.js";
import type { LispPackage, LispSymbol } from "./marshal.js";
import {
  localNicknames,
  packageExports,
  packageNameOf,
  packageNicknames,
  packageShadows,
  packageSymbols,
  packageUses,
  setPackageShadows,
  setPackageUses,
} from "./package-objects.js";
import type { PackageTables } from "./packages.js";
import { homeName, symbolName } from "./symbols.js";
import { isLispString, stringText } from "./vectors.js";

export interface PackageFacts {
  readonly name: string;
  readonly nicknames: readonly string[];
  readonly uses: readonly string[];
  /** All that are present, in the order in which they came: those in a row with one home behind its name. */
  readonly symbols: readonly (readonly string[])[];
  /** Places among these, in the order in which they became external: the first and the last of each row. */
  readonly exports: readonly (readonly [number, number])[];
  /** Places of the shadowing symbols. */
  readonly shadowing: readonly number[];
}

/** The numbers with those that follow on each other as one row. */
function inRows(numbers: readonly number[]): [number, number][] {
  const rows: [number, number][] = [];
  for (const each of numbers) {
    const last = rows.at(-1);
    if (last !== undefined && last[1] === each - 1) last[1] = each;
    else rows.push([each, each]);
  }
  return rows;
}

/** The symbol that is present in the package of that name; undefined where there is none. */
function presentIn(home: string, name: string, tables: PackageTables): LispSymbol | undefined {
  const pkg = tables.findPackage(home);
  const found = pkg && tables.findSymbol(name, pkg);
  return found?.status === "inherited" ? undefined : found?.symbol;
}

/** The facts of a package; null for one that has what they do not tell. */
export function factsOf(pkg: LispPackage, tables: PackageTables): PackageFacts | null {
  if ((localNicknames(pkg)?.size ?? 0) > 0) return null;
  const name = packageNameOf(pkg);
  const symbols: string[][] = [];
  const places = new Map<unknown, number>();
  for (const symbol of Object.values(packageSymbols(pkg))) {
    if (typeof symbol === "boolean") return null;
    const home = homeName(symbol);
    if (home === undefined || presentIn(home, symbolName(symbol), tables) !== symbol) return null;
    places.set(symbol, places.size);
    if (symbols.at(-1)?.[0] !== home) symbols.push([home]);
    symbols.at(-1)?.push(symbolName(symbol));
  }
  const placesOf = (each: readonly unknown[]): number[] => each.map((symbol) => places.get(symbol) ?? -1);
  const exported = placesOf(Object.values(packageExports(pkg)));
  const shadowing = placesOf(elementsOf(packageShadows(pkg)));
  if (exported.includes(-1) || shadowing.includes(-1)) return null;
  return {
    name,
    nicknames: elementsOf(packageNicknames(pkg)).filter(isLispString).map(stringText),
    uses: (elementsOf(packageUses(pkg)) as LispPackage[]).map(packageNameOf),
    symbols,
    exports: inRows(exported),
    shadowing,
  };
}

/** Makes the package of these facts; false where that needs another package or symbol that is not there. */
export function makeOfFacts(facts: PackageFacts, tables: PackageTables): boolean {
  const { name, nicknames, uses, symbols, exports, shadowing } = facts;
  const used: LispPackage[] = [];
  for (const each of uses) {
    const found = tables.findPackage(each);
    if (found === undefined) return false;
    used.push(found);
  }
  /** Those of other packages; null for the new one's own. */
  const present: (LispSymbol | null)[] = [];
  for (const [home = "", ...names] of symbols) {
    for (const each of names) {
      safepoint();
      const found = home === name ? null : presentIn(home, each, tables);
      if (found === undefined) return false;
      present.push(found);
    }
  }
  const pkg = tables.make(name);
  for (const each of nicknames.toReversed()) tables.addNickname(pkg, each);
  setPackageUses(pkg, listOf(used));
  const names = symbols.flatMap(([, ...each]) => each);
  const own = present.map((symbol, i) => {
    if (symbol === null) return tables.create(names[i] as string, pkg);
    tables.add(symbol, pkg);
    return symbol;
  });
  for (const [first, last] of exports)
    for (let i = first; i <= last; i++) tables.setExternal(own[i] as LispSymbol, pkg, true);
  setPackageShadows(pkg, listOf(shadowing.map((place) => own[place] as LispSymbol)));
  return true;
}
