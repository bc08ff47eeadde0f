/**
 * Bits of integers that are JavaScript numbers, by their upper and lower halves of 32 bits: JavaScript's own
 * operators see no more than that of a number, and a BigInt for each operand and for the result takes ten
 * times as long.
 */
import type { LispInteger } from "./types.js";

/** The value of one unit of the upper half. */
export const WORD = 0x1_0000_0000;

/** Powers of two that are safe, by their exponents, and one more. */
const POWERS = Array.from({ length: 54 }, (_, exponent) => 2 ** exponent);

/** Bits of the greatest safe integer. */
export const SAFE_BITS = 53;

/**
 * The bits of a safe integer above the lower 32, with its sign; those are what JavaScript's operators take of
 * it.
 */
export function upperHalf(x: number): number {
  return (x - (x >>> 0)) / WORD;
}

/** The integer of an upper half, and of a lower one of any sign. */
function joinHalves(upper: number, lower: number): LispInteger {
  return representable(upper * WORD + (lower >>> 0));
}

/** The only integer of 53 bits that is no safe one. */
const BELOW_SAFE = Number.MIN_SAFE_INTEGER - 1;

function representable(x: number): LispInteger {
  return x === BELOW_SAFE ? BigInt(x) : x;
}

export function andNumbers(a: number, b: number): LispInteger {
  return joinHalves(upperHalf(a) & upperHalf(b), a & b);
}

export function iorNumbers(a: number, b: number): LispInteger {
  return joinHalves(upperHalf(a) | upperHalf(b), a | b);
}

export function xorNumbers(a: number, b: number): LispInteger {
  return joinHalves(upperHalf(a) ^ upperHalf(b), a ^ b);
}

/** `x` shifted left, a safe integer or not; exact, for `count` up to 53. */
export function scaled(x: number, count: number): number {
  return x * (POWERS[count] as number);
}

/** `x` shifted right, towards minus infinity. */
export function shiftedRight(x: number, count: number): number {
  return count > SAFE_BITS ? (x < 0 ? -1 : 0) : Math.floor(x / (POWERS[count] as number));
}

/** The lowest `size` bits, up to 53, of a safe integer. */
export function lowest(x: number, size: number): number {
  if (size < 32) return x & ((1 << size) - 1);
  return (upperHalf(x) & ((1 << (size - 32)) - 1)) * WORD + (x >>> 0);
}

/** The field of `size` bits from `position` on, together up to 53. */
function field(x: number, size: number, position: number): number {
  return lowest(shiftedRight(x, position), size);
}

/** `x` with the bits of `value`, which has no more than `size`, in its field. */
export function withField(x: number, value: number, size: number, position: number): LispInteger {
  return representable(x + scaled(value - field(x, size, position), position));
}

export function bitAt(x: number, index: number): boolean {
  if (index < 32) return ((x >> index) & 1) === 1;
  return index < 64 ? ((upperHalf(x) >> (index - 32)) & 1) === 1 : x < 0;
}

/** The ones of a 32-bit integer. */
export function onesOfWord(word: number): number {
  let pairs = word - ((word >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The bits of a safe integer's two's complement form without its sign. */
export function lengthOfNumber(x: number): number {
  if ((x | 0) === x) return 32 - Math.clz32(x < 0 ? ~x : x);
  const size = x < 0 ? -1 - x : x;
  const upper = upperHalf(size);
  return upper === 0 ? 32 - Math.clz32(size) : 64 - Math.clz32(upper);
}
