/**
 * Sums, differences, products, quotients and comparisons that need no frame: of floats and short rationals.
 * Code without a frame calls them first, and asks what has one where they answer
 * undefined: of other operands, and of what traps. Those of two doubles are functions of their own, and
 * short, so that V8 puts them into code that calls them, where most boxes are then never made.
 */

import { addIntegers, multiplyIntegers, subtractIntegers } from "../numbers/integers.js";
import { isShort } from "../numbers/long-integers.js";
import { addRationals, divideRationals, multiplyRationals, subtractRationals } from "../numbers/rationals.js";
import {
  Complex,
  DoubleFloat,
  type LispInteger,
  type LispRational,
  Ratio,
  SingleFloat,
  single,
} from "../numbers/types.js";
import type { LispValue } from "../objects/marshal.js";

type Operator<T> = (a: LispValue, b: LispValue) => T;
type Arithmetic = "add" | "subtract" | "multiply" | "divide";
type Comparison = "less" | "greater" | "notGreater" | "notLess" | "equalNumbers";
type Quick = Record<`${Arithmetic}Quickly`, Operator<LispValue | undefined>> &
  Record<`${Comparison}Quickly`, Operator<boolean | undefined>>;
type Operators = Record<Arithmetic, Operator<LispValue>> & Record<Comparison, Operator<boolean>>;

const { fround } = Math;

/** Whether no trap is for a result; none is for what is no number either. */
function isFinite(x: number): boolean {
  return Math.abs(x) < Number.POSITIVE_INFINITY;
}

/** The value of a float or an integer that JavaScript has, as a double; NaN for what is looked at elsewhere. */
function value(x: LispValue): number {
  if (typeof x === "number") return x;
  return x instanceof DoubleFloat || x instanceof SingleFloat ? x.value : Number.NaN;
}

/** The double that an operation comes to, unless it traps or an operand is none of its. */
function double(x: number): LispValue | undefined {
  return isFinite(x) ? new DoubleFloat(x) : undefined;
}

/** The same of singles. */
function rounded(x: number): LispValue | undefined {
  const made = fround(x);
  return isFinite(made) ? single(made) : undefined;
}

/** The parts of a complex number of doubles; NaN for others. */
function realPart(x: LispValue): number {
  return x instanceof Complex && x.re instanceof DoubleFloat ? x.re.value : Number.NaN;
}

function imaginaryPart(x: LispValue): number {
  return x instanceof Complex && x.im instanceof DoubleFloat ? x.im.value : Number.NaN;
}

/** The complex number that an operation comes to, unless it traps or an operand is none of its. */
function complex(re: number, im: number): LispValue | undefined {
  if (!isFinite(re) || !isFinite(im)) return undefined;
  return new Complex(new DoubleFloat(re), new DoubleFloat(im)) as unknown as LispValue;
}

function areComplex(a: LispValue, b: LispValue): boolean {
  return a instanceof Complex && b instanceof Complex;
}

function addOthers(a: LispValue, b: LispValue): LispValue | undefined {
  if (isShortInteger(a) && isShortInteger(b)) return addIntegers(a, b);
  if (isShortRational(a) && isShortRational(b)) return addRationals(a, b) as LispValue;
  if (areComplex(a, b)) return complex(realPart(a) + realPart(b), imaginaryPart(a) + imaginaryPart(b));
  return isDouble(a, b) ? double(value(a) + value(b)) : rounded(fround(value(a)) + fround(value(b)));
}

function subtractOthers(a: LispValue, b: LispValue): LispValue | undefined {
  if (isShortInteger(a) && isShortInteger(b)) return subtractIntegers(a, b);
  if (isShortRational(a) && isShortRational(b)) return subtractRationals(a, b) as LispValue;
  if (areComplex(a, b)) return complex(realPart(a) - realPart(b), imaginaryPart(a) - imaginaryPart(b));
  return isDouble(a, b) ? double(value(a) - value(b)) : rounded(fround(value(a)) - fround(value(b)));
}

function multiplyOthers(a: LispValue, b: LispValue): LispValue | undefined {
  if (isShortInteger(a) && isShortInteger(b)) return multiplyIntegers(a, b);
  if (isShortRational(a) && isShortRational(b)) return multiplyRationals(a, b) as LispValue;
  if (areComplex(a, b)) {
    const [w, x, y, z] = [realPart(a), imaginaryPart(a), realPart(b), imaginaryPart(b)];
    return complex(w * y - x * z, w * z + x * y);
  }
  return isDouble(a, b) ? double(value(a) * value(b)) : rounded(fround(value(a)) * fround(value(b)));
}

function divideOthers(a: LispValue, b: LispValue): LispValue | undefined {
  if (isShortRational(a) && isShortRational(b))
    return b === 0 ? undefined : (divideRationals(a, b) as LispValue);
  return isDouble(a, b) ? double(value(a) / value(b)) : rounded(fround(value(a)) / fround(value(b)));
}

/** Whether an operation is one of doubles. */
function isDouble(a: LispValue, b: LispValue): boolean {
  return a instanceof DoubleFloat || b instanceof DoubleFloat;
}

/** Whether an integer is so short that what is made of two takes no time to speak of. */
function isShortInteger(x: unknown): x is LispInteger {
  return typeof x === "bigint" ? isShort(x) : Number.isInteger(x);
}

function isShortRational(x: unknown): x is LispRational {
  return x instanceof Ratio ? isShortInteger(x.num) && isShortInteger(x.den) : isShortInteger(x);
}

const quick: Quick = {
  addQuickly(a, b) {
    if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
      const x = a.value + b.value;
      if (isFinite(x)) return new DoubleFloat(x);
    }
    return addOthers(a, b);
  },
  subtractQuickly(a, b) {
    if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
      const x = a.value - b.value;
      if (isFinite(x)) return new DoubleFloat(x);
    }
    return subtractOthers(a, b);
  },
  multiplyQuickly(a, b) {
    if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
      const x = a.value * b.value;
      if (isFinite(x)) return new DoubleFloat(x);
    }
    return multiplyOthers(a, b);
  },
  divideQuickly(a, b) {
    if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
      const x = a.value / b.value;
      if (isFinite(x)) return new DoubleFloat(x);
    }
    return divideOthers(a, b);
  },
  lessQuickly(a, b) {
    const x = value(a);
    const y = value(b);
    return x < y ? true : x >= y ? false : undefined;
  },
  greaterQuickly(a, b) {
    const x = value(a);
    const y = value(b);
    return x > y ? true : x <= y ? false : undefined;
  },
  notGreaterQuickly(a, b) {
    const x = value(a);
    const y = value(b);
    return x <= y ? true : x > y ? false : undefined;
  },
  notLessQuickly(a, b) {
    const x = value(a);
    const y = value(b);
    return x >= y ? true : x < y ? false : undefined;
  },
  equalNumbersQuickly(a, b) {
    const x = value(a);
    const y = value(b);
    return x === y ? true : x < y || x > y ? false : undefined;
  },
};

/** The quick operators, and those that go on with what has a frame. */
export function quickArithmetic(slow: Operators): Quick & Operators {
  return {
    ...quick,
    add(a, b) {
      if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
        const x = a.value + b.value;
        if (isFinite(x)) return new DoubleFloat(x);
      }
      return addOthers(a, b) ?? slow.add(a, b);
    },
    subtract(a, b) {
      if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
        const x = a.value - b.value;
        if (isFinite(x)) return new DoubleFloat(x);
      }
      return subtractOthers(a, b) ?? slow.subtract(a, b);
    },
    multiply(a, b) {
      if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
        const x = a.value * b.value;
        if (isFinite(x)) return new DoubleFloat(x);
      }
      return multiplyOthers(a, b) ?? slow.multiply(a, b);
    },
    divide(a, b) {
      if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
        const x = a.value / b.value;
        if (isFinite(x)) return new DoubleFloat(x);
      }
      return divideOthers(a, b) ?? slow.divide(a, b);
    },
    less: (a, b) => quick.lessQuickly(a, b) ?? slow.less(a, b),
    greater: (a, b) => quick.greaterQuickly(a, b) ?? slow.greater(a, b),
    notGreater: (a, b) => quick.notGreaterQuickly(a, b) ?? slow.notGreater(a, b),
    notLess: (a, b) => quick.notLessQuickly(a, b) ?? slow.notLess(a, b),
    equalNumbers: (a, b) => quick.equalNumbersQuickly(a, b) ?? slow.equalNumbers(a, b),
  };
}
