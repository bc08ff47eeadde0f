/**
 * How TypeScript code of the image makes Lisp objects and signals Lisp errors.
 * One image lives in one JavaScript realm; `bindSignals` names it at boot.
 */

import { applied } from "./applied.js";
import { carOf } from "./objects/conses.js";
import type {
  Internals,
  LispCons,
  LispFunction,
  LispPackage,
  LispSymbol,
  LispValue,
} from "./objects/marshal.js";
import { packageSymbols, type SymbolTable } from "./objects/package-objects.js";
import { setSymbolValue, symbolFunction, symbolValue } from "./objects/symbols.js";
import { makeString } from "./objects/vectors.js";
import type { CallStack } from "./stack/callstack.js";
import { bindSafepoints, next, spend } from "./stack/safepoints.js";

/** A function that throws the exits that another one returns; others have none. */
export type LeavingFunction = LispFunction & { readonly leaving?: LispFunction };

/** The package of conditions and functions that SBCL keeps in internal packages of its own. */
export const INTERNAL_PACKAGE = "JSCL-MCP";

let internals: Internals;
// Looked up once: lists are walked by asking for each object whether it is a cons.
let Cons: Internals["Cons"];
let LispSymbolType: Internals["Symbol"];
let stack: CallStack;
/** The symbols present in our own package. */
let ownSymbols: SymbolTable;
let nilSymbol: LispSymbol;
let tSymbol: LispSymbol;

export function bindSignals(current: Internals, currentStack: CallStack, ownPackage: LispPackage): void {
  internals = current;
  Cons = current.Cons;
  LispSymbolType = current.Symbol;
  stack = currentStack;
  bindSafepoints(currentStack);
  ownSymbols = packageSymbols(ownPackage);
  nilSymbol = current.intern("NIL");
  tSymbol = current.intern("T");
}

/** The symbol `name` of package `packageName`, interned when it is new. */
export function sym(name: string, packageName = "COMMON-LISP"): LispSymbol {
  return internals.intern(name, packageName);
}

/** A new symbol without a package. */
export function uninterned(name: string): LispSymbol {
  return new internals.Symbol(name);
}

export function keyword(name: string): LispSymbol {
  const symbol = internals.intern(name, "KEYWORD");
  if (symbolValue(symbol) === undefined) setSymbolValue(symbol, symbol);
  return symbol;
}

export function nil(): LispSymbol {
  return nilSymbol;
}

export function t(): LispSymbol {
  return tSymbol;
}

export function isCons(x: LispValue): x is LispCons {
  return x instanceof Cons;
}

export function isSymbol(x: LispValue): x is LispSymbol {
  return x instanceof LispSymbolType;
}

export function list(...items: LispValue[]): LispValue {
  let tail: LispValue = nilSymbol;
  for (let i = items.length - 1; i >= 0; i--) tail = new Cons(items[i], tail);
  return tail;
}

/** The elements of a list, up to where it is no list any more. */
export function elementsOf(source: LispValue): LispValue[] {
  const elements: LispValue[] = [];
  for (let rest = source; isCons(rest); rest = next(rest)) elements.push(carOf(rest));
  return elements;
}

/** A list of any number of elements; `list` takes no more than a call may have arguments. */
export function listOf(items: readonly LispValue[]): LispValue {
  spend(items.length);
  let tail: LispValue = nilSymbol;
  for (let i = items.length - 1; i >= 0; i--) tail = new Cons(items[i], tail);
  return tail;
}

export function cons(car: LispValue, cdr: LispValue): LispCons {
  return new Cons(car, cdr);
}

/** Calls a Lisp function by the name of its symbol and keeps its primary value. */
export function callLisp(name: string, packageName: string, ...args: LispValue[]): LispValue {
  const fn: LispFunction = symbolFunction(internals.intern(name, packageName));
  const { sp } = stack;
  args.unshift(internals.pv);
  const result = applied(fn, args);
  // Frames that the call left on the stack are not part of the code that continues.
  stack.sp = sp;
  return result;
}

/**
 * Signals the error `type` with initargs `KEYWORD-NAME, value, …`, as the Lisp function ERROR does.
 * The type is looked up in our own package first, then in COMMON-LISP. It never returns: a handler or
 * restart leaves by a non-local exit.
 */
export function lispError(type: string, ...initargs: LispValue[]): never {
  const own = Object.hasOwn(ownSymbols, type) ? ownSymbols[type] : undefined;
  const symbol = own ?? internals.intern(type);
  const args: LispValue[] = [internals.pv, symbol];
  for (let i = 0; i < initargs.length; i++)
    args.push(i % 2 === 0 ? keyword(initargs[i] as string) : initargs[i]);
  const error = symbolFunction(internals.intern("ERROR")) as LeavingFunction;
  // Thrown here, and not by ERROR: a call less to leave.
  throw applied(error.leaving ?? error, args);
}

/** Signals SIMPLE-ERROR with a message that FORMAT makes of `control` and `args`. */
export function simpleError(control: string, ...args: LispValue[]): never {
  return lispError("SIMPLE-ERROR", "FORMAT-CONTROL", makeString(control), "FORMAT-ARGUMENTS", list(...args));
}
