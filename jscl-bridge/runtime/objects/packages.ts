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

/** A package of the image's own, of whose symbols programs can name some. */
interface ClosedPackage {
  readonly pkg: LispPackage;
  /** All of its symbols but those that programs made there. */
  readonly symbols: SymbolTable;
  /** The names that programs find also where they are made later. */
  readonly names: ReadonlySet<string>;
}

/** A table without a prototype. */
function emptyTable(): SymbolTable {
  return Object.create(null) as SymbolTable;
}

/** Whether a package comes with the extensions, if it is there at all: SBCL's, and that of our own tests. */
function isOfExtensions(name: string): boolean {
  return name.startsWith("SB-") || name === "JSCL-MCP-TEST";
}

function uses(pkg: LispPackage, used: LispPackage): boolean {
  for (let rest = packageUses(pkg); isCons(rest); rest = next(rest)) if (carOf(rest) === used) return true;
  return false;
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
  /** The packages of the image's own of which programs see a part, by their names. */
  private readonly closed = new Map<string, ClosedPackage>();
  /** Whether the image's own code is being loaded. */
  private isBuilding = false;

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
   * From now on programs find in the packages of `nameable` the names there, and what `isMeant` says; the
   * image's own code finds all. What that code interns from now on is made the same way: without a name,
   * unless it is in `nameable`.
   */
  hide(
    nameable: ReadonlyMap<string, ReadonlySet<string>>,
    isMeant: (symbol: LispSymbol, isExternal: boolean) => boolean,
  ): void {
    for (const pkg of this.allPackages()) {
      const names = nameable.get(packageNameOf(pkg));
      if (names === undefined) continue;
      const symbols = packageSymbols(pkg);
      const exports = packageExports(pkg);
      const seen = emptyTable();
      const seenExports = emptyTable();
      for (const [name, symbol] of Object.entries(symbols)) {
        const isExternal = exports[name] === symbol;
        if (typeof symbol !== "boolean" && !names.has(name) && !isMeant(symbol, isExternal)) continue;
        seen[name] = symbol;
        if (isExternal) seenExports[name] = symbol;
      }
      setPackageSymbols(pkg, seen);
      setPackageExports(pkg, seenExports);
      this.closed.set(packageNameOf(pkg), { pkg, symbols, names });
    }
    const { intern } = this.internals;
    this.internals.intern = (name, home) => {
      const own = home === undefined ? undefined : this.closed.get(home);
      return own === undefined ? intern(name, home) : this.internInClosed(name, own);
    };
  }

  /** Runs `body`, code of the image's own: what it defines is its own, whatever a program has named so. */
  building<T>(body: () => T): T {
    const outer = this.isBuilding;
    this.isBuilding = true;
    try {
      return body();
    } finally {
      this.isBuilding = outer;
    }
  }

  /** The symbol of that name as the image's own code means it; a new one has no name for programs. */
  private internInClosed(name: string, { pkg, symbols, names }: ClosedPackage): LispSymbol {
    const known = symbols[name];
    if (typeof known === "object") return known;
    const seen = packageSymbols(pkg);
    const programs = seen[name];
    if (typeof programs === "object") {
      if (!this.isBuilding) return programs;
      // Two symbols of one name and home would be taken for each other.
      this.remove(programs, pkg);
    }
    const symbol = new this.internals.Symbol(name, pkg);
    symbols[name] = symbol;
    if (names.has(name)) seen[name] = symbol;
    return symbol;
  }

  /** Whether a name stands for a symbol of the image's own that programs cannot name. */
  isHidden(name: string, pkg: LispPackage): boolean {
    const own = this.closed.get(packageNameOf(pkg))?.symbols[name];
    return typeof own === "object" && packageSymbols(pkg)[name] !== own;
  }

  /** Makes hidden symbols names again. */
  reveal(names: readonly string[], pkg: LispPackage): void {
    for (const name of names) {
      const own = this.closed.get(packageNameOf(pkg))?.symbols[name];
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
    const own = this.isBuilding ? this.closed.get(packageNameOf(pkg)) : undefined;
    if (own !== undefined) return this.internInClosed(name, own);
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

  /**
   * The packages that use one, the newest first. EXPORT asks for each symbol, so nothing is copied for it.
   */
  usersOf(pkg: LispPackage): LispPackage[] {
    const users = new Set<LispPackage>();
    for (const other of Object.values(this.packages)) if (uses(other, pkg)) users.add(other);
    return [...users].reverse();
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
        if (!this.isExportedBefore(used, at, name)) yield symbol;
      }
    }
  }

  /** Whether one of the first `count` of these packages exports a symbol of this name. */
  private isExportedBefore(packages: readonly LispPackage[], count: number, name: string): boolean {
    for (let i = 0; i < count; i++)
      if (this.entry(packageExports(packages[i] as LispPackage), name) !== undefined) return true;
    return false;
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
