/** The functions of CLHS chapter 12 over the numeric tower. */

import { applied } from "../applied.js";
import type { FunctionTable } from "../function-table.js";
import { wrongType } from "../numbers/errors.js";
import * as N from "../numbers.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { quickArithmetic } from "../operators/quick-arithmetic.js";
import { oneValue, truth } from "./fixed.js";
import { folding } from "./folds.js";

type Unary = (x: LispValue) => LispValue;
type Binary = (a: LispValue, b: LispValue) => LispValue;

/** Whether it is an integer that is a number of JavaScript's. */
const isShort = (x: LispValue): x is number => typeof x === "number";

const number = (x: LispValue): LispValue => (N.isNumber(x) ? x : wrongType(x, "NUMBER"));

function one(f: Unary): LispFunction {
  return (_values, x) => f(x);
}

function two(f: Binary): LispFunction {
  return (_values, x, y) => f(x, y);
}

function predicate(f: (x: LispValue) => boolean): LispFunction {
  return (_values, x) => truth(f(x));
}

function several(f: (x: LispValue) => readonly LispValue[]): LispFunction {
  return (values, x) => applied<LispValue>(values, f(x));
}

/** Two arguments or more, from the first on. */
function combined(f: Binary, args: readonly LispValue[]): LispValue {
  let result = f(args[0], args[1]);
  for (let i = 2; i < args.length; i++) result = f(result, args[i]);
  return result;
}

/** A function of any number of arguments, made of one of two. */
const reduce = (
  identity: LispValue,
  f: Binary,
  quick: (a: LispValue, b: LispValue) => LispValue | undefined,
): LispFunction =>
  folding(
    (_values, ...args) => {
      if (args.length === 0) return identity;
      return args.length === 1 ? number(args[0]) : combined(f, args);
    },
    N.isNumber,
    quick,
  );

const inverse =
  (f: Binary, alone: Unary): LispFunction =>
  (_values, ...args) => {
    return args.length === 1 ? alone(args[0]) : combined(f, args);
  };

const comparison =
  (
    f: (a: LispValue, b: LispValue) => boolean,
    check: (x: LispValue) => LispValue = N.checkReal,
  ): LispFunction =>
  (_values, ...args) => {
    if (args.length === 1) check(args[0]);
    let answer = true;
    for (let i = 1; i < args.length; i++) {
      // Even when the answer is known, all arguments must be numbers.
      if (answer) answer = f(args[i - 1], args[i]);
      else check(args[i]);
    }
    return truth(answer);
  };

const extreme = (f: Binary, ofShort: (a: number, b: number) => number): LispFunction =>
  folding(
    (_values, ...args) => (args.length === 1 ? N.checkReal(args[0]) : combined(f, args)),
    isShort,
    (a, b) => (isShort(a) && isShort(b) ? ofShort(a, b) : undefined),
  );

const division =
  (f: (a: LispValue, b?: LispValue) => readonly [LispValue, LispValue]): LispFunction =>
  (values, a, b) => {
    const result = f(a, b);
    return values(result[0], result[1]);
  };

/** As {@link reduce}, but for one argument alone F has its own answer. */
const divisors =
  (identity: number, f: (a: LispValue, b?: LispValue) => LispValue): LispFunction =>
  (_values, ...args) =>
    args.length < 2 ? (args.length === 0 ? identity : f(args[0])) : combined(f, args);

// With the identity, one argument stays what it is, if it is an integer.
const bits =
  (identity: number, f: Binary): LispFunction =>
  (_values, ...args) =>
    args.length === 1 ? f(args[0], identity) : args.length === 0 ? identity : combined(f, args);

function arithmetic(): FunctionTable {
  return {
    "+": reduce(0, N.add, quickArithmetic.addQuickly),
    "*": reduce(1, N.mul, quickArithmetic.multiplyQuickly),
    "-": inverse(N.sub, N.neg),
    "/": inverse(N.div, N.reciprocal),
    "1+": one(N.inc),
    "1-": one(N.dec),
    "=": comparison(N.numEq, number),
    "<": comparison(N.lt),
    ">": comparison(N.gt),
    "<=": comparison(N.le),
    ">=": comparison(N.ge),
    "/=": (_values, ...args) => {
      if (args.length === 1) number(args[0]);
      return truth(args.every((a, i) => args.slice(i + 1).every((b) => !N.numEq(a, b))));
    },
    MAX: extreme(N.max, Math.max),
    MIN: extreme(N.min, Math.min),
  };
}

function predicates(): FunctionTable {
  return {
    ZEROP: predicate(N.zerop),
    PLUSP: predicate(N.plusp),
    MINUSP: predicate(N.minusp),
    EVENP: predicate(N.evenp),
    ODDP: predicate(N.oddp),
    NUMBERP: predicate(N.isNumber),
    INTEGERP: predicate(N.isInteger),
    RATIONALP: predicate(N.isRational),
    REALP: predicate(N.isReal),
    FLOATP: predicate(N.isFloat),
    COMPLEXP: predicate(N.isComplex),
    EQL: two((a, b) => truth(a === b || N.numberEql(a, b))),
  };
}

function divisions(): FunctionTable {
  return {
    FLOOR: division(N.floor),
    CEILING: division(N.ceiling),
    TRUNCATE: division(N.truncate),
    ROUND: division(N.round),
    FFLOOR: division(N.ffloor),
    FCEILING: division(N.fceiling),
    FTRUNCATE: division(N.ftruncate),
    FROUND: division(N.fround),
    MOD: two(N.mod),
    REM: two(N.rem),
    ABS: one(N.abs),
    GCD: divisors(0, N.gcd),
    LCM: divisors(1, N.lcm),
    ISQRT: one(N.isqrt),
  };
}

function bitFunctions(): FunctionTable {
  return {
    LOGAND: bits(-1, N.logand),
    LOGIOR: bits(0, N.logior),
    LOGXOR: bits(0, N.logxor),
    LOGEQV: bits(-1, N.logeqv),
    LOGNOT: one(N.lognot),
    LOGTEST: two((a, b) => truth(N.logtest(a, b))),
    LOGBITP: two((a, b) => truth(N.logbitp(a, b))),
    LOGCOUNT: one(N.logcount),
    "INTEGER-LENGTH": one(N.integerLength),
    ASH: two(N.ash),
  };
}

function partsOfNumbers(): FunctionTable {
  return {
    NUMERATOR: one((x) => (N.isRational(x) ? N.numeratorOf(x) : wrongType(x, "RATIONAL"))),
    DENOMINATOR: one((x) => (N.isRational(x) ? N.denominatorOf(x) : wrongType(x, "RATIONAL"))),
    REALPART: one(N.realpart),
    IMAGPART: one(N.imagpart),
    CONJUGATE: one(N.conjugate),
    "FLOAT-DIGITS": one(N.floatDigits),
    "FLOAT-RADIX": one(N.floatRadix),
    "FLOAT-PRECISION": one(N.floatPrecision),
    "DECODE-FLOAT": several(N.decodeFloat),
    "INTEGER-DECODE-FLOAT": several(N.integerDecodeFloat),
    "SCALE-FLOAT": two(N.scaleFloat),
  };
}

function transcendentals(): FunctionTable {
  return {
    EXPT: two(N.expt),
    EXP: one(N.exp),
    SQRT: one(N.sqrt),
    LOG: oneValue((x, base) => (base === undefined ? N.log(x) : N.log(x, base))),
    SIN: one(N.sin),
    COS: one(N.cos),
    TAN: one(N.tan),
    ASIN: one(N.asin),
    ACOS: one(N.acos),
    ATAN: oneValue((y, x) => (x === undefined ? N.atan(y) : N.atan(y, x))),
    SINH: one(N.sinh),
    COSH: one(N.cosh),
    TANH: one(N.tanh),
    ASINH: one(N.asinh),
    ACOSH: one(N.acosh),
    ATANH: one(N.atanh),
    SIGNUM: one(N.signum),
    PHASE: one(N.phase),
    CIS: one(N.cis),
  };
}

export function numberFunctions(): FunctionTable {
  return {
    ...arithmetic(),
    ...predicates(),
    ...divisions(),
    ...bitFunctions(),
    ...partsOfNumbers(),
    ...transcendentals(),
  };
}
