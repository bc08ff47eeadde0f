import { makeString } from "../marshal.js";
import { lispError, list, sym } from "../signals.js";
import { lt } from "./compare.js";
import { wrongType } from "./errors.js";
import {
  absInteger,
  gcdIntegers,
  integerSquareRoot,
  integerLength as lengthOf,
  multiplyIntegers,
  shiftInteger,
  truncateIntegers,
} from "./integers.js";
import { digitsOf, spendOn } from "./long-integers.js";
import { integer, isInteger, isReal, type LispInteger } from "./types.js";

/** Integers as Lisp functions see them: arguments checked. Bits are those of the infinite two's complement form (CLHS 12.1.1.3). */

function check(x: unknown): LispInteger {
  return isInteger(x) ? x : wrongType(x, "INTEGER");
}

/** The argument of a function that SBCL dispatches on the kinds of integers: another condition says that it is none. */
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

function bitwise(a: LispInteger, b: LispInteger, operation: (x: bigint, y: bigint) => bigint): LispInteger {
  const x = BigInt(a);
  spendOn(x);
  return integer(operation(x, BigInt(b)));
}

export function logand(a: unknown, b: unknown): LispInteger {
  if (isInt32(a) && isInt32(b)) return a & b;
  return bitwise(check(a), check(b), (x, y) => x & y);
}
export function logior(a: unknown, b: unknown): LispInteger {
  if (isInt32(a) && isInt32(b)) return a | b;
  return bitwise(check(a), check(b), (x, y) => x | y);
}
export function logxor(a: unknown, b: unknown): LispInteger {
  if (isInt32(a) && isInt32(b)) return a ^ b;
  return bitwise(check(a), check(b), (x, y) => x ^ y);
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
  return logand(lognot(a), b);
}
export function logandc2(a: unknown, b: unknown): LispInteger {
  return logand(a, lognot(b));
}
export function logorc1(a: unknown, b: unknown): LispInteger {
  return logior(lognot(a), b);
}
export function logorc2(a: unknown, b: unknown): LispInteger {
  return logior(a, lognot(b));
}
export function logtest(a: unknown, b: unknown): boolean {
  return logand(a, b) !== 0;
}

/** (logbitp index a); the index is not negative. */
export function logbitp(index: unknown, a: unknown): boolean {
  const i = isInteger(index) && index >= 0 ? index : wrongType(index, "UNSIGNED-BYTE");
  const x = check(a);
  if (typeof i === "bigint" || i >= lengthOf(x)) return x < 0;
  return ((BigInt(x) >> BigInt(i)) & 1n) === 1n;
}

/** Ones of a non-negative integer, zeros of a negative one. */
export function logcount(a: unknown): number {
  const x = dispatched(a);
  const bits = digitsOf(BigInt(x < 0 ? lognot(x) : x), 2);
  let count = 0;
  for (let at = bits.indexOf("1"); at >= 0; at = bits.indexOf("1", at + 1)) count++;
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
  const control = makeString("can't represent result of left shift");
  return lispError("SIMPLE-ERROR", "FORMAT-CONTROL", control, "FORMAT-ARGUMENTS", list());
}

/** A mask of `size` ones. */
function mask(size: LispInteger): bigint {
  return BigInt(shiftInteger(1, size)) - 1n;
}

function checkSize(x: unknown): LispInteger {
  return isInteger(x) && x >= 0 ? x : wrongType(x, "UNSIGNED-BYTE");
}

/** (ldb (byte size position) a) */
export function ldb(size: unknown, position: unknown, a: unknown): LispInteger {
  const shifted = shiftInteger(check(a), integer(-BigInt(checkSize(position))));
  return integer(BigInt(shifted) & mask(checkSize(size)));
}

/** (mask-field (byte size position) a) */
export function maskField(size: unknown, position: unknown, a: unknown): LispInteger {
  return shiftInteger(ldb(size, position, a), checkSize(position));
}

/** (dpb value (byte size position) a) */
export function dpb(value: unknown, size: unknown, position: unknown, a: unknown): LispInteger {
  const at = checkSize(position);
  const field = BigInt(shiftInteger(mask(checkSize(size)), at));
  return integer((BigInt(check(a)) & ~field) | (BigInt(shiftInteger(check(value), at)) & field));
}

/** (deposit-field value (byte size position) a) */
export function depositField(value: unknown, size: unknown, position: unknown, a: unknown): LispInteger {
  const field = BigInt(shiftInteger(mask(checkSize(size)), checkSize(position)));
  return integer((BigInt(check(a)) & ~field) | (BigInt(check(value)) & field));
}

export function ldbTest(size: unknown, position: unknown, a: unknown): boolean {
  return ldb(size, position, a) !== 0;
}
