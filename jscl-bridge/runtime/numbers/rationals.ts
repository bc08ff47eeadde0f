import { divisionByZero } from "./errors.js";
import {
  addIntegers,
  gcdIntegers,
  multiplyIntegers,
  negateInteger,
  subtractIntegers,
  truncateIntegers,
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
  let n = divisor === 1 ? num : truncateIntegers(num, divisor)[0];
  let d = divisor === 1 ? den : truncateIntegers(den, divisor)[0];
  if (d < 0) {
    n = negateInteger(n);
    d = negateInteger(d);
  }
  return d === 1 ? n : new Ratio(n, d);
}

export function addRationals(a: LispRational, b: LispRational): LispRational {
  const da = denominatorOf(a);
  const db = denominatorOf(b);
  return makeRational(
    addIntegers(multiplyIntegers(numeratorOf(a), db), multiplyIntegers(numeratorOf(b), da)),
    multiplyIntegers(da, db),
  );
}

export function subtractRationals(a: LispRational, b: LispRational): LispRational {
  const da = denominatorOf(a);
  const db = denominatorOf(b);
  return makeRational(
    subtractIntegers(multiplyIntegers(numeratorOf(a), db), multiplyIntegers(numeratorOf(b), da)),
    multiplyIntegers(da, db),
  );
}

export function multiplyRationals(a: LispRational, b: LispRational): LispRational {
  return makeRational(
    multiplyIntegers(numeratorOf(a), numeratorOf(b)),
    multiplyIntegers(denominatorOf(a), denominatorOf(b)),
  );
}

export function divideRationals(a: LispRational, b: LispRational): LispRational {
  // Of all but fixnums SBCL has taken out the common divisor before it sees the zero.
  if (b === 0) return divisionByZero("/", isFixnum(a) ? a : numeratorOf(a) < 0 ? -1 : 1, b);
  return makeRational(
    multiplyIntegers(numeratorOf(a), denominatorOf(b)),
    multiplyIntegers(denominatorOf(a), numeratorOf(b)),
  );
}
