/** What symbols hold. `isSymbol` knows one (signals.ts). */
import type { LispFunction, LispPackage, LispSymbol, LispValue } from "./marshal.js";
import { isPackageLocked, packageNameOf } from "./package-objects.js";

interface Shape {
  name: string;
  package: LispPackage | undefined;
  value: LispValue;
  fvalue: LispFunction;
  stack: LispValue[];
  plist?: LispValue;
  vardoc?: LispValue;
}

export function symbolName(symbol: LispSymbol): string {
  return (symbol as unknown as Shape).name;
}

/** The home package; nothing for a symbol without one. */
export function symbolPackage(symbol: LispSymbol): LispPackage | undefined {
  return (symbol as unknown as Shape).package;
}

export function setSymbolPackage(symbol: LispSymbol, value: LispPackage | undefined): void {
  (symbol as unknown as Shape).package = value;
}

/** The value of the variable; undefined where it is unbound. */
export function symbolValue(symbol: LispSymbol): LispValue {
  return (symbol as unknown as Shape).value;
}

export function setSymbolValue(symbol: LispSymbol, value: LispValue): void {
  (symbol as unknown as Shape).value = value;
}

/** The function; where there is none, one that signals that (`Internals.fboundp` tells). */
export function symbolFunction(symbol: LispSymbol): LispFunction {
  return (symbol as unknown as Shape).fvalue;
}

export function setSymbolFunction(symbol: LispSymbol, value: LispFunction): void {
  (symbol as unknown as Shape).fvalue = value;
}

/** What JSCL's own dynamic bindings hide. */
export function symbolStack(symbol: LispSymbol): LispValue[] {
  return (symbol as unknown as Shape).stack;
}

/** The property list; nothing where none was ever set. */
export function symbolPlist(symbol: LispSymbol): LispValue {
  return (symbol as unknown as Shape).plist;
}

export function setSymbolPlist(symbol: LispSymbol, value: LispValue): void {
  (symbol as unknown as Shape).plist = value;
}

export function setVariableDocumentation(symbol: LispSymbol, value: LispValue): void {
  (symbol as unknown as Shape).vardoc = value;
}

/** The name of the home package, as JSCL knows it; nothing for a symbol without one. */
export function homeName(symbol: LispSymbol | null | undefined): string | undefined {
  const home = (symbol as unknown as Shape | null | undefined)?.package;
  return home === undefined || home === null ? undefined : packageNameOf(home);
}

/** Whether the home package is locked. */
export function isHomeLocked(symbol: LispSymbol): boolean {
  const home = symbolPackage(symbol);
  return home !== undefined && home !== null && isPackageLocked(home);
}

/** The property of a symbol that generated code reads for its value. */
export const VALUE = "value";

/** The same for its function. */
export const FUNCTION = "fvalue";
