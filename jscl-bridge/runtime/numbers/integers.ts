import { heapExhausted } from "../stack/exhaustion.js";
import { allocated, spend } from "../stack/safepoints.js";
import { lengthOfNumber, SAFE_BITS, scaled, shiftedRight } from "./halves.js";
import { bitsAtMost, dividedBy, isShort, raised, spendOn, squareRoot, times } from "./long-integers.js";
import { big, integer, type LispInteger } from "./types.js";

/** Arithmetic on integers that are known to be integers. */

/**
 * V8 refuses a BigInt above 2^30 bits. At this many (20 million decimal digits) a sum or a shift takes some
 * 20 ms; what takes longer is done in parts.
 */
export const MAX_BITS = 1 << 26;

const MAX_INT = 2 ** 31 - 1;

/**
 * Whether numbers of so many bits together would have more than the most; `exactly` is asked only near to
 * that.
 */
function isTooLong(bits: number, exactly: () => number): boolean {
  return bits > MAX_BITS && exactly() > MAX_BITS;
}

export function addIntegers(a: LispInteger, b: LispInteger): LispInteger {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    // Rounding never brings a sum from beyond the safe range back into it.
    return Number.isSafeInteger(sum) ? sum : BigInt(a) + BigInt(b);
  }
  return bounded(big(a) + big(b));
}

export function subtractIntegers(a: LispInteger, b: LispInteger): LispInteger {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    return Number.isSafeInteger(difference) ? difference : BigInt(a) - BigInt(b);
  }
  return bounded(big(a) - big(b));
}

/** The result of a step of linear time, if it is not too long. */
function bounded(result: bigint): LispInteger {
  const value = integer(result);
  if (typeof value === "number" || isShort(value)) return value;
  if (bitsAtMost(result) > MAX_BITS) heapExhausted();
  spendOn(result);
  allocated(bitsAtMost(result) / 8);
  return result;
}

export function multiplyIntegers(a: LispInteger, b: LispInteger): LispInteger {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    // Adding 0 turns the -0 of (* 0 -1) into 0.
    return Number.isSafeInteger(product) ? product + 0 : BigInt(a) * BigInt(b);
  }
  const x = big(a);
  const y = big(b);
  if (isShort(x) && isShort(y)) return integer(x * y);
  const bits = bitsAtMost(x) + bitsAtMost(y);
  if (isTooLong(bits, () => integerLength(x) + integerLength(y))) heapExhausted();
  allocated(bits / 8);
  return integer(times(x, y));
}

export function negateInteger(a: LispInteger): LispInteger {
  return typeof a === "number" ? 0 - a : integer(-a);
}

export function absInteger(a: LispInteger): LispInteger {
  return a < 0 ? negateInteger(a) : a;
}

/** Quotient towards zero and its remainder; the divisor is not zero. */
export function truncateIntegers(a: LispInteger, b: LispInteger): [LispInteger, LispInteger] {
  if (typeof a === "number" && typeof b === "number") {
    const rest = a % b;
    // a - rest is a multiple of b, so this division is exact where a / b may round up to the next integer.
    return [(a - rest) / b + 0, rest + 0];
  }
  const x = big(a);
  const y = big(b);
  if (isShort(x)) return [integer(x / y), integer(x % y)];
  const [quotient, remainder] = dividedBy(x, y);
  return [integer(quotient), integer(remainder)];
}

/** The remainder alone, of the sign of `a`; the divisor is not zero. */
export function remainderOfIntegers(a: LispInteger, b: LispInteger): LispInteger {
  if (typeof a === "number" && typeof b === "number") return (a % b) + 0;
  const x = big(a);
  const y = big(b);
  return integer(isShort(x) ? x % y : dividedBy(x, y)[1]);
}

/** The greatest common divisor of two integers, never negative. */
export function gcdIntegers(a: LispInteger, b: LispInteger): LispInteger {
  let x = absInteger(a);
  let y = absInteger(b);
  while (y > MAX_INT) {
    const rest: LispInteger = remainderOfIntegers(x, y);
    x = y;
    y = rest;
  }
  return y === 0 ? x : gcdOfShort(y as number, remainderOfIntegers(x, y) as number);
}

/** By remainders of 32 bits, which are several times as quick as those of doubles. */
function gcdOfShort(a: number, b: number): number {
  let x = a | 0;
  let y = b | 0;
  while (y !== 0) {
    const rest = (x % y) | 0;
    x = y;
    y = rest;
  }
  return x;
}

/** The quotient by a divisor, without looking for a remainder. */
export function exactQuotient(a: LispInteger, divisor: LispInteger): LispInteger {
  if (divisor === 1) return a;
  if (typeof a === "number" && typeof divisor === "number") return a / divisor + 0;
  return truncateIntegers(a, divisor)[0];
}

/** `base` to the power of a non-negative integer. */
export function powerOfInteger(base: LispInteger, exponent: LispInteger): LispInteger {
  if (base === 1 || exponent === 0) return 1;
  if (base === 0) return 0;
  if (base === -1) return isEven(exponent) ? 1 : -1;
  if (typeof base === "number" && exponent < 64) {
    const power = safePower(base, exponent as number);
    if (Number.isSafeInteger(power)) return power;
  }
  if (typeof exponent === "bigint" || (integerLength(base) - 1) * exponent > MAX_BITS) return heapExhausted();
  return integer(raised(BigInt(base), exponent));
}

/**
 * A power, by products that are exact as long as they are safe. Once a product is not safe, no later one is.
 */
function safePower(base: number, exponent: number): number {
  let power = 1;
  let square = base;
  for (let rest = exponent; rest > 0; rest >>= 1) {
    if ((rest & 1) === 1) power *= square;
    square *= square;
  }
  return power;
}

export function isEven(a: LispInteger): boolean {
  return typeof a === "number" ? a % 2 === 0 : (a & 1n) === 0n;
}

/** Bits of the two's complement form without its sign: INTEGER-LENGTH. */
export function integerLength(a: LispInteger): number {
  if (typeof a === "number") return lengthOfNumber(a);
  spendOn(a);
  return lengthOf(a < 0n ? ~a : a);
}

/**
 * Bits by which a number that a double is too small for is shortened; fewer than the least such number has.
 */
const STEP = 960;

/** The bits of a number that is not negative. */
function lengthOf(x: bigint): number {
  let rest = x;
  let length = 0;
  let double = Number(rest);
  for (; double === Number.POSITIVE_INFINITY; double = Number(rest)) {
    const shift = isShort(rest) ? STEP : bitsAtMost(rest) / 2;
    rest >>= BigInt(shift);
    length += shift;
  }
  // The double may be rounded, but not by so much that the bits that are left are none, or no safe integer.
  const excess = Math.max(0, Math.floor(Math.log2(double)) - SAFE_BITS + 2);
  return length + excess + lengthOfNumber(Number(rest >> BigInt(excess)));
}

/** Shifts left for a positive count, right (towards minus infinity) for a negative one. */
export function shiftInteger(a: LispInteger, count: LispInteger): LispInteger {
  if (a === 0) return 0;
  if (typeof count === "bigint") return count > 0n ? heapExhausted() : a < 0 ? -1 : 0;
  if (count < 0) {
    if (typeof a === "number") return shiftedRight(a, -count);
    spendOn(a);
    return integer(a >> BigInt(-count));
  }
  if (typeof a === "number" && count <= SAFE_BITS) {
    const shifted = scaled(a, count);
    return Number.isSafeInteger(shifted) ? shifted : BigInt(shifted);
  }
  if (count > MAX_BITS || integerLength(a) + count > MAX_BITS) heapExhausted();
  spend(count / 4096);
  allocated(count / 8);
  return integer(big(a) << BigInt(count));
}

/** The greatest integer whose square is not above `a`, which is not negative. */
export function integerSquareRoot(a: LispInteger): LispInteger {
  if (typeof a === "number") {
    const root = Math.floor(Math.sqrt(a));
    return root * root > a ? root - 1 : root;
  }
  return integer(squareRoot(a));
}
