import { divisionByZero } from "./errors.js";
import {
  addIntegers,
  exactQuotient,
  gcdIntegers,
  multiplyIntegers,
  negateInteger,
  subtractIntegers,
} from "./integers.js";
import { isFixnum, type LispInteger, type LispRational, Ratio } from "./types.js";

/** Integers and ratios in lowest terms, and the four operations on them (CLHS 12.1.3). */

export function numeratorOf(x: LispRational): LispInteger {
  return x instanceof Ratio ? x.num : x;
}
export function denominatorOf(x: LispRational): LispInteger {
  return x instanceof Ratio ? x.den : 1;
}

/** num/den in lowest terms; the denominator is not zero. */
export function makeRational(num: LispInteger, den: LispInteger): LispRational {
  const divisor = gcdIntegers(num, den);
  return ratio(exactQuotient(num, divisor), exactQuotient(den, divisor));
}

/** A rational of two integers without a common divisor. */
function ratio(num: LispInteger, den: LispInteger): LispRational {
  if (den === 1) return num;
  if (den > 0) return new Ratio(num, den);
  return den === -1 ? negateInteger(num) : new Ratio(negateInteger(num), negateInteger(den));
}

export function addRationals(a: LispRational, b: LispRational): LispRational {
  return sum(addIntegers, a, b);
}

export function subtractRationals(a: LispRational, b: LispRational): LispRational {
  return sum(subtractIntegers, a, b);
}

/**
 * Only what the denominators have in common may divide the result (Knuth, The Art of Computer Programming,
 * 4.5.1), so that the divisors looked for are those of small integers.
 */
function sum(
  operation: (a: LispInteger, b: LispInteger) => LispInteger,
  a: LispRational,
  b: LispRational,
): LispRational {
  if (!(a instanceof Ratio || b instanceof Ratio)) return operation(a, b);
  const da = denominatorOf(a);
  const db = denominatorOf(b);
  const common = da === 1 || db === 1 ? 1 : gcdIntegers(da, db);
  const more = exactQuotient(db, common);
  const num = operation(
    multiplyIntegers(numeratorOf(a), more),
    multiplyIntegers(numeratorOf(b), exactQuotient(da, common)),
  );
  if (common === 1) return ratio(num, multiplyIntegers(da, db));
  const divisor = gcdIntegers(num, common);
  return ratio(exactQuotient(num, divisor), multiplyIntegers(exactQuotient(da, divisor), more));
}

export function multiplyRationals(a: LispRational, b: LispRational): LispRational {
  return product(numeratorOf(a), denominatorOf(a), numeratorOf(b), denominatorOf(b));
}

export function divideRationals(a: LispRational, b: LispRational): LispRational {
  // Except for fixnums, SBCL divides by the common divisor before it notices the zero.
  if (b === 0) return divisionByZero("/", isFixnum(a) ? a : numeratorOf(a) < 0 ? -1 : 1, b);
  return product(numeratorOf(a), denominatorOf(a), denominatorOf(b), numeratorOf(b));
}

/** The product of two fractions in lowest terms. */
function product(na: LispInteger, da: LispInteger, nb: LispInteger, db: LispInteger): LispRational {
  const first = db === 1 ? 1 : gcdIntegers(na, db);
  const second = da === 1 ? 1 : gcdIntegers(nb, da);
  return ratio(
    multiplyIntegers(exactQuotient(na, first), exactQuotient(nb, second)),
    multiplyIntegers(exactQuotient(da, second), exactQuotient(db, first)),
  );
}
