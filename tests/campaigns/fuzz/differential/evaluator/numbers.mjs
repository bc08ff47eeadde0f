/** Numbers: integers are BigInts; rationals are exact; floats are computed in the format of the wider one. */
import { Float, Ratio, TooMuch, Trouble, typeError } from "./data.mjs";

/** Bits that a number may have. */
const LARGEST = 4000n;
const abs = (n) => (n < 0n ? -n : n);

export const isInteger = (x) => typeof x === "bigint";
export const isRational = (x) => isInteger(x) || x instanceof Ratio;
export const isNumber = (x) => isRational(x) || x instanceof Float;

export function checkNumber(x, expected = "NUMBER") {
  if (!isNumber(x)) throw typeError(x, expected);
  return x;
}

export function checkInteger(x) {
  if (!isInteger(x)) throw typeError(x, "INTEGER");
  return x;
}

export function gcd(a, b) {
  return b === 0n ? abs(a) : gcd(b, a % b);
}

export function ratio(numerator, denominator) {
  if (denominator === 0n) throw new Trouble("DIVISION-BY-ZERO");
  const common = gcd(numerator, denominator) * (denominator < 0n ? -1n : 1n);
  const [n, d] = [numerator / common, denominator / common];
  if (abs(n) >> LARGEST || d >> LARGEST) throw new TooMuch("a number");
  return d === 1n ? n : new Ratio(n, d);
}

/** Numerator and denominator of any number's exact value. */
export function parts(x) {
  if (isInteger(x)) return [x, 1n];
  if (x instanceof Ratio) return [x.numerator, x.denominator];
  let { value } = x;
  let scale = 0n;
  while (!Number.isInteger(value)) {
    value *= 2;
    scale++;
  }
  return [BigInt(value), 1n << scale];
}

/** The bits of a positive integer. */
const size = (n) => n.toString(2).length;

/** The quotient of two integers, rounded once, to so many bits. */
function quotient(numerator, denominator, bits) {
  if (numerator === 0n) return 0;
  const [n, d] = [abs(numerator), denominator];
  // The quotient has this many bits and one or two more; `rest` has the bits that are cut off.
  const shift = bits + 1 - (size(n) - size(d));
  const [top, bottom] = shift >= 0 ? [n << BigInt(shift), d] : [n, d << BigInt(-shift)];
  let whole = top / bottom;
  let rest = top % bottom !== 0n;
  let exponent = -shift;
  for (; size(whole) > bits + 1; exponent++) {
    rest ||= (whole & 1n) === 1n;
    whole >>= 1n;
  }
  const half = (whole & 1n) === 1n;
  whole >>= 1n;
  exponent++;
  if (half && (rest || (whole & 1n) === 1n)) whole++;
  const value = Number(whole) * 2 ** exponent;
  return numerator < 0n ? -value : value;
}

/** A float, or the error that its computation ends in. */
export function float(value, isDouble) {
  const rounded = isDouble ? value : Math.fround(value);
  if (Number.isNaN(rounded)) throw new Trouble("FLOATING-POINT-INVALID-OPERATION");
  if (!Number.isFinite(rounded)) throw new Trouble("FLOATING-POINT-OVERFLOW");
  return new Float(rounded, isDouble);
}

export function toFloat(x, isDouble) {
  if (x instanceof Float) return isDouble === x.isDouble ? x : float(x.value, isDouble);
  return float(quotient(...parts(x), isDouble ? 53 : 24), isDouble);
}

/** Computes with two numbers: `exact` takes numerators and denominators, `inexact` the values of floats. */
function compute(a, b, exact, inexact) {
  checkNumber(a);
  checkNumber(b);
  if (isRational(a) && isRational(b)) return exact(...parts(a), ...parts(b));
  const isDouble = a.isDouble === true || b.isDouble === true;
  return float(inexact(toFloat(a, isDouble).value, toFloat(b, isDouble).value), isDouble);
}

export const add = (a, b) =>
  compute(
    a,
    b,
    (n, d, m, e) => ratio(n * e + m * d, d * e),
    (x, y) => x + y,
  );
export const subtract = (a, b) =>
  compute(
    a,
    b,
    (n, d, m, e) => ratio(n * e - m * d, d * e),
    (x, y) => x - y,
  );
export const multiply = (a, b) =>
  compute(
    a,
    b,
    (n, d, m, e) => ratio(n * m, d * e),
    (x, y) => x * y,
  );
export const divide = (a, b) =>
  compute(
    a,
    b,
    (n, d, m, e) => ratio(n * e, d * m),
    (x, y) => {
      if (y === 0) throw new Trouble("DIVISION-BY-ZERO");
      return x / y;
    },
  );
export const negate = (x) =>
  checkNumber(x) instanceof Float ? new Float(-x.value, x.isDouble) : subtract(0n, x);

/** Negative, zero or positive, as the first is below, equal to or above the second; exactly. */
export function compare(a, b, expected = "REAL") {
  const [n, d] = parts(checkNumber(a, expected));
  const [m, e] = parts(checkNumber(b, expected));
  const difference = n * e - m * d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const sign = (x) => compare(x, 0n);

/** Quotient and remainder, the quotient cut towards zero. */
function truncate(x, y) {
  checkNumber(x, "REAL");
  checkNumber(y, "REAL");
  if (sign(y) === 0) throw new Trouble("DIVISION-BY-ZERO");
  const exact = divide(x, y);
  const whole = exact instanceof Float ? BigInt(Math.trunc(exact.value)) : wholeOf(parts(exact));
  return [whole, subtract(x, multiply(whole, y))];
}

const wholeOf = ([n, d]) => n / d;

/** How each moves the quotient of {@link truncate} by one, as sign and remainder want it. */
const MOVES = {
  TRUNCATE: () => 0n,
  FLOOR: (_q, rest, y) => (sign(rest) * sign(y) < 0 ? -1n : 0n),
  CEILING: (_q, rest, y) => (sign(rest) * sign(y) > 0 ? 1n : 0n),
  ROUND(q, rest, y) {
    const side = compare(multiply(2n, magnitude(rest)), magnitude(y));
    if (side < 0 || (side === 0 && q % 2n === 0n)) return 0n;
    return sign(rest) * sign(y) < 0 ? -1n : 1n;
  },
};

export const magnitude = (x) => (sign(x) < 0 ? negate(x) : x);

/** Quotient and remainder as FLOOR, CEILING, TRUNCATE or ROUND have them. */
export function divideWhole(kind, x, y) {
  const [q, rest] = truncate(x, y);
  if (sign(rest) === 0) return [q, rest];
  const move = MOVES[kind](q, rest, y);
  return move === 0n ? [q, rest] : [q + move, subtract(rest, multiply(move, y))];
}

export function power(base, exponent) {
  checkNumber(base);
  if (abs(checkInteger(exponent)) > 300n) throw new TooMuch("a power");
  let result = 1n;
  for (let left = abs(exponent); left > 0n; left--) result = multiply(result, base);
  return exponent < 0n ? divide(1n, result) : result;
}

export function shift(x, by) {
  if (abs(checkInteger(by)) > LARGEST) throw new TooMuch("a shift");
  return by < 0n ? checkInteger(x) >> -by : checkInteger(x) << by;
}

export const integerLength = (x) => {
  const n = checkInteger(x) < 0n ? ~x : x;
  return n === 0n ? 0n : BigInt(size(n));
};

export const bitCount = (x) => {
  const n = checkInteger(x) < 0n ? ~x : x;
  return BigInt(n.toString(2).replaceAll("0", "").length);
};

/** EQL of two numbers. */
export function sameNumber(a, b) {
  if (isInteger(a) || isInteger(b)) return a === b;
  if (a instanceof Ratio)
    return b instanceof Ratio && a.numerator === b.numerator && a.denominator === b.denominator;
  return b instanceof Float && a.isDouble === b.isDouble && Object.is(a.value, b.value);
}
