/**
 * Packages (CLHS chapter 11): what asks about them, INTERN, and what the overlay's functions change them
 * with.
 */

import type { BaseImage } from "../base-image.js";
import type { FunctionTable } from "../function-table.js";
import type { LispFunction, LispPackage, LispSymbol, LispValue } from "../objects/marshal.js";
import {
  isPackageLocked,
  isPackageObject,
  localNicknames,
  packageNameOf,
  packageNicknames,
  packageShadows,
  packageUses,
  setLocalNicknames,
  setPackageLocked,
  setPackageShadows,
  setPackageUses,
} from "../objects/package-objects.js";
import type { PackageTables, SymbolStatus } from "../objects/packages.js";
import { symbolName } from "../objects/symbols.js";
import { isLispString, makeString, stringText } from "../objects/vectors.js";
import { homePackage } from "../printer/symbols.js";
import {
  callLisp,
  elementsOf,
  INTERNAL_PACKAGE,
  isCons,
  isSymbol,
  keyword,
  list,
  listOf,
  nil,
  sym,
  t,
} from "../signals.js";
import { textArgument, wrongType } from "../streams/stream-arguments.js";
import { fixedArguments, oneValue, predicate } from "./fixed.js";
import { typedDesignator } from "./string-designators.js";

function isPackage(x: LispValue): x is LispPackage {
  return typeof x === "object" && x !== null && !isCons(x) && isPackageObject(x);
}

/** The name that a designator of a package stands for; undefined for what is none. */
function nameOf(designator: LispValue): string | undefined {
  if (isLispString(designator)) return stringText(designator);
  if (isSymbol(designator)) return symbolName(designator);
  return typeof designator === "string" ? designator : undefined;
}

/** The package that a designator stands for now; undefined where there is none. */
function packageOf(image: BaseImage, designator: LispValue): LispPackage | undefined {
  const name = nameOf(designator);
  const found = name === undefined ? designator : image.tables.findPackage(name, image.currentPackage());
  return isPackage(found) && typeof packageNameOf(found) === "string" ? found : undefined;
}

function typeOr(...names: string[]): LispValue {
  return list(sym("OR"), ...names.map((name) => sym(name)));
}

const statusOf = (status: SymbolStatus): LispSymbol => keyword(status.toUpperCase());

export function packageFunctions(image: BaseImage): FunctionTable {
  const { tables } = image;
  /** The package that a designator stands for, with restarts where there is none. */
  const designated = (designator: LispValue): LispPackage =>
    packageOf(image, designator) ??
    (callLisp("PACKAGE-DESIGNATED", INTERNAL_PACKAGE, designator) as LispPackage);
  const current = (x: LispValue): LispPackage => (x === undefined ? image.currentPackage() : designated(x));
  const ofPackage = (body: (pkg: LispPackage) => LispValue): LispFunction =>
    oneValue((x) => body(designated(x)));

  return {
    PACKAGEP: predicate(isPackage),
    "FIND-PACKAGE": oneValue((designator) => {
      if (isPackage(designator)) return designator;
      const name = nameOf(designator);
      if (name === undefined)
        return wrongType(designator, typeOr("CHARACTER", "PACKAGE", "STRING", "SYMBOL"));
      return tables.findPackage(name, image.currentPackage()) ?? nil();
    }),
    "LIST-ALL-PACKAGES": oneValue(() => listOf(tables.allPackages())),
    "PACKAGE-NAME": oneValue((x) => {
      const pkg = isPackage(x) ? x : designated(x);
      return typeof packageNameOf(pkg) === "string" ? makeString(packageNameOf(pkg)) : nil();
    }),
    "PACKAGE-NICKNAMES": ofPackage((pkg) => packageNicknames(pkg) ?? nil()),
    "PACKAGE-SHADOWING-SYMBOLS": ofPackage((pkg) => packageShadows(pkg) ?? nil()),
    "PACKAGE-USE-LIST": ofPackage((pkg) => packageUses(pkg) ?? nil()),
    "PACKAGE-USED-BY-LIST": ofPackage((pkg) => listOf(tables.usersOf(pkg))),
    "SYMBOL-PACKAGE": oneValue((x) =>
      isSymbol(x) ? (homePackage(x) ?? nil()) : wrongType(x, sym("SYMBOL")),
    ),
    "FIND-SYMBOL": (values, ...args) => {
      const found = tables.findSymbol(textArgument(args[0]), current(args[1]));
      return found === undefined ? values(nil(), nil()) : values(found.symbol, statusOf(found.status));
    },
    INTERN: (values, ...args) => {
      const name = textArgument(args[0]);
      const pkg = current(args[1]);
      const found = tables.findSymbol(name, pkg);
      if (found !== undefined) return values(found.symbol, statusOf(found.status));
      image.checkInternLock(name, pkg);
      return values(tables.intern(name, pkg), nil());
    },
    "FIND-ALL-SYMBOLS": oneValue((designator) => {
      const name = typedDesignator(designator);
      const found = new Set<LispSymbol>();
      for (const pkg of tables.allPackages()) {
        const symbol = tables.findSymbol(name, pkg);
        if (symbol !== undefined && symbol.status !== "inherited") found.add(symbol.symbol);
      }
      return listOf([...found]);
    }),

    ...changingFunctions(image),
    ...iterationFunctions(image, designated),
  };
}

const asPackage = (x: LispValue): LispPackage => x as LispPackage;
const asSymbol = (x: LispValue): LispSymbol => x as LispSymbol;

/** What the overlay's functions change packages with. */
function changingFunctions({ tables }: BaseImage): FunctionTable {
  return {
    "JSCL-MCP::NEW-PACKAGE": fixedArguments(1, 1, (name) => tables.make(textArgument(name))),
    "JSCL-MCP::NAME-PACKAGE": fixedArguments(2, 2, (pkg, name) => {
      tables.rename(asPackage(pkg), textArgument(name));
      return pkg;
    }),
    "JSCL-MCP::ADD-NICKNAME": fixedArguments(2, 2, (pkg, name) => {
      tables.addNickname(asPackage(pkg), textArgument(name));
      return pkg;
    }),
    "JSCL-MCP::ADD-LOCAL-NICKNAME": fixedArguments(3, 3, (pkg, name, meant) => {
      const holder = asPackage(pkg);
      const names = localNicknames(holder) ?? new Map<string, LispPackage>();
      setLocalNicknames(holder, names.set(textArgument(name), asPackage(meant)));
      return pkg;
    }),
    "JSCL-MCP::LOCAL-NICKNAME": fixedArguments(
      2,
      2,
      (pkg, name) => localNicknames(asPackage(pkg))?.get(textArgument(name)) ?? nil(),
    ),
    "JSCL-MCP::OWN-PACKAGE-P": predicate((pkg) => tables.isOwn(asPackage(pkg))),
    "JSCL-MCP::FORGET-PACKAGE": fixedArguments(1, 1, (pkg) => {
      tables.delete(asPackage(pkg));
      return nil();
    }),
    "JSCL-MCP::PACKAGE-LOCKED-P": predicate((pkg) => isPackageLocked(asPackage(pkg)) === true),
    "JSCL-MCP::LOCK-PACKAGE": fixedArguments(2, 2, (pkg, isLocked) => {
      setPackageLocked(asPackage(pkg), isLocked !== nil());
      return pkg;
    }),
    "JSCL-MCP::SET-USED-PACKAGES": fixedArguments(2, 2, (pkg, used) => {
      setPackageUses(asPackage(pkg), used);
      return used;
    }),
    "JSCL-MCP::SET-SHADOWING-SYMBOLS": fixedArguments(2, 2, (pkg, symbols) => {
      setPackageShadows(asPackage(pkg), symbols);
      return symbols;
    }),
    "JSCL-MCP::USE-CONFLICTS": fixedArguments(2, 2, (used, pkg) =>
      listOf(Array.from(tables.conflicts(asPackage(used), asPackage(pkg)), (pair) => list(...pair))),
    ),
    "JSCL-MCP::NEW-SYMBOL-IN": fixedArguments(2, 2, (name, pkg) =>
      tables.create(textArgument(name), asPackage(pkg)),
    ),
    "JSCL-MCP::ADD-SYMBOL": fixedArguments(3, 3, (symbol, pkg, isShadowing) => {
      tables.add(asSymbol(symbol), asPackage(pkg), isShadowing !== nil());
      return symbol;
    }),
    "JSCL-MCP::REMOVE-SYMBOL": fixedArguments(2, 2, (symbol, pkg) => {
      tables.remove(asSymbol(symbol), asPackage(pkg));
      return symbol;
    }),
    "JSCL-MCP::SET-EXTERNAL": fixedArguments(3, 3, (symbol, pkg, isExternal) => {
      tables.setExternal(asSymbol(symbol), asPackage(pkg), isExternal !== nil());
      return symbol;
    }),
  };
}

const KINDS = { EXTERNAL: "external", PRESENT: "present", ACCESSIBLE: "accessible" } as const;

/** The symbols of a package of these kinds, each with how it is accessible there. */
function* accessible(
  tables: PackageTables,
  pkg: LispPackage,
  kinds: ReadonlySet<string>,
): Generator<readonly [LispSymbol, SymbolStatus, LispPackage]> {
  for (const symbol of kinds.has("INTERNAL") || kinds.has("EXTERNAL")
    ? tables.symbolsOf(pkg, "present")
    : []) {
    const status = tables.findSymbol(symbolName(symbol), pkg)?.status;
    if (status !== undefined && kinds.has(status.toUpperCase())) yield [symbol, status, pkg];
  }
  if (!kinds.has("INHERITED")) return;
  for (const symbol of tables.inheritedBy(pkg)) yield [symbol, "inherited", pkg];
}

/** A function that answers the symbols of packages one by one, as the macro of WITH-PACKAGE-ITERATOR does. */
function packageSteps(
  tables: PackageTables,
  packages: readonly LispPackage[],
  types: LispValue,
): LispFunction {
  const kinds = new Set(elementsOf(types).map((type) => symbolName(type as LispSymbol)));
  const steps = (function* () {
    for (const pkg of packages) yield* accessible(tables, pkg, kinds);
  })();
  return (values) => {
    const { done, value } = steps.next();
    if (done === true) return values(nil());
    const [symbol, status, pkg] = value;
    return values(t(), symbol, statusOf(status), pkg);
  };
}

function iterationFunctions(
  image: BaseImage,
  designated: (designator: LispValue) => LispPackage,
): FunctionTable {
  const { tables } = image;
  return {
    // As they are now: the body of an iteration may change them.
    "JSCL-MCP::SYMBOLS-OF": fixedArguments(2, 2, (pkg, kind) => {
      const which = KINDS[asKind(kind)];
      return listOf([...tables.symbolsOf(designated(pkg), which)]);
    }),
    "JSCL-MCP::ALL-SYMBOLS": fixedArguments(0, 0, () => {
      const symbols = new Set<LispSymbol>();
      for (const pkg of tables.allPackages()) {
        for (const symbol of tables.symbolsOf(pkg, "present")) symbols.add(symbol);
      }
      return listOf([...symbols]);
    }),
    // What WITH-PACKAGE-ITERATOR expands to a call of: a function of no arguments that answers as its macro
    // does.
    "JSCL-MCP::PACKAGE-ITERATOR": fixedArguments(2, 2, (designators, types) => {
      const packages = (
        isCons(designators) || designators === nil() ? elementsOf(designators) : [designators]
      ).map(designated);
      return packageSteps(tables, packages, types);
    }),
  };
}

function asKind(x: LispValue): keyof typeof KINDS {
  return symbolName(x as LispSymbol) as keyof typeof KINDS;
}
