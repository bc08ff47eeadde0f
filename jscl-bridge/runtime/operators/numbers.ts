/** Numbers: what compiled arithmetic calls where its fast path does not apply. */

import * as N from "../numbers.js";
import { carOf, cdrOf } from "../objects/conses.js";
import type { LispCons, LispValue, ValuesFunction } from "../objects/marshal.js";
import { sym } from "../signals.js";
import type { CallStack } from "../stack/callstack.js";
import { wrongType } from "../streams/stream-arguments.js";
import { binaryOn, signalOn, unaryOn } from "./frames.js";
import { quickArithmetic } from "./quick-arithmetic.js";

const HALF = 2 ** 32;

/** LOGCOUNT of a 32-bit integer: how many bits differ from its sign. */
function countBits(x: number): number {
  let bits = x ^ (x >> 31);
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Up to here a quotient that is too large by one, times the divisor, is exact. */
const HALF_SAFE = 2 ** 52;

/**
 * What a division of integers that JavaScript has leaves, by a positive one, with the sign of the dividend.
 * `%` would be a function of C where one of them has more than 32 bits.
 */
function rest(a: number, b: number): number {
  if (a > HALF_SAFE || a < -HALF_SAFE || b > HALF_SAFE) return a % b;
  // The quotient may have been rounded away from zero to an integer.
  const left = a - Math.trunc(a / b) * b;
  if (a >= 0) return left < 0 ? left + b : left;
  return left > 0 ? left - b : left;
}

/** A division as the top frame, whose values `values` makes. */
function bothValues(
  stack: CallStack,
  name: string,
  divide: (a: LispValue, b: LispValue) => readonly LispValue[],
): (values: ValuesFunction, a: LispValue, b: LispValue) => LispValue {
  const both = binaryOn(stack)(name, divide);
  return (values, a, b) => {
    const [quotient, rest] = both(a, b);
    return values(quotient, rest);
  };
}

export function numberOperators(stack: CallStack) {
  const binary = binaryOn(stack);
  const unary = unaryOn(stack);
  const at = signalOn(stack);
  return {
    ...quickArithmetic,
    add: binary("+", N.add),
    subtract: binary("-", N.sub),
    multiply: binary("*", N.mul),
    divide: binary("/", N.div),
    less: binary("<", N.lt),
    greater: binary(">", N.gt),
    notGreater: binary("<=", N.le),
    notLess: binary(">=", N.ge),
    equalNumbers: binary("=", N.numEq),
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
    integerLength: unary("INTEGER-LENGTH", N.integerLength),
    logcount: unary("LOGCOUNT", N.logcount),
    // Of integers from 0 up to 2^53 - 1, in halves.
    and53: (a: number, b: number): number => ((a / HALF) & (b / HALF)) * HALF + ((a & b) >>> 0),
    or53: (a: number, b: number): number => ((a / HALF) | (b / HALF)) * HALF + ((a | b) >>> 0),
    xor53: (a: number, b: number): number => ((a / HALF) ^ (b / HALF)) * HALF + ((a ^ b) >>> 0),
    powerOfTwo: (n: number): number => 2 ** n,
    countBits,
    /** The byte specifier is a constant, and valid. */
    loadByte: binary("LDB", (spec, x) => N.ldb(carOf(spec as LispCons), cdrOf(spec as LispCons), x)),
    rest,
    modulus: binary("MOD", N.mod),
    remainder: binary("REM", N.rem),
    floor: binary("FLOOR", (a, b) => N.floor(a, b)[0]),
    truncate: binary("TRUNCATE", (a, b) => N.truncate(a, b)[0]),
    /** The same with both values, for a caller that wants them as `values` makes them. */
    floorValues: bothValues(stack, "FLOOR", N.floor),
    truncateValues: bothValues(stack, "TRUNCATE", N.truncate),
    zerop: unary("ZEROP", N.zerop),
    plusp: unary("PLUSP", N.plusp),
    minusp: unary("MINUSP", N.minusp),
    evenp: unary("EVENP", N.evenp),
    oddp: unary("ODDP", N.oddp),
    eql: (a: LispValue, b: LispValue): boolean => a === b || N.numberEql(a, b),
    isNumber: N.isNumber,
    isInteger: N.isInteger,
  };
}
