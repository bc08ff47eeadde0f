import { heapExhausted } from "../exhaustion.js";
import { allocated, spend } from "../safepoints.js";
import { bitsAtMost, dividedBy, isShort, raised, spendOn, squareRoot, times } from "./long-integers.js";
import { integer, type LispInteger } from "./types.js";

/** Arithmetic on integers that are known to be integers. */

/**
 * V8 refuses a BigInt above 2^30 bits. At this many (20 million decimal digits) a sum or a shift takes some 20 ms; what takes
 * longer is done in parts.
 */
export const MAX_BITS = 1 << 26;

/** Whether numbers of so many bits together would have more than the most; `exactly` is asked only near to that. */
function isTooLong(bits: number, exactly: () => number): boolean {
  return bits > MAX_BITS && exactly() > MAX_BITS;
}

export function addIntegers(a: LispInteger, b: LispInteger): LispInteger {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    // Rounding never brings a sum from beyond the safe range back into it.
    if (Number.isSafeInteger(sum)) return sum;
  }
  return bounded(BigInt(a) + BigInt(b));
}

export function subtractIntegers(a: LispInteger, b: LispInteger): LispInteger {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return bounded(BigInt(a) - BigInt(b));
}

/** The result of a step of linear time, if it is not too long. */
function bounded(result: bigint): LispInteger {
  if (isShort(result)) return integer(result);
  if (bitsAtMost(result) > MAX_BITS) heapExhausted();
  spendOn(result);
  allocated(bitsAtMost(result) / 8);
  return result;
}

export function multiplyIntegers(a: LispInteger, b: LispInteger): LispInteger {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    // Adding 0 turns the -0 of (* 0 -1) into 0.
    if (Number.isSafeInteger(product)) return product + 0;
  }
  const x = BigInt(a);
  const y = BigInt(b);
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
  const x = BigInt(a);
  const y = BigInt(b);
  if (isShort(x)) return [integer(x / y), integer(x % y)];
  const [quotient, remainder] = dividedBy(x, y);
  return [integer(quotient), integer(remainder)];
}

/** The greatest common divisor of two integers, never negative. */
export function gcdIntegers(a: LispInteger, b: LispInteger): LispInteger {
  let x = absInteger(a);
  let y = absInteger(b);
  while (y !== 0) {
    if (typeof x === "number" && typeof y === "number") {
      const rest = x % y;
      x = y;
      y = rest;
    } else {
      const rest = truncateIntegers(x, y)[1];
      x = y;
      y = rest;
    }
  }
  return x;
}

/** `base` to the power of a non-negative integer. */
export function powerOfInteger(base: LispInteger, exponent: LispInteger): LispInteger {
  if (base === 1 || exponent === 0) return 1;
  if (base === 0) return 0;
  if (base === -1) return isEven(exponent) ? 1 : -1;
  if (typeof exponent === "bigint" || (integerLength(base) - 1) * exponent > MAX_BITS) return heapExhausted();
  return integer(raised(BigInt(base), exponent));
}

export function isEven(a: LispInteger): boolean {
  return typeof a === "number" ? a % 2 === 0 : (a & 1n) === 0n;
}

/** Bits of the two's complement form without its sign: INTEGER-LENGTH. */
export function integerLength(a: LispInteger): number {
  if (typeof a === "number") {
    if ((a | 0) === a) return 32 - Math.clz32(a < 0 ? ~a : a);
    const high = a < 0 ? -a - 1 : a;
    const upper = Math.floor(high / 0x100000000);
    return upper === 0 ? 32 - Math.clz32(high) : 64 - Math.clz32(upper);
  }
  spendOn(a);
  const hex = (a < 0n ? ~a : a).toString(16);
  return hex.length * 4 - (Math.clz32(Number.parseInt(hex.charAt(0), 16)) - 28);
}

/** Shifts left for a positive count, right (towards minus infinity) for a negative one. */
export function shiftInteger(a: LispInteger, count: LispInteger): LispInteger {
  if (a === 0) return 0;
  if (typeof count === "bigint") return count > 0n ? heapExhausted() : a < 0 ? -1 : 0;
  if (count >= 0) {
    if (typeof a === "number" && count < 53) {
      const shifted = a * 2 ** count;
      if (Number.isSafeInteger(shifted)) return shifted;
    }
    if (count > MAX_BITS || integerLength(a) + count > MAX_BITS) heapExhausted();
    spend(count / 4096);
    allocated(count / 8);
    return integer(BigInt(a) << BigInt(count));
  }
  if (typeof a === "number") return count < -53 ? (a < 0 ? -1 : 0) : Math.floor(a / 2 ** -count);
  spendOn(a);
  return integer(a >> BigInt(-count));
}

/** The greatest integer whose square is not above `a`, which is not negative. */
export function integerSquareRoot(a: LispInteger): LispInteger {
  if (typeof a === "number") {
    const root = Math.floor(Math.sqrt(a));
    return root * root > a ? root - 1 : root;
  }
  return integer(squareRoot(a));
}
