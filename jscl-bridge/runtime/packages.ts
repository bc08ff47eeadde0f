import type { Internals, LispCons, LispPackage, LispSymbol, LispValue } from "./marshal.js";
import { next } from "./safepoints.js";

/**
 * Symbol lookup straight in JSCL's package tables, by the rules of its FIND-SYMBOL and INTERN.
 *
 * A package has two tables by name: `symbols`, all that are present, and `exports`; T and NIL may stand there as
 * `true` and `false`. Shadowing symbols are present, so a look at the package's own tables first is all they need.
 * All names of a package, nicknames too, are keys of the table of packages.
 */

export type SymbolStatus = "internal" | "external" | "inherited";

export interface FoundSymbol {
  readonly symbol: LispSymbol;
  readonly status: SymbolStatus;
}

type SymbolTable = Record<string, LispSymbol | boolean>;

export class PackageTables {
  readonly #internals: Internals;
  readonly #packages: Record<string, LispPackage>;
  readonly #nil: LispSymbol;
  readonly #t: LispSymbol;

  constructor(internals: Internals, packages: Record<string, LispPackage>) {
    this.#internals = internals;
    this.#packages = packages;
    this.#nil = internals.intern("NIL");
    this.#t = internals.intern("T");
  }

  /** The package with this name or nickname. */
  findPackage(name: string): LispPackage | undefined {
    return Object.hasOwn(this.#packages, name) ? this.#packages[name] : undefined;
  }

  findSymbol(name: string, pkg: LispPackage): FoundSymbol | undefined {
    const external = this.#entry(pkg.exports, name);
    if (external !== undefined) return { symbol: external, status: "external" };
    const internal = this.#entry(pkg.symbols, name);
    if (internal !== undefined) return { symbol: internal, status: "internal" };
    for (let rest = pkg.use; this.#isCons(rest); rest = next(rest)) {
      const inherited = this.#entry((rest.$$jscl_car as LispPackage).exports, name);
      if (inherited !== undefined) return { symbol: inherited, status: "inherited" };
    }
    return undefined;
  }

  /** The accessible symbol of this name, made new where there is none; a new keyword is external and its own value. */
  intern(name: string, pkg: LispPackage): LispSymbol {
    return this.findSymbol(name, pkg)?.symbol ?? this.#create(name, pkg);
  }

  /** All names of packages, nicknames too. */
  packageNames(): string[] {
    return Object.keys(this.#packages);
  }

  /** The symbols that a package exports, those that are present in it, or all that are accessible there. */
  *symbolsOf(pkg: LispPackage, which: "external" | "present" | "accessible"): Generator<LispSymbol> {
    yield* this.#entries(which === "external" ? pkg.exports : pkg.symbols);
    if (which !== "accessible") return;
    for (let rest = pkg.use; this.#isCons(rest); rest = next(rest)) {
      for (const symbol of this.#entries((rest.$$jscl_car as LispPackage).exports))
        if (this.#entry(pkg.symbols, symbol.name) === undefined) yield symbol;
    }
  }

  *#entries(table: SymbolTable): Generator<LispSymbol> {
    for (const name of Object.keys(table)) {
      const symbol = this.#entry(table, name);
      if (symbol !== undefined) yield symbol;
    }
  }

  makeSymbol(name: string): LispSymbol {
    return new this.#internals.Symbol(name);
  }

  #create(name: string, pkg: LispPackage): LispSymbol {
    const symbol = new this.#internals.Symbol(name, pkg);
    pkg.symbols[name] = symbol;
    if (pkg === this.#packages["KEYWORD"]) {
      pkg.exports[name] = symbol;
      symbol.value = symbol;
    }
    return symbol;
  }

  // Tables made by Lisp code inherit from Object.prototype, whose members are no symbols.
  #entry(table: SymbolTable, name: string): LispSymbol | undefined {
    if (!Object.hasOwn(table, name)) return undefined;
    const entry = table[name];
    if (entry === true) return this.#t;
    return entry === false ? this.#nil : entry;
  }

  #isCons(x: LispValue): x is LispCons {
    return x instanceof this.#internals.Cons;
  }
}
