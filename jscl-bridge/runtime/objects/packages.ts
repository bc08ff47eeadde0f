import { elementsOf, isCons, simpleError } from "../signals.js";
import { next, safepoint } from "../stack/safepoints.js";
import { carOf } from "./conses.js";
import type { Internals, LispPackage, LispSymbol } from "./marshal.js";
import {
  localNicknames,
  packageExports,
  packageNameOf,
  packageNicknames,
  packageShadows,
  packageSymbols,
  packageUses,
  setPackageExports,
  setPackageName,
  setPackageNicknames,
  setPackageSymbols,
  setPackageUses,
} from "./package-objects.js";
import { holdsSetfFunction } from "./setf-names.js";
import { homeName, setSymbolPackage, setSymbolValue, symbolName, symbolPackage } from "./symbols.js";
import { isLispString, makeString, stringText } from "./vectors.js";

/**
 * Packages and their symbols straight in JSCL's tables, by the rules of CLHS chapter 11. Conflicts and locks
 * are the overlay's.
 *
 * A package has two tables by name: `symbols`, all that are present, and `exports`; T and NIL may stand there
 * as `true` and `false`. Shadowing symbols are present, so a look at the package's own tables first is all
 * they need. All names of a package, nicknames too, are keys of the table of packages.
 */

export type SymbolStatus = "internal" | "external" | "inherited";

export interface FoundSymbol {
  readonly symbol: LispSymbol;
  readonly status: SymbolStatus;
}

type SymbolTable = Record<string, LispSymbol | boolean>;

/** A table without a prototype. */
function emptyTable(): SymbolTable {
  return Object.create(null) as SymbolTable;
}

/** Whether a package comes with the extensions, if it is there at all: SBCL's, and that of our own tests. */
function isOfExtensions(name: string): boolean {
  return name.startsWith("SB-") || name === "JSCL-MCP-TEST";
}

export class PackageTables {
  private readonly internals: Internals;
  private readonly packages: Record<string, LispPackage>;
  private readonly nil: LispSymbol;
  private readonly t: LispSymbol;
  /** Packages that the image knows by name. They keep it, whatever else they are called. */
  private own: ReadonlySet<LispPackage> = new Set();
  /** Makes SBCL's packages, before the first of them is looked for; null where they are there. */
  beforeExtensions: (() => void) | null = null;
  /** What is present in packages of the image's own, where programs see a part of it. */
  private readonly whole = new Map<LispPackage, SymbolTable>();

  constructor(internals: Internals, packages: Record<string, LispPackage>) {
    this.internals = internals;
    this.packages = packages;
    this.nil = internals.intern("NIL");
    this.t = internals.intern("T");
    // JSCL's own Lisp code makes tables whose prototype's members would be symbols.
    for (const pkg of this.allPackages()) {
      for (const table of [packageSymbols(pkg), packageExports(pkg)]) Object.setPrototypeOf(table, null);
    }
  }

  /** Takes the packages that there are for the image's own. */
  complete(): void {
    this.own = new Set(this.allPackages());
  }

  /** Takes more packages for the image's own. */
  keep(packages: readonly LispPackage[]): void {
    this.own = new Set([...this.own, ...packages]);
  }

  /**
   * Takes from the packages' names all symbols that `isHidden` says; the image's own code finds them as
   * before.
   */
  hide(names: ReadonlySet<string>, isHidden: (symbol: LispSymbol) => boolean): void {
    const tables = new Map<string, SymbolTable>();
    for (const pkg of this.allPackages()) {
      if (!names.has(packageNameOf(pkg))) continue;
      const symbols = packageSymbols(pkg);
      const exports = packageExports(pkg);
      this.whole.set(pkg, symbols);
      tables.set(packageNameOf(pkg), symbols);
      const seen = (table: SymbolTable): SymbolTable => {
        const names = emptyTable();
        for (const [name, symbol] of Object.entries(table))
          if (typeof symbol === "boolean" || !isHidden(symbol)) names[name] = symbol;
        return names;
      };
      setPackageSymbols(pkg, seen(symbols));
      setPackageExports(pkg, seen(exports));
    }
    const { intern } = this.internals;
    this.internals.intern = (name, home) => {
      const known = home === undefined ? undefined : tables.get(home)?.[name];
      return typeof known === "object" ? known : intern(name, home);
    };
  }

  /** The symbols of a package, also those that programs cannot name. */
  hiddenAndSeen(pkg: LispPackage): LispSymbol[] {
    const tables = [packageSymbols(pkg), this.whole.get(pkg) ?? {}];
    const symbols = tables.flatMap((table) => Object.values(table));
    return symbols.filter((symbol) => typeof symbol === "object");
  }

  /** Whether a name stands for a symbol of the image's own that programs cannot name. */
  isHidden(name: string, pkg: LispPackage): boolean {
    const own = this.whole.get(pkg)?.[name];
    return typeof own === "object" && packageSymbols(pkg)[name] !== own;
  }

  /** Makes hidden symbols names again. */
  reveal(names: readonly string[], pkg: LispPackage): void {
    for (const name of names) {
      const own = this.whole.get(pkg)?.[name];
      if (own !== undefined) packageSymbols(pkg)[name] = own;
    }
  }

  isOwn(pkg: LispPackage): boolean {
    return this.own.has(pkg);
  }

  /** The package with this name or nickname, which may be one that is local to the package `from`. */
  findPackage(name: string, from?: LispPackage): LispPackage | undefined {
    if (this.beforeExtensions !== null && isOfExtensions(name)) this.beforeExtensions();
    const local = from && localNicknames(from)?.get(name);
    if (local !== undefined) return local;
    return Object.hasOwn(this.packages, name) ? this.packages[name] : undefined;
  }

  findSymbol(name: string, pkg: LispPackage): FoundSymbol | undefined {
    const external = this.entry(packageExports(pkg), name);
    if (external !== undefined) return { symbol: external, status: "external" };
    const internal = this.entry(packageSymbols(pkg), name);
    if (internal !== undefined) return { symbol: internal, status: "internal" };
    for (let rest = packageUses(pkg); isCons(rest); rest = next(rest)) {
      const inherited = this.entry(packageExports(carOf(rest) as LispPackage), name);
      if (inherited !== undefined) return { symbol: inherited, status: "inherited" };
    }
    return undefined;
  }

  /**
   * The accessible symbol of this name, made new where there is none; a new keyword is external and its own
   * value.
   */
  intern(name: string, pkg: LispPackage): LispSymbol {
    return this.findSymbol(name, pkg)?.symbol ?? this.create(name, pkg);
  }

  /** All names of packages, nicknames too. */
  packageNames(): string[] {
    return Object.keys(this.packages);
  }

  /** Each package once, the newest first. */
  allPackages(): LispPackage[] {
    return [...new Set(Object.values(this.packages))].reverse();
  }

  usersOf(pkg: LispPackage): LispPackage[] {
    return this.allPackages().filter((other) => this.usedBy(other).includes(pkg));
  }

  /** The packages that one uses. */
  usedBy(pkg: LispPackage): LispPackage[] {
    return elementsOf(packageUses(pkg)) as LispPackage[];
  }

  /** A new package without symbols. */
  make(name: string): LispPackage {
    const pkg = Object.assign(Object.create(null), {
      packageName: name,
      symbols: emptyTable(),
      exports: emptyTable(),
      use: this.nil,
      nicknames: this.nil,
      shadows: this.nil,
    }) as LispPackage;
    this.packages[name] = pkg;
    return pkg;
  }

  addNickname(pkg: LispPackage, name: string): void {
    setPackageNicknames(pkg, new this.internals.Cons(makeString(name), packageNicknames(pkg) ?? this.nil));
    this.packages[name] = pkg;
  }

  /**
   * Gives a package another name and takes its nicknames. For one of the image's own the name is one more
   * nickname.
   */
  rename(pkg: LispPackage, name: string): void {
    this.forgetNames(pkg);
    setPackageNicknames(pkg, this.nil);
    if (!this.isOwn(pkg)) {
      setPackageName(pkg, name);
      this.packages[name] = pkg;
    } else if (name !== packageNameOf(pkg)) this.addNickname(pkg, name);
  }

  /** Takes a package that no other uses out of the table; its symbols have no home then. */
  delete(pkg: LispPackage): void {
    this.forgetNames(pkg);
    for (const symbol of this.entries(packageSymbols(pkg))) {
      safepoint();
      if (symbolPackage(symbol) === pkg) setSymbolPackage(symbol, undefined);
    }
    setPackageName(pkg, this.nil as unknown as string);
    setPackageUses(pkg, this.nil);
    setPackageNicknames(pkg, this.nil);
  }

  private forgetNames(pkg: LispPackage): void {
    const nicknames = elementsOf(packageNicknames(pkg)).filter(isLispString).map(stringText);
    const names = this.isOwn(pkg) ? nicknames : [packageNameOf(pkg), ...nicknames];
    for (const name of names) delete this.packages[name];
  }

  /** Makes a symbol present in a package, which is the home of one that has none unless `isShadowing`. */
  add(symbol: LispSymbol, pkg: LispPackage, isShadowing = false): void {
    this.refuseHidden(symbolName(symbol), pkg);
    packageSymbols(pkg)[symbolName(symbol)] = symbol;
    if (!this.hasHome(symbol) && !isShadowing) setSymbolPackage(symbol, pkg);
  }

  /** A new symbol in a package, whether or not others of its name are accessible there. */
  create(name: string, pkg: LispPackage): LispSymbol {
    this.refuseHidden(name, pkg);
    const symbol = new this.internals.Symbol(name, pkg);
    packageSymbols(pkg)[name] = symbol;
    if (pkg === this.packages["KEYWORD"]) {
      packageExports(pkg)[name] = symbol;
      setSymbolValue(symbol, symbol);
    }
    return symbol;
  }

  remove(symbol: LispSymbol, pkg: LispPackage): void {
    delete packageSymbols(pkg)[symbolName(symbol)];
    delete packageExports(pkg)[symbolName(symbol)];
    if (symbolPackage(symbol) === pkg) setSymbolPackage(symbol, undefined);
  }

  setExternal(symbol: LispSymbol, pkg: LispPackage, isExternal: boolean): void {
    if (isExternal) packageExports(pkg)[symbolName(symbol)] = symbol;
    else delete packageExports(pkg)[symbolName(symbol)];
  }

  /** The symbols that a package exports, those that are present in it, or all that are accessible there. */
  *symbolsOf(pkg: LispPackage, which: "external" | "present" | "accessible"): Generator<LispSymbol> {
    yield* this.entries(which === "external" ? packageExports(pkg) : packageSymbols(pkg));
    if (which === "accessible") yield* this.inheritedBy(pkg);
  }

  *inheritedBy(pkg: LispPackage): Generator<LispSymbol> {
    const used = this.usedBy(pkg);
    for (const [at, each] of used.entries()) {
      for (const symbol of this.entries(packageExports(each))) {
        const name = symbolName(symbol);
        if (this.entry(packageSymbols(pkg), name) !== undefined) continue;
        // One that several of them export is inherited once.
        if (!used.slice(0, at).some((other) => this.entry(packageExports(other), name) !== undefined))
          yield symbol;
      }
    }
  }

  /**
   * What stands in the way of using a package in another: an external symbol, and another one of its name.
   */
  *conflicts(used: LispPackage, pkg: LispPackage): Generator<[LispSymbol, LispSymbol]> {
    const shadowing = new Set(elementsOf(packageShadows(pkg)));
    for (const symbol of this.entries(packageExports(used))) {
      const found = this.findSymbol(symbolName(symbol), pkg)?.symbol;
      if (found !== undefined && found !== symbol && !shadowing.has(found)) yield [symbol, found];
    }
  }

  makeSymbol(name: string): LispSymbol {
    return new this.internals.Symbol(name);
  }

  private *entries(table: SymbolTable): Generator<LispSymbol> {
    for (const name of Object.keys(table)) {
      safepoint();
      const symbol = this.entry(table, name);
      if (symbol !== undefined && !holdsSetfFunction(symbol)) yield symbol;
    }
  }

  /** A second symbol of a hidden one's name and home would be taken for it. */
  private refuseHidden(name: string, pkg: LispPackage): void {
    if (this.isHidden(name, pkg))
      simpleError("Symbol ~S not found in the ~A package.", makeString(name), makeString(packageNameOf(pkg)));
  }

  private entry(table: SymbolTable, name: string): LispSymbol | undefined {
    const entry = table[name];
    if (entry === true) return this.t;
    return entry === false ? this.nil : entry;
  }

  private hasHome(symbol: LispSymbol): boolean {
    return typeof homeName(symbol) === "string";
  }
}
