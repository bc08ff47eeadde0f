/**
 * Integers so long that one step of JavaScript's on them would outlast a deadline: multiplied, divided, written and read in
 * parts, with safepoints between them. V8 takes some 10 ms for a product of two numbers of LONG bits, and far more than
 * twice as long for numbers of twice the length.
 */
import { longStep, spend } from "../stack/safepoints.js";

/** Bits of a number from which work on it is divided; one below is a single step. */
const LONG = 1 << 19;

/** Bits below which a step takes no longer than a turn of a loop or two. */
const SHORT = 1 << 12;

/** Powers of two whose exponent is a power of two, by its exponent's exponent: comparing lengths is all it takes. */
const powers: bigint[] = [];
const LARGEST_POWER = 30;

function power(k: number): bigint {
  for (let i = powers.length; i <= k; i++) powers.push(1n << (1n << BigInt(i)));
  return powers[k] as bigint;
}

const SHORT_LIMIT = 1n << BigInt(SHORT);
const SHORT_LEAST = -SHORT_LIMIT;

export function isShort(x: bigint): boolean {
  return x < SHORT_LIMIT && x > SHORT_LEAST;
}

/** The bits of a number at most: less than twice as many as it has. */
export function bitsAtMost(x: bigint): number {
  if (isShort(x)) return SHORT;
  const size = x < 0n ? -x : x;
  for (let k = 13; k < LARGEST_POWER; k++) if (size < power(k)) return 2 ** k;
  return 2 ** LARGEST_POWER;
}

/** A safepoint for a step of linear time. */
export function spendOn(x: bigint): void {
  if (!isShort(x)) spend(bitsAtMost(x) / SHORT);
}

const low = (x: bigint, bits: bigint): bigint => BigInt.asUintN(Number(bits), x);

/** The product. */
export function times(x: bigint, y: bigint): bigint {
  if (x < 0n) return y < 0n ? times(-x, -y) : -times(-x, y);
  if (y < 0n) return -times(x, -y);
  const a = bitsAtMost(x);
  const b = bitsAtMost(y);
  const [most, least] = a < b ? [b, a] : [a, b];
  if (least <= SHORT || (most <= LONG && least <= LONG)) {
    spend((most / SHORT) * Math.sqrt(least / SHORT));
    return x * y;
  }
  longStep();
  const half = BigInt(most / 2);
  if (least <= most / 2) {
    const [long, other] = a < b ? [y, x] : [x, y];
    return (times(long >> half, other) << half) + times(low(long, half), other);
  }
  // Three products of half the length instead of four (Karatsuba).
  const [x1, x0, y1, y0] = [x >> half, low(x, half), y >> half, low(y, half)];
  const high = times(x1, y1);
  const lowest = times(x0, y0);
  const middle = times(x1 + x0, y1 + y0) - high - lowest;
  return (((high << half) + middle) << half) + lowest;
}

/** A power of an integer; the exponent is not negative. */
export function raised(base: bigint, exponent: number): bigint {
  if (bitsAtMost(base) * exponent <= LONG || (base < 1024n && base > -1024n && exponent * 10 <= LONG)) {
    spend(exponent / SHORT);
    return base ** BigInt(exponent);
  }
  let result = 1n;
  for (let bit = 2 ** Math.floor(Math.log2(Math.max(exponent, 1))); bit >= 1; bit /= 2) {
    result = times(result, result);
    if (Math.floor(exponent / bit) % 2 === 1) result = times(result, base);
  }
  return result;
}

/** The quotient towards zero, and the remainder. */
export function dividedBy(x: bigint, y: bigint): [quotient: bigint, remainder: bigint] {
  if (x < 0n || y < 0n) {
    const [quotient, remainder] = dividedBy(x < 0n ? -x : x, y < 0n ? -y : y);
    return [x < 0n === y < 0n ? quotient : -quotient, x < 0n ? -remainder : remainder];
  }
  const a = bitsAtMost(x);
  const b = bitsAtMost(y);
  if (b > a || a <= LONG || (b <= SHORT && a <= 16 * LONG)) {
    spend((a / SHORT) * Math.sqrt(Math.min(b, a - b + SHORT) / SHORT));
    return [x / y, x % y];
  }
  return inDigits(x, y, BigInt(b));
}

/** Long division in digits of `bits` bits, as many as the divisor has after it is shifted to fill them. */
function inDigits(x: bigint, y: bigint, bits: bigint): [bigint, bigint] {
  let shift = 0n;
  // The upper half of the divisor has to be its larger part.
  for (let step = bits / 2n; step > 0n; step /= 2n) if (y << (shift + step) < 1n << bits) shift += step;
  const divisor = y << shift;
  const digits: bigint[] = [];
  for (let rest = x << shift; rest > 0n; rest >>= bits) digits.push(low(rest, bits));
  let quotient = 0n;
  let remainder = 0n;
  for (const digit of digits.reverse()) {
    const [q, r] = twoDigitsByOne((remainder << bits) | digit, divisor, bits);
    quotient = (quotient << bits) | q;
    remainder = r;
  }
  return [quotient, remainder >> shift];
}

/** Two digits divided by one whose uppermost bit is set (Burnikel and Ziegler); the quotient is one digit. */
function twoDigitsByOne(x: bigint, y: bigint, bits: bigint): [bigint, bigint] {
  longStep();
  if (bits <= BigInt(LONG / 2)) return [x / y, x % y];
  const half = bits / 2n;
  const [upper, rest] = threeHalvesByTwo(x >> half, y, half);
  const [lower, remainder] = threeHalvesByTwo((rest << half) | low(x, half), y, half);
  return [(upper << half) | lower, remainder];
}

function threeHalvesByTwo(x: bigint, y: bigint, half: bigint): [bigint, bigint] {
  const y1 = y >> half;
  const y0 = low(y, half);
  const x2 = x >> half;
  let quotient: bigint;
  let rest: bigint;
  if (x2 >> half < y1) [quotient, rest] = twoDigitsByOne(x2, y1, half);
  else {
    quotient = (1n << half) - 1n;
    rest = x2 - (y1 << half) + y1;
  }
  let remainder = ((rest << half) | low(x, half)) - times(quotient, y0);
  while (remainder < 0n) {
    quotient--;
    remainder += y;
  }
  return [quotient, remainder];
}

/** The greatest integer whose square is not above `a`, which is not negative. */
export function squareRoot(a: bigint): bigint {
  if (a === 0n) return a;
  const bits = 4 * a.toString(16).length;
  // The root of the upper half gives half of the digits, to be corrected by a step or two of Newton's; it is too large.
  const shift = BigInt(Math.floor(bits / 4));
  let root = isShort(a) ? 1n << BigInt(bits / 2) : (squareRoot(a >> (2n * shift)) + 1n) << shift;
  for (;;) {
    const better = (root + dividedBy(a, root)[0]) >> 1n;
    if (better >= root) return root;
    root = better;
  }
}

/** Digits that are converted in one step. */
const DIGITS = 20_000;

/** The digits of a number in a base. */
export function digitsOf(x: bigint, base: number): string {
  if (x < 0n) return `-${digitsOf(-x, base)}`;
  spendOn(x);
  // A power of two needs no division.
  if ((base & (base - 1)) === 0 || bitsAtMost(x) <= DIGITS * 4) return x.toString(base);
  const sizes = [raised(BigInt(base), DIGITS)];
  for (let last = sizes[0] as bigint; times(last, last) <= x; ) {
    last = times(last, last);
    sizes.push(last);
  }
  const write = (part: bigint, level: number): string => {
    const size = sizes[level];
    if (size === undefined) {
      longStep();
      return part.toString(base);
    }
    const [upper, lower] = dividedBy(part, size);
    const digits = write(lower, level - 1);
    return upper === 0n ? digits : write(upper, level - 1) + digits.padStart(DIGITS * 2 ** level, "0");
  };
  return write(x, sizes.length - 1);
}

/** What a run of digits in a base denotes. */
export function valueOf(digits: string, base: number): bigint {
  if (base === 16) return BigInt(`0x${digits}`);
  if (base === 8) return BigInt(`0o${digits}`);
  if (base === 2) return BigInt(`0b${digits}`);
  const step = base === 10 ? DIGITS : 10;
  if (digits.length <= step) return base === 10 ? BigInt(digits) : BigInt(Number.parseInt(digits, base));
  // Parts of equal length are joined two by two, so that each level needs one power.
  let parts: bigint[] = [];
  for (let end = digits.length; end > 0; end -= step) {
    spend(step);
    const part = digits.slice(Math.max(0, end - step), end);
    parts.push(base === 10 ? BigInt(part) : BigInt(Number.parseInt(part, base)));
  }
  for (let size = raised(BigInt(base), step); parts.length > 1; size = times(size, size)) {
    const joined: bigint[] = [];
    for (let i = 0; i < parts.length; i += 2) {
      const upper = parts[i + 1];
      joined.push(upper === undefined ? (parts[i] as bigint) : times(upper, size) + (parts[i] as bigint));
    }
    parts = joined;
  }
  return parts[0] as bigint;
}
