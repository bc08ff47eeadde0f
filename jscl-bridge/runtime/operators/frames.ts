/** Frames of operators that compiled code calls without one of their own. */

import type { LispValue } from "../objects/marshal.js";
import { sym } from "../signals.js";
import type { CallStack } from "../stack/callstack.js";

type Binary<T> = (a: LispValue, b: LispValue) => T;
type Unary<T> = (x: LispValue) => T;

/** Runs `f` with the operator as the top frame, so that an error in it is reported at `(+ 1 "x")`. */
export function binaryOn(stack: CallStack): <T>(name: string, f: Binary<T>) => Binary<T> {
  return (name, f) => {
    const id = stack.library(sym(name), 2);
    return (a, b) => {
      const { sp } = stack;
      stack.e2(id, a, b);
      const result = f(a, b);
      stack.sp = sp;
      return result;
    };
  };
}

/** The same for an operator with one argument. */
export function unaryOn(stack: CallStack): <T>(name: string, f: Unary<T>) => Unary<T> {
  return (name, f) => {
    const id = stack.library(sym(name), 1);
    return (x) => {
      const { sp } = stack;
      stack.e1(id, x);
      const result = f(x);
      stack.sp = sp;
      return result;
    };
  };
}

/** Signals an error about one argument of an operator, with a frame of its call. */
type SignalAt = (name: string, args: LispValue[], signal: () => never) => never;

export function signalOn(stack: CallStack): SignalAt {
  return (name, args, signal) => {
    stack.push(stack.library(sym(name), args.length), args);
    return signal();
  };
}
