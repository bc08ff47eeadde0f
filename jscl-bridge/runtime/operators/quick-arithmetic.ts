/**
 * Sums, differences, products, quotients and comparisons that need no frame: of floats and short rationals.
 * Code without a frame calls them first, and asks what has one where they answer
 * undefined: of other operands, and of what traps. Those of two doubles are functions of their own, and
 * short, so that V8 puts them into code that calls them, where most boxes are then never made.
 */

import { isFinite, quickDifference, quickProduct, quickQuotient, quickSum, value } from "../numbers/quick.js";
import { DoubleFloat } from "../numbers/types.js";
import type { LispValue } from "../objects/marshal.js";

type Operator<T> = (a: LispValue, b: LispValue) => T;
type Arithmetic = "add" | "subtract" | "multiply" | "divide";
type Comparison = "less" | "greater" | "notGreater" | "notLess" | "equalNumbers";
type Quick = Record<`${Arithmetic}Quickly`, Operator<LispValue | undefined>> &
  Record<`${Comparison}Quickly`, Operator<boolean | undefined>>;

function comparison(test: (x: number, y: number) => boolean): Operator<boolean | undefined> {
  return (a, b) => {
    const x = value(a);
    const y = value(b);
    return Number.isNaN(x + y) ? undefined : test(x, y);
  };
}

export const quickArithmetic: Quick = {
  addQuickly(a, b) {
    if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
      const x = a.value + b.value;
      if (isFinite(x)) return new DoubleFloat(x);
    }
    return quickSum(a, b) as LispValue | undefined;
  },
  subtractQuickly(a, b) {
    if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
      const x = a.value - b.value;
      if (isFinite(x)) return new DoubleFloat(x);
    }
    return quickDifference(a, b) as LispValue | undefined;
  },
  multiplyQuickly(a, b) {
    if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
      const x = a.value * b.value;
      if (isFinite(x)) return new DoubleFloat(x);
    }
    return quickProduct(a, b) as LispValue | undefined;
  },
  divideQuickly(a, b) {
    if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
      const x = a.value / b.value;
      if (isFinite(x)) return new DoubleFloat(x);
    }
    if (Number.isInteger(a) && Number.isInteger(b)) {
      const x = (a as number) / (b as number);
      // Zero has no sign.
      if (Number.isInteger(x)) return x + 0;
    }
    return quickQuotient(a, b) as LispValue | undefined;
  },
  lessQuickly: comparison((x, y) => x < y),
  greaterQuickly: comparison((x, y) => x > y),
  notGreaterQuickly: comparison((x, y) => x <= y),
  notLessQuickly: comparison((x, y) => x >= y),
  equalNumbersQuickly: comparison((x, y) => x === y),
};
