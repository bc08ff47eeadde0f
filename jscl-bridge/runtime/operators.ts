/** What inlined operators call when their fast path does not apply, errors included. */

import { applied } from "./applied.js";
import type { LispFunction, LispSymbol, LispValue, ValuesFunction } from "./objects/marshal.js";
import { symbolFunction, symbolValue } from "./objects/symbols.js";
import { arrayOperators } from "./operators/arrays.js";
import { deferringOperators } from "./operators/deferring.js";
import { elementOperators } from "./operators/elements.js";
import { floatOperators } from "./operators/floats.js";
import { signalOn } from "./operators/frames.js";
import { listOperators } from "./operators/lists.js";
import { numberOperators } from "./operators/numbers.js";
import { callLisp, INTERNAL_PACKAGE, isSymbol, list, nil, sym } from "./signals.js";
import type { CallStack } from "./stack/callstack.js";
import { wrongType } from "./streams/stream-arguments.js";

const primary: ValuesFunction = (x) => x;

export function operatorFunctions(stack: CallStack) {
  const at = signalOn(stack);
  const typepName = sym("TYPEP");
  const typep = stack.library(typepName, 2);
  return {
    ...numberOperators(stack),
    ...floatOperators(stack),
    ...deferringOperators,
    ...listOperators(stack),
    ...arrayOperators(stack),
    ...elementOperators(stack),
    /** The function that a designator names; a call of it when it is undefined is an error of its own. */
    callable(x: LispValue): LispFunction {
      if (typeof x === "function") return x as LispFunction;
      if (isSymbol(x)) return symbolFunction(x);
      return wrongType(x, list(sym("OR"), sym("FUNCTION"), sym("SYMBOL")));
    },
    /** A call of a function of COMMON-LISP that runs nothing of the program's, with a frame of its own. */
    libraryCall: (name: LispSymbol, ...args: LispValue[]): LispValue => {
      const { sp } = stack;
      stack.push(stack.library(name, args.length), args);
      const fn = symbolFunction(name);
      let value: LispValue;
      if (args.length === 1) value = fn(primary, args[0]);
      else if (args.length === 2) value = fn(primary, args[0], args[1]);
      else value = applied<LispValue>(fn, [primary as LispValue].concat(args));
      stack.sp = sp;
      return value;
    },
    /** TYPEP, of which the object needs more than a look. */
    isOfType: (x: LispValue, type: LispValue): boolean => {
      const { sp } = stack;
      stack.e2(typep, x, type);
      const holds = symbolFunction(typepName)(primary, x, type) !== nil();
      stack.sp = sp;
      return holds;
    },
    symbolValue: (x: LispValue): LispValue => {
      if (!isSymbol(x)) return at("SYMBOL-VALUE", [x], () => wrongType(x, sym("SYMBOL")));
      return symbolValue(x) === undefined
        ? callLisp("UNBOUND-VARIABLE-ERROR", INTERNAL_PACKAGE, x)
        : symbolValue(x);
    },
  };
}
