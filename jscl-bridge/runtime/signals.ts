/**
 * How TypeScript code of the image makes Lisp objects and signals Lisp errors.
 * One image lives in one JavaScript realm; `bindSignals` names it at boot.
 */

import { applied } from "./applied.js";
import { carOf } from "./objects/conses.js";
import {
  type Internals,
  type LispCons,
  type LispFunction,
  type LispPackage,
  type LispSymbol,
  type LispValue,
  type LispVector,
  valuesOf,
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
/** The names of types of errors, and of ERROR, and those of initargs, as far as they were looked up. */
let types: Map<string, LispSymbol>;
let initargNames: Map<string, LispSymbol>;
let nilSymbol: LispSymbol;
let tSymbol: LispSymbol;

export function bindSignals(current: Internals, currentStack: CallStack, ownPackage: LispPackage): void {
  internals = current;
  Cons = current.Cons;
  LispSymbolType = current.Symbol;
  stack = currentStack;
  bindSafepoints(currentStack);
  ownSymbols = packageSymbols(ownPackage);
  types = new Map();
  initargNames = new Map();
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

/** Calls a Lisp function by the name of its symbol and keeps all its values. */
export function callLispForValues(name: string, packageName: string, ...args: LispValue[]): LispValue[] {
  const fn: LispFunction = symbolFunction(internals.intern(name, packageName));
  const { sp } = stack;
  const result = applied(fn, [internals.mv, ...args]);
  stack.sp = sp;
  return valuesOf(result);
}

/**
 * Signals the error `type` with initargs `KEYWORD-NAME, value, …`, as the Lisp function ERROR does. Returns
 * the exit by which a handler or restart leaves. The type is looked up in our own package first, then in
 * COMMON-LISP.
 */
function errorExit(type: string, initargs: readonly LispValue[]): LispValue {
  const args: LispValue[] = [internals.pv, known(types, type, ownOrStandard)];
  for (let i = 0; i < initargs.length; i++)
    args.push(i % 2 === 0 ? known(initargNames, initargs[i] as string, keyword) : initargs[i]);
  const error = symbolFunction(known(types, "ERROR", ownOrStandard)) as LeavingFunction;
  return applied(error.leaving ?? error, args);
}

function ownOrStandard(name: string): LispSymbol {
  const own = Object.hasOwn(ownSymbols, name) ? (ownSymbols[name] as LispSymbol) : undefined;
  return own ?? internals.intern(name);
}

/** Control strings are made of constants, with few exceptions. */
const MOST_KNOWN = 500;

/** What is found or made for a text, by `find` when it is asked for first. */
function known<T>(table: Map<string, T>, text: string, find: (text: string) => T): T {
  let found = table.get(text);
  if (found === undefined) {
    found = find(text);
    if (table.size >= MOST_KNOWN) table.clear();
    table.set(text, found);
  }
  return found;
}

const controls = new Map<string, LispVector>();

/** A control string of a condition: the same object each time, as a constant of a program's would be. */
export function controlString(text: string): LispVector {
  return known(controls, text, makeString);
}

/** Signals a condition as the Lisp function ERROR does, and leaves by the exit. */
export function signalError(condition: LispValue): never {
  const error = symbolFunction(known(types, "ERROR", ownOrStandard)) as LeavingFunction;
  throw (error.leaving ?? error)(internals.pv, condition);
}

/** Signals an error likewise, and leaves by the exit. */
export function lispError(type: string, ...initargs: LispValue[]): never {
  throw errorExit(type, initargs);
}

type Fail = (type: string, ...initargs: LispValue[]) => LispValue;

/** A function whose errors some callers ask to have as exits: `make` is given what signals them. */
export function leavable(make: (fail: Fail) => LispFunction): LispFunction {
  const leaving = make((type, ...initargs) => errorExit(type, initargs));
  return Object.assign(make(lispError), { leaving });
}

/** Signals SIMPLE-ERROR with a message that FORMAT makes of `control` and `args`. */
export function simpleError(control: string, ...args: LispValue[]): never {
  return lispError(
    "SIMPLE-ERROR",
    "FORMAT-CONTROL",
    controlString(control),
    "FORMAT-ARGUMENTS",
    list(...args),
  );
}
