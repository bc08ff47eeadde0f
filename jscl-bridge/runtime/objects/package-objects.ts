/** What packages hold. How symbols are found in them is the matter of packages.ts. */
import type { LispPackage, LispSymbol, LispValue } from "./marshal.js";

/** Symbols by name; T and NIL may stand there as `true` and `false`. */
export type SymbolTable = Record<string, LispSymbol | boolean>;

interface Shape {
  packageName: string;
  symbols: SymbolTable;
  exports: SymbolTable;
  use: LispValue;
  nicknames?: LispValue;
  shadows?: LispValue;
  locked?: boolean;
  localNicknames?: Map<string, LispPackage>;
}

/** The name; NIL once the package is deleted. */
export function packageNameOf(pkg: LispPackage): string {
  return (pkg as unknown as Shape).packageName;
}

export function setPackageName(pkg: LispPackage, value: string): void {
  (pkg as unknown as Shape).packageName = value;
}

/** All symbols that are present. */
export function packageSymbols(pkg: LispPackage): SymbolTable {
  return (pkg as unknown as Shape).symbols;
}

export function setPackageSymbols(pkg: LispPackage, value: SymbolTable): void {
  (pkg as unknown as Shape).symbols = value;
}

export function packageExports(pkg: LispPackage): SymbolTable {
  return (pkg as unknown as Shape).exports;
}

export function setPackageExports(pkg: LispPackage, value: SymbolTable): void {
  (pkg as unknown as Shape).exports = value;
}

/** A list of packages. */
export function packageUses(pkg: LispPackage): LispValue {
  return (pkg as unknown as Shape).use;
}

export function setPackageUses(pkg: LispPackage, value: LispValue): void {
  (pkg as unknown as Shape).use = value;
}

/** A list of strings. */
export function packageNicknames(pkg: LispPackage): LispValue {
  // JSCL has FALSE for none in packages that it made without a list.
  return (pkg as unknown as Shape).nicknames || undefined;
}

export function setPackageNicknames(pkg: LispPackage, value: LispValue): void {
  (pkg as unknown as Shape).nicknames = value;
}

/** The list of shadowing symbols. */
export function packageShadows(pkg: LispPackage): LispValue {
  return (pkg as unknown as Shape).shadows;
}

export function setPackageShadows(pkg: LispPackage, value: LispValue): void {
  (pkg as unknown as Shape).shadows = value;
}

/** Whether its symbols are not to be changed by a program. */
export function isPackageLocked(pkg: LispPackage): boolean {
  return (pkg as unknown as Shape).locked === true;
}

export function setPackageLocked(pkg: LispPackage, isLocked: boolean): void {
  (pkg as unknown as Shape).locked = isLocked;
}

/** What names mean where this is the current package. */
export function localNicknames(pkg: LispPackage): Map<string, LispPackage> | undefined {
  return (pkg as unknown as Shape).localNicknames;
}

export function setLocalNicknames(pkg: LispPackage, names: Map<string, LispPackage>): void {
  (pkg as unknown as Shape).localNicknames = names;
}

/** A package with these tables, in no table of packages yet. */
export function makePackageObject(
  name: string,
  { symbols, exports, use }: { symbols: SymbolTable; exports: SymbolTable; use: LispValue },
): LispPackage {
  const shape: Shape = { packageName: name, symbols, exports, use };
  return Object.assign(Object.create(null), shape) as LispPackage;
}

export function isPackageObject(x: object): x is LispPackage {
  return "symbols" in x && "packageName" in x;
}
