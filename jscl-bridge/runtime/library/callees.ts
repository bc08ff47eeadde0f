/**
 * How the library calls the functions of a program: their frames stand on those of the function that calls.
 */

import type { BaseImage } from "../base-image.js";
import type { LispFunction, LispValue, ValuesFunction } from "../objects/marshal.js";
import { callLisp, INTERNAL_PACKAGE, isSymbol, list, sym } from "../signals.js";
import type { CallStack } from "../stack/callstack.js";
import { wrongType } from "../streams/stream-arguments.js";

// One image lives in one JavaScript realm.
let stack: CallStack;
let primary: ValuesFunction;

export function bindCallees({ stack: current, internals }: BaseImage): void {
  stack = current;
  primary = internals.pv;
}

/** Where the frames of callees begin, for the calls that follow. */
export function stackHeight(): number {
  return stack.sp;
}

/** The function that a designator is or names; signals the error of one that names none. */
export function functionOf(designator: LispValue): LispFunction {
  return typeof designator === "function"
    ? (designator as LispFunction)
    : (callLisp("AS-FUNCTION", INTERNAL_PACKAGE, designator) as LispFunction);
}

/** Signals the error of what is no designator of a function, whether or not there is such a function. */
export function requireDesignator(x: LispValue): void {
  if (typeof x !== "function" && !isSymbol(x)) functionOf(x);
}

/** The same for the functions that map, of which SBCL names the types in another order. */
export function mappedFunction(designator: LispValue): LispFunction {
  if (typeof designator !== "function" && !isSymbol(designator))
    return wrongType(designator, list(sym("OR"), sym("SYMBOL"), sym("FUNCTION")));
  return functionOf(designator);
}

/** Functions that signal nothing for some arguments: for these they need no check and no frame. */
const quiet = new WeakMap<LispFunction, LispFunction>();

/** Notes that `fn`, which `checked` checks and calls, signals nothing for an argument that it `accepts`. */
export function noteQuiet(checked: LispFunction, fn: LispFunction, accepts: (x: LispValue) => boolean): void {
  quiet.set(checked, (values, x) => (accepts(x) ? fn(values, x) : checked(values, x)));
}

/** The function of a designator to be called often, with one argument each time. */
export function repeatedOf(designator: LispValue): LispFunction {
  const fn = functionOf(designator);
  return quiet.get(fn) ?? fn;
}

export function call0(fn: LispFunction, height: number): LispValue {
  stack.sp = height;
  return fn(primary);
}

export function call1(fn: LispFunction, height: number, a: LispValue): LispValue {
  stack.sp = height;
  return fn(primary, a);
}

export function call2(fn: LispFunction, height: number, a: LispValue, b: LispValue): LispValue {
  stack.sp = height;
  return fn(primary, a, b);
}

/** Calls with the arguments in an array, which is used up. */
export function callMany(fn: LispFunction, height: number, args: LispValue[]): LispValue {
  stack.sp = height;
  if (args.length === 3) return fn(primary, args[0], args[1], args[2]);
  args.unshift(primary);
  return fn.apply(undefined, args as never);
}
