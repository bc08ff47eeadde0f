/** What inlined operators call when their fast path does not apply, errors included. */

import { wrongSubscripts } from "./library/array-checks.js";
import { checkElement, elementTypeOf, holds } from "./library/element-types.js";
import * as N from "./numbers.js";
import {
  isLispString,
  type LispCons,
  type LispFunction,
  type LispSymbol,
  type LispValue,
  type LispVector,
} from "./objects/marshal.js";
import { callLisp, INTERNAL_PACKAGE, isCons, isSymbol, lispError, list, nil, sym } from "./signals.js";
import type { CallStack } from "./stack/callstack.js";
import { next } from "./stack/safepoints.js";
import { indexType, wrongType } from "./streams/stream-arguments.js";

type Binary<T> = (a: LispValue, b: LispValue) => T;

export function operatorFunctions(stack: CallStack) {
  /** Runs `f` with the operator as the top frame, so that an error in it is reported at `(+ 1 "x")`. */
  const binary = <T>(name: string, f: Binary<T>): Binary<T> => {
    const id = stack.library(sym(name), 2);
    return (a, b) => {
      const { sp } = stack;
      stack.e2(id, a, b);
      const result = f(a, b);
      stack.sp = sp;
      return result;
    };
  };
  const unary = <T>(name: string, f: (x: LispValue) => T): ((x: LispValue) => T) => {
    const id = stack.library(sym(name), 1);
    return (x) => {
      const { sp } = stack;
      stack.e1(id, x);
      const result = f(x);
      stack.sp = sp;
      return result;
    };
  };
  /** An error about one argument of the operator `name`, called with `args`. */
  const at = (name: string, args: LispValue[], signal: () => never): never => {
    stack.push(stack.library(sym(name), args.length), args);
    return signal();
  };

  const indexError = (array: LispVector, index: LispValue, limit: number): never =>
    lispError(
      N.isInteger(index) && (index as number) >= 0 ? "INDEX-TOO-LARGE-ERROR" : "INVALID-ARRAY-INDEX-ERROR",
      "ARRAY",
      array,
      "AXIS",
      0,
      "DATUM",
      index,
      "EXPECTED-TYPE",
      list(sym("INTEGER"), 0, list(limit)),
    );

  const isArray = (x: LispValue): x is LispVector => Array.isArray(x);
  const isVector = (x: LispValue): x is LispVector =>
    isArray(x) && (x.dimensions === undefined || typeof x.dimensions === "number");

  const checkedIndex = (name: string, array: LispValue, index: LispValue, more: LispValue[]): LispVector => {
    if (!isVector(array)) {
      return at(name, [array, index, ...more], () =>
        isArray(array)
          ? wrongSubscripts(1, callLisp("ARRAY-RANK", "COMMON-LISP", array))
          : wrongType(array, sym("ARRAY")),
      );
    }
    if (!(typeof index === "number" && Number.isInteger(index) && index >= 0 && index < array.length)) {
      return at(name, [array, index, ...more], () => indexError(array, index, array.length));
    }
    return array;
  };

  const store = (name: string, array: LispValue, index: LispValue, value: LispValue): LispValue => {
    const vector = checkedIndex(name, array, index, [value]);
    if (
      vector.bits === undefined ? vector.stringp === 1 && typeof value !== "string" : !holds(vector, value)
    ) {
      stack.push(stack.library(sym(name), 3), [array, index, value]);
      checkElement(elementTypeOf(vector), value);
    }
    vector[index as number] = value;
    return value;
  };

  /** How often to go on to an index along a list; a long integer is further than any list is long. */
  const stepsTo = (index: LispValue): number =>
    typeof index === "number" ? index : Number.POSITIVE_INFINITY;

  const setHalf =
    (name: string, half: "$$jscl_car" | "$$jscl_cdr") =>
    (x: LispValue, value: LispValue): LispValue => {
      if (!isCons(x)) return at(name, [x, value], () => wrongType(x, sym("CONS")));
      (x as LispCons)[half] = value;
      return value;
    };

  return {
    add: binary("+", N.add),
    subtract: binary("-", N.sub),
    multiply: binary("*", N.mul),
    divide: binary("/", N.div),
    negate: unary("-", N.neg),
    reciprocal: unary("/", N.reciprocal),
    checkNumber: (operator: string, x: LispValue): LispValue =>
      N.isNumber(x) ? x : at(operator, [x], () => wrongType(x, sym("NUMBER"))),
    checkInteger: (x: LispValue): LispValue => (N.isInteger(x) ? x : wrongType(x, sym("INTEGER"))),
    /** The product of two 32-bit integers; JavaScript's would round, or be a negative zero. */
    smallProduct(a: number, b: number): LispValue {
      const product = a * b;
      return Number.isSafeInteger(product) ? product + 0 : N.mul(a, b);
    },
    bitAnd: binary("LOGAND", N.logand),
    bitOr: binary("LOGIOR", N.logior),
    bitXor: binary("LOGXOR", N.logxor),
    bitNot: unary("LOGNOT", N.lognot),
    bitTest: binary("LOGTEST", N.logtest),
    bitAt: binary("LOGBITP", N.logbitp),
    shift: binary("ASH", N.ash),
    /** The byte specifier is a constant, and valid. */
    loadByte: binary("LDB", (spec, x) =>
      N.ldb((spec as LispCons).$$jscl_car, (spec as LispCons).$$jscl_cdr, x),
    ),
    modulus: binary("MOD", N.mod),
    remainder: binary("REM", N.rem),
    floor: binary("FLOOR", (a, b) => N.floor(a, b)[0]),
    truncate: binary("TRUNCATE", (a, b) => N.truncate(a, b)[0]),
    less: binary("<", N.lt),
    greater: binary(">", N.gt),
    notGreater: binary("<=", N.le),
    notLess: binary(">=", N.ge),
    equalNumbers: binary("=", N.numEq),
    zerop: unary("ZEROP", N.zerop),
    plusp: unary("PLUSP", N.plusp),
    minusp: unary("MINUSP", N.minusp),
    evenp: unary("EVENP", N.evenp),
    oddp: unary("ODDP", N.oddp),
    eql: (a: LispValue, b: LispValue): boolean => a === b || N.numberEql(a, b),
    isNumber: N.isNumber,
    isInteger: N.isInteger,
    isString: isLispString,
    carError: (x: LispValue): never => at("CAR", [x], () => wrongType(x, sym("LIST"))),
    cdrError: (x: LispValue): never => at("CDR", [x], () => wrongType(x, sym("LIST"))),
    endpError: (x: LispValue): never => at("ENDP", [x], () => wrongType(x, sym("LIST"))),
    setCar: setHalf("RPLACA", "$$jscl_car"),
    setCdr: setHalf("RPLACD", "$$jscl_cdr"),
    aref: (array: LispValue, index: LispValue): LispValue =>
      checkedIndex("AREF", array, index, [])[index as number],
    setAref: (array: LispValue, index: LispValue, ...more: LispValue[]): LispValue => {
      if (more.length === 1) return store("AREF", array, index, more[0]);
      const subscripts = [index, ...more];
      const value = subscripts.pop();
      const at_ = callLisp("ARRAY-ROW-MAJOR-INDEX", "COMMON-LISP", array, ...subscripts);
      checkElement(elementTypeOf(array as LispVector), value);
      (array as LispVector)[at_ as number] = value;
      return value;
    },
    setRowMajorAref: (array: LispValue, index: LispValue, value: LispValue): LispValue => {
      if (!isArray(array)) return wrongType(array, sym("ARRAY"));
      if (!(typeof index === "number" && index >= 0 && index < array.length))
        return indexError(array, index, array.length);
      checkElement(elementTypeOf(array), value);
      array[index] = value;
      return value;
    },
    setChar: (string: LispValue, index: LispValue, value: LispValue): LispValue => {
      if (!isLispString(string)) return at("CHAR", [string, index], () => wrongType(string, sym("STRING")));
      return store("CHAR", string, index, value);
    },
    setFillPointer: (vector: LispValue, value: LispValue): LispValue => {
      const fits =
        isVector(vector) &&
        typeof vector.fillpointer === "number" &&
        typeof value === "number" &&
        value >= 0 &&
        value <= vector.length;
      if (!fits) return callLisp("(SETF_FILL-POINTER)", "COMMON-LISP", value, vector);
      vector.fillpointer = value;
      return value;
    },
    /** What NTHCDR answers, for a place: what is wrong is an error of the function around. */
    nthTail: (index: LispValue, source: LispValue): LispValue => {
      if (!N.isInteger(index) || N.minusp(index)) return wrongType(index, sym("UNSIGNED-BYTE"));
      const count = stepsTo(index);
      let rest = source;
      for (let i = 0; i < count && rest !== nil(); i++)
        rest = isCons(rest) ? next(rest) : wrongType(rest, sym("LIST"));
      return rest;
    },
    setTailCar: (tail: LispValue, value: LispValue): LispValue => {
      if (!isCons(tail)) return wrongType(tail, sym("CONS"));
      tail.$$jscl_car = value;
      return value;
    },
    setElt: (sequence: LispValue, index: LispValue, value: LispValue): LispValue => {
      if (!N.isInteger(index) || N.minusp(index))
        return at("ELT", [sequence, index, value], () => wrongType(index, indexType()));
      if (!isCons(sequence)) {
        if (isVector(sequence)) return store("ELT", sequence, index, value);
        const type = sym(sequence === nil() ? "CONS" : "SEQUENCE");
        return at("ELT", [sequence, index, value], () => wrongType(sequence, type));
      }
      const count = stepsTo(index);
      let rest: LispValue = sequence;
      for (let i = 0; i < count && isCons(rest); i++) rest = next(rest);
      if (!isCons(rest) && rest !== nil()) return wrongType(rest, sym("LIST"));
      if (!isCons(rest)) {
        return lispError(
          "INDEX-TOO-LARGE-ERROR",
          "DATUM",
          index,
          "EXPECTED-TYPE",
          list(sym("INTEGER"), 0, list(0)),
          "SEQUENCE",
          sequence,
        );
      }
      rest.$$jscl_car = value;
      return value;
    },
    /** The function that a designator names; a call of it when it is undefined is an error of its own. */
    callable(x: LispValue): LispFunction {
      if (typeof x === "function") return x as LispFunction;
      if (isSymbol(x)) return x.fvalue;
      return wrongType(x, list(sym("OR"), sym("FUNCTION"), sym("SYMBOL")));
    },
    symbolValue: (x: LispValue): LispValue => {
      if (!isSymbol(x)) return at("SYMBOL-VALUE", [x], () => wrongType(x, sym("SYMBOL")));
      const symbol = x as LispSymbol;
      return symbol.value === undefined
        ? callLisp("UNBOUND-VARIABLE-ERROR", INTERNAL_PACKAGE, symbol)
        : symbol.value;
    },
  };
}
