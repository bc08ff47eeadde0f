/**
 * Sums, differences, products, quotients and comparisons that need no frame: of floats and short rationals.
 * Compiled code calls them first, and calls what has a frame where they answer undefined: for other operands
 * and for what traps. Each tries two doubles itself and is short, so that V8 puts it into code that calls it,
 * where most boxes are then never made.
 */

import {
  quickDifference,
  quickProduct,
  quickQuotient,
  quickSum,
  trapsNothing,
  value,
} from "../numbers/quick.js";
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
      if (trapsNothing(x)) return new DoubleFloat(x);
    }
    return quickSum(a, b) as LispValue | undefined;
  },
  subtractQuickly(a, b) {
    if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
      const x = a.value - b.value;
      if (trapsNothing(x)) return new DoubleFloat(x);
    }
    return quickDifference(a, b) as LispValue | undefined;
  },
  multiplyQuickly(a, b) {
    if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
      const x = a.value * b.value;
      if (trapsNothing(x)) return new DoubleFloat(x);
    }
    return quickProduct(a, b) as LispValue | undefined;
  },
  divideQuickly(a, b) {
    if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
      const x = a.value / b.value;
      if (trapsNothing(x)) return new DoubleFloat(x);
    }
    return quickQuotient(a, b) as LispValue | undefined;
  },
  lessQuickly: comparison((x, y) => x < y),
  greaterQuickly: comparison((x, y) => x > y),
  notGreaterQuickly: comparison((x, y) => x <= y),
  notLessQuickly: comparison((x, y) => x >= y),
  equalNumbersQuickly: comparison((x, y) => x === y),
};
