/** Floats without boxes: what compiled arithmetic calls where a result is not finite. */

import * as N from "../numbers.js";
import type { LispValue } from "../objects/marshal.js";
import type { CallStack } from "../stack/callstack.js";
import { binaryOn } from "./frames.js";

type RawOperator = (a: number, b: number) => number;

export function floatOperators(stack: CallStack) {
  const binary = binaryOn(stack);
  const both = (name: string, operator: (a: LispValue, b: LispValue) => LispValue) => {
    const boxed = binary(name, operator);
    const value = (x: LispValue): number => N.floatValue(x as N.LispFloat);
    return {
      doubles: ((a, b) => value(boxed(N.double(a), N.double(b)))) as RawOperator,
      singles: ((a, b) => value(boxed(N.single(a), N.single(b)))) as RawOperator,
    };
  };
  const [add, subtract] = [both("+", N.add), both("-", N.sub)];
  const [multiply, divide] = [both("*", N.mul), both("/", N.div)];
  return {
    single: N.single,
    singleValue: (x: number | N.SingleFloat): number => (typeof x === "number" ? x : x.value),
    addDoubles: add.doubles,
    addSingles: add.singles,
    subtractDoubles: subtract.doubles,
    subtractSingles: subtract.singles,
    multiplyDoubles: multiply.doubles,
    multiplySingles: multiply.singles,
    divideDoubles: divide.doubles,
    divideSingles: divide.singles,
  };
}
