/**
 * Sums, differences, products and quotients that signal nothing: of floats and complex doubles where no trap
 * is for the result, and of rationals so short that the result takes no time to speak of. What is left is for
 * `arithmetic.ts`: these answer undefined.
 */

import { addIntegers, multiplyIntegers, subtractIntegers } from "./integers.js";
import { isShort } from "./long-integers.js";
import { addRationals, divideRationals, multiplyRationals, subtractRationals } from "./rationals.js";
import {
  Complex,
  DoubleFloat,
  type LispInteger,
  type LispNumber,
  type LispRational,
  Ratio,
  SingleFloat,
  single,
} from "./types.js";

const { fround } = Math;

/** Whether a float may be a result: infinities and NaN are for the traps of `arithmetic.ts`. */
export function trapsNothing(x: number): boolean {
  return Math.abs(x) < Number.POSITIVE_INFINITY;
}

/** The double that a float or a number of JavaScript's comes to; NaN for what is looked at elsewhere. */
export function value(x: unknown): number {
  if (typeof x === "number") return x;
  return x instanceof DoubleFloat || x instanceof SingleFloat ? x.value : Number.NaN;
}

/** The same as a single, but of doubles. */
function singleValue(x: unknown): number {
  return typeof x === "number" ? fround(x) : x instanceof SingleFloat ? x.value : Number.NaN;
}

/** The double that an operation comes to, unless it traps or an operand is none of its. */
function double(x: number): LispNumber | undefined {
  return trapsNothing(x) ? new DoubleFloat(x) : undefined;
}

/** The same of singles. */
function rounded(x: number): LispNumber | undefined {
  const made = fround(x);
  return trapsNothing(made) ? single(made) : undefined;
}

export function quickSum(a: unknown, b: unknown): LispNumber | undefined {
  if (isShortInteger(a) && isShortInteger(b)) return addIntegers(a, b);
  const x = singleValue(a) + singleValue(b);
  if (trapsNothing(x)) return rounded(x);
  if (isDouble(a, b)) return double(value(a) + value(b));
  if (isShortRational(a) && isShortRational(b)) return addRationals(a, b);
  return isComplex(a) && isComplex(b) ? complexSum(a, b) : undefined;
}

export function quickDifference(a: unknown, b: unknown): LispNumber | undefined {
  if (isShortInteger(a) && isShortInteger(b)) return subtractIntegers(a, b);
  const x = singleValue(a) - singleValue(b);
  if (trapsNothing(x)) return rounded(x);
  if (isDouble(a, b)) return double(value(a) - value(b));
  if (isShortRational(a) && isShortRational(b)) return subtractRationals(a, b);
  return isComplex(a) && isComplex(b) ? complexDifference(a, b) : undefined;
}

export function quickProduct(a: unknown, b: unknown): LispNumber | undefined {
  if (isShortInteger(a) && isShortInteger(b)) return multiplyIntegers(a, b);
  const x = singleValue(a) * singleValue(b);
  if (trapsNothing(x)) return rounded(x);
  if (isDouble(a, b)) return double(value(a) * value(b));
  if (isShortRational(a) && isShortRational(b)) return multiplyRationals(a, b);
  return isComplex(a) && isComplex(b) ? complexProduct(a, b) : undefined;
}

export function quickQuotient(a: unknown, b: unknown): LispNumber | undefined {
  if (Number.isInteger(a) && Number.isInteger(b)) {
    const x = (a as number) / (b as number);
    // An integer zero has no sign.
    if (Number.isInteger(x)) return x + 0;
  }
  if (isDouble(a, b)) return double(value(a) / value(b));
  if (isShortRational(a) && isShortRational(b)) return b === 0 ? undefined : divideRationals(a, b);
  const x = singleValue(a) / singleValue(b);
  if (trapsNothing(x)) return rounded(x);
  return isComplex(a) && isComplex(b) ? complexQuotient(a, b) : undefined;
}

/** Whether an operation is one of doubles. */
function isDouble(a: unknown, b: unknown): boolean {
  return a instanceof DoubleFloat || b instanceof DoubleFloat;
}

/** Whether an integer is so short that what is made of two takes no time to speak of. */
function isShortInteger(x: unknown): x is LispInteger {
  return typeof x === "bigint" ? isShort(x) : Number.isInteger(x);
}

function isShortRational(x: unknown): x is LispRational {
  return x instanceof Ratio ? isShortInteger(x.num) && isShortInteger(x.den) : isShortInteger(x);
}

/** A complex number of doubles. */
interface ComplexDouble extends Complex {
  readonly re: DoubleFloat;
  readonly im: DoubleFloat;
}

function isComplex(x: unknown): x is ComplexDouble {
  return x instanceof Complex && x.re instanceof DoubleFloat;
}

/** The complex number of two parts, unless it traps. */
function complex(re: number, im: number): LispNumber | undefined {
  return trapsNothing(re) && trapsNothing(im)
    ? new Complex(new DoubleFloat(re), new DoubleFloat(im))
    : undefined;
}

function complexSum(a: ComplexDouble, b: ComplexDouble): LispNumber | undefined {
  return complex(a.re.value + b.re.value, a.im.value + b.im.value);
}

function complexDifference(a: ComplexDouble, b: ComplexDouble): LispNumber | undefined {
  return complex(a.re.value - b.re.value, a.im.value - b.im.value);
}

function complexProduct(a: ComplexDouble, b: ComplexDouble): LispNumber | undefined {
  const [re, im, re2, im2] = [a.re.value, a.im.value, b.re.value, b.im.value];
  return complex(re * re2 - im * im2, re * im2 + im * re2);
}

/** By means of the quotient of the divisor's parts, as `arithmetic.ts` has it. */
function complexQuotient(a: ComplexDouble, b: ComplexDouble): LispNumber | undefined {
  const [re, im, re2, im2] = [a.re.value, a.im.value, b.re.value, b.im.value];
  const isFlat = Math.abs(re2) > Math.abs(im2);
  const ratio = isFlat ? im2 / re2 : re2 / im2;
  const norm = (isFlat ? re2 : im2) * (1 + ratio * ratio);
  return isFlat
    ? complex((re + im * ratio) / norm, (im - re * ratio) / norm)
    : complex((re * ratio + im) / norm, (im * ratio - re) / norm);
}
