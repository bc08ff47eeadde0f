/**
 * Sums, differences, products, quotients and comparisons of two doubles, or of integers that JavaScript has
 * exactly. Each is a function of its own, so that V8 puts it into code that calls it, where most boxes are
 * then never made. What else there is, and what traps, is for the functions with frames.
 */

import { DoubleFloat, single } from "../numbers/types.js";
import type { LispValue } from "../objects/marshal.js";

type Operator<T> = (a: LispValue, b: LispValue) => T;

const { fround } = Math;
const MOST = Number.MAX_SAFE_INTEGER;

/** Whether a sum or product of two integers is exact. */
function isSafe(x: number): boolean {
  return x <= MOST && x >= -MOST;
}

/** Whether no trap is for a result. */
function isFinite(x: number): boolean {
  return Math.abs(x) < Number.POSITIVE_INFINITY;
}

type Slow = Record<"add" | "subtract" | "multiply" | "divide", Operator<LispValue>> &
  Record<"less" | "greater" | "notGreater" | "notLess" | "equalNumbers", Operator<boolean>>;

export function quickArithmetic(slow: Slow): Slow {
  return {
    add(a, b) {
      if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
        const x = a.value + b.value;
        if (isFinite(x)) return new DoubleFloat(x);
      } else if (typeof a === "number" && typeof b === "number") {
        if (!Number.isInteger(a) || !Number.isInteger(b)) return single(fround(fround(a) + fround(b)));
        const x = a + b;
        if (isSafe(x)) return x;
      }
      return slow.add(a, b);
    },
    subtract(a, b) {
      if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
        const x = a.value - b.value;
        if (isFinite(x)) return new DoubleFloat(x);
      } else if (typeof a === "number" && typeof b === "number") {
        if (!Number.isInteger(a) || !Number.isInteger(b)) return single(fround(fround(a) - fround(b)));
        const x = a - b;
        if (isSafe(x)) return x;
      }
      return slow.subtract(a, b);
    },
    multiply(a, b) {
      if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
        const x = a.value * b.value;
        if (isFinite(x)) return new DoubleFloat(x);
      } else if (Number.isInteger(a) && Number.isInteger(b)) {
        const x = (a as number) * (b as number);
        // Not a negative zero.
        if (isSafe(x)) return x + 0;
      }
      return slow.multiply(a, b);
    },
    divide(a, b) {
      if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
        const x = a.value / b.value;
        if (isFinite(x)) return new DoubleFloat(x);
      }
      return slow.divide(a, b);
    },
    less: (a, b) =>
      a instanceof DoubleFloat && b instanceof DoubleFloat ? a.value < b.value : slow.less(a, b),
    greater: (a, b) =>
      a instanceof DoubleFloat && b instanceof DoubleFloat ? a.value > b.value : slow.greater(a, b),
    notGreater: (a, b) =>
      a instanceof DoubleFloat && b instanceof DoubleFloat ? a.value <= b.value : slow.notGreater(a, b),
    notLess: (a, b) =>
      a instanceof DoubleFloat && b instanceof DoubleFloat ? a.value >= b.value : slow.notLess(a, b),
    equalNumbers: (a, b) =>
      a instanceof DoubleFloat && b instanceof DoubleFloat ? a.value === b.value : slow.equalNumbers(a, b),
  };
}
