import { heapExhausted } from "./errors.js";
import { integer, type LispInteger } from "./types.js";

/** Arithmetic on integers that are known to be integers. */

/** V8 refuses a BigInt above 2^30 bits; well below it, one operation already takes longer than any deadline. */
const MAX_BITS = 1 << 29;

export function addIntegers(a: LispInteger, b: LispInteger): LispInteger {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    // Rounding never brings a sum from beyond the safe range back into it.
    if (Number.isSafeInteger(sum)) return sum;
  }
  return integer(BigInt(a) + BigInt(b));
}

export function subtractIntegers(a: LispInteger, b: LispInteger): LispInteger {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return integer(BigInt(a) - BigInt(b));
}

export function multiplyIntegers(a: LispInteger, b: LispInteger): LispInteger {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    // Adding 0 turns the -0 of (* 0 -1) into 0.
    if (Number.isSafeInteger(product)) return product + 0;
  }
  const x = BigInt(a);
  const y = BigInt(b);
  if (integerLength(x) + integerLength(y) > MAX_BITS) heapExhausted();
  return integer(x * y);
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
  return [integer(x / y), integer(x % y)];
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
      const rest = integer(BigInt(x) % BigInt(y));
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
  return integer(BigInt(base) ** BigInt(exponent));
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
    if (integerLength(a) + count > MAX_BITS) heapExhausted();
    return integer(BigInt(a) << BigInt(count));
  }
  if (typeof a === "number") return count < -53 ? (a < 0 ? -1 : 0) : Math.floor(a / 2 ** -count);
  return integer(a >> BigInt(-count));
}

/** The greatest integer whose square is not above `a`, which is not negative. */
export function integerSquareRoot(a: LispInteger): LispInteger {
  if (typeof a === "number") {
    const root = Math.floor(Math.sqrt(a));
    return root * root > a ? root - 1 : root;
  }
  let root = 1n << BigInt((integerLength(a) + 1) >> 1);
  for (;;) {
    const next = (root + a / root) >> 1n;
    if (next >= root) return integer(root);
    root = next;
  }
}
