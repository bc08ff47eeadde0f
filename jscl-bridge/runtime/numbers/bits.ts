import { lispError, simpleError, sym } from "../signals.js";
import { heapExhausted } from "../stack/exhaustion.js";
import { spend } from "../stack/safepoints.js";
import { lt } from "./compare.js";
import { wrongType } from "./errors.js";
import {
  andNumbers,
  bitAt,
  iorNumbers,
  lowest,
  onesOfWord,
  SAFE_BITS,
  upperHalf,
  withField,
  xorNumbers,
} from "./halves.js";
import {
  absInteger,
  gcdIntegers,
  integerSquareRoot,
  integerLength as lengthOf,
  MAX_BITS,
  multiplyIntegers,
  shiftInteger,
  truncateIntegers,
} from "./integers.js";
import { digitsOf, spendOn } from "./long-integers.js";
import { big, integer, isInteger, isReal, type LispInteger } from "./types.js";

/**
 * Integers as Lisp functions see them: arguments checked. Bits are those of the infinite two's complement
 * form (CLHS 12.1.1.3).
 */

function check(x: unknown): LispInteger {
  return isInteger(x) ? x : wrongType(x, "INTEGER");
}

/**
 * The argument of a function that SBCL dispatches on the kinds of integers: another condition says that it is
 * none.
 */
function dispatched(x: unknown): LispInteger {
  return isInteger(x) ? x : lispError("CASE-FAILURE", "DATUM", x, "EXPECTED-TYPE", sym("INTEGER"));
}

function isInt32(x: unknown): x is number {
  return typeof x === "number" && (x | 0) === x;
}

/** (gcd a) or (gcd a b) */
export function gcd(a: unknown, b: unknown = 0): LispInteger {
  return gcdIntegers(check(a), check(b));
}

/** (lcm a) or (lcm a b) */
export function lcm(a: unknown, b: unknown = 1): LispInteger {
  const x = check(a);
  const y = check(b);
  if (x === 0 || y === 0) return 0;
  return absInteger(multiplyIntegers(truncateIntegers(x, gcdIntegers(x, y))[0], y));
}

export function isqrt(a: unknown): LispInteger {
  return isInteger(a) && a >= 0 ? integerSquareRoot(a) : wrongType(a, "UNSIGNED-BYTE");
}

/** Whether both are integers that are numbers. */
function areNumbers(a: unknown, b: unknown): boolean {
  return Number.isInteger(a) && Number.isInteger(b);
}

function bitwise(a: unknown, b: unknown, operation: (x: bigint, y: bigint) => bigint): LispInteger {
  const x = big(check(a));
  const y = big(check(b));
  spendOn(x);
  spendOn(y);
  return integer(operation(x, y));
}

export function logand(a: unknown, b: unknown): LispInteger {
  if (isInt32(a) && isInt32(b)) return a & b;
  if (areNumbers(a, b)) return andNumbers(a as number, b as number);
  return bitwise(a, b, (x, y) => x & y);
}
export function logior(a: unknown, b: unknown): LispInteger {
  if (isInt32(a) && isInt32(b)) return a | b;
  if (areNumbers(a, b)) return iorNumbers(a as number, b as number);
  return bitwise(a, b, (x, y) => x | y);
}
export function logxor(a: unknown, b: unknown): LispInteger {
  if (isInt32(a) && isInt32(b)) return a ^ b;
  if (areNumbers(a, b)) return xorNumbers(a as number, b as number);
  return bitwise(a, b, (x, y) => x ^ y);
}
export function lognot(a: unknown): LispInteger {
  const x = dispatched(a);
  return typeof x === "number" && x !== Number.MAX_SAFE_INTEGER ? -1 - x + 0 : integer(~BigInt(x));
}
export function logeqv(a: unknown, b: unknown): LispInteger {
  return lognot(logxor(a, b));
}
export function lognand(a: unknown, b: unknown): LispInteger {
  return lognot(logand(a, b));
}
export function lognor(a: unknown, b: unknown): LispInteger {
  return lognot(logior(a, b));
}
export function logandc1(a: unknown, b: unknown): LispInteger {
  return logand(lognot(check(a)), b);
}
export function logandc2(a: unknown, b: unknown): LispInteger {
  return logand(a, lognot(check(b)));
}
export function logorc1(a: unknown, b: unknown): LispInteger {
  return logior(lognot(check(a)), b);
}
export function logorc2(a: unknown, b: unknown): LispInteger {
  return logior(a, lognot(check(b)));
}
export function logtest(a: unknown, b: unknown): boolean {
  return logand(a, b) !== 0;
}

/** (logbitp index a); the index is not negative. */
export function logbitp(index: unknown, a: unknown): boolean {
  const i = isInteger(index) && index >= 0 ? index : wrongType(index, "UNSIGNED-BYTE");
  const x = check(a);
  if (typeof i === "bigint") return x < 0;
  if (typeof x === "number") return bitAt(x, i);
  if (i < SAFE_BITS) return bitAt(Number(BigInt.asUintN(SAFE_BITS, x)), i);
  spendOn(x);
  return BigInt.asUintN(1, x >> BigInt(i)) === 1n;
}

/** LOGCOUNT: the ones of a non-negative integer, the zeros of a negative one. */
export function logcount(a: unknown): number {
  const x = dispatched(a);
  const y = x < 0 ? lognot(x) : x;
  return typeof y === "number" ? onesOfWord(y) + onesOfWord(upperHalf(y)) : onesOf(y);
}

/** Hexadecimal digits of a word of 32 bits. */
const DIGITS = 8;

/** The ones of a number that is not negative. */
function onesOf(x: bigint): number {
  const digits = digitsOf(x, 16);
  let count = 0;
  for (let end = digits.length; end > 0; end -= DIGITS) {
    count += onesOfWord(Number.parseInt(digits.slice(Math.max(0, end - DIGITS), end), 16));
  }
  return count;
}

export function integerLength(a: unknown): number {
  return lengthOf(dispatched(a));
}

export function ash(a: unknown, count: unknown): LispInteger {
  const x = dispatched(a);
  if (isInteger(count)) return shiftInteger(x, count);
  if (x === 0) return 0;
  if (!isReal(count)) return wrongType(count, "REAL");
  if (lt(count, 0)) return wrongType(count, "INTEGER");
  return simpleError("can't represent result of left shift");
}

function checkSize(x: unknown): LispInteger {
  return isInteger(x) && x >= 0 ? x : wrongType(x, "UNSIGNED-BYTE");
}

/** Whether a field lies within the bits of a number. */
function isNear(size: LispInteger, position: LispInteger): boolean {
  return size <= SAFE_BITS && position <= SAFE_BITS && (size as number) + (position as number) <= SAFE_BITS;
}

/** The lowest `size` bits. */
function lowestBits(x: LispInteger, size: LispInteger): LispInteger {
  if (size <= SAFE_BITS) {
    const count = size as number;
    return lowest(typeof x === "number" ? x : Number(BigInt.asUintN(SAFE_BITS, x)), count);
  }
  if (x >= 0 && lengthOf(x) <= size) return x;
  if (size > MAX_BITS) return heapExhausted();
  spend((size as number) / 4096);
  return integer(BigInt.asUintN(size as number, big(x)));
}

/** (ldb (byte size position) a) */
export function ldb(size: unknown, position: unknown, a: unknown): LispInteger {
  const x = check(a);
  const at = checkSize(position);
  const count = checkSize(size);
  return lowestBits(at === 0 ? x : shiftInteger(x, typeof at === "number" ? -at : -at), count);
}

/** (mask-field (byte size position) a) */
export function maskField(size: unknown, position: unknown, a: unknown): LispInteger {
  return shiftInteger(ldb(size, position, a), checkSize(position));
}

/** (dpb value (byte size position) a) */
export function dpb(value: unknown, size: unknown, position: unknown, a: unknown): LispInteger {
  const at = checkSize(position);
  const count = checkSize(size);
  const part = lowestBits(check(value), count);
  const x = check(a);
  if (typeof x === "number" && isNear(count, at))
    return withField(x, part as number, count as number, at as number);
  const old = ldb(count, at, x);
  return logxor(x, shiftInteger(logxor(old, part), at));
}

/** (deposit-field value (byte size position) a) */
export function depositField(value: unknown, size: unknown, position: unknown, a: unknown): LispInteger {
  return dpb(ldb(size, position, value), size, position, a);
}

export function ldbTest(size: unknown, position: unknown, a: unknown): boolean {
  return ldb(size, position, a) !== 0;
}
