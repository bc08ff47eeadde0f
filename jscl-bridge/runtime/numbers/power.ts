/**
 * Powers of doubles, rounded as C's pow rounds them, which SBCL calls: V8's are often one bit off, so that 10
 * to the power of -5 would not be 1.0d-5. Computed in twice a double's precision.
 */

/** The unevaluated sum of two doubles, the second at most half a unit in the last place of the first. */
type Pair = readonly [high: number, low: number];

/** 2^27 + 1, by which a double is split into halves whose products are exact. */
const SPLITTER = 134_217_729;

const LN2: Pair = [Math.LN2, 2.319046813846299e-17];

/** Within these powers of two no intermediate result loses digits. */
const LARGEST = 2 ** 1000;
const SMALLEST = 2 ** -960;

/** Up to this exponent, powers are computed by repeated squaring. */
const MOST_SQUARED = 2048;

/** The argument of the series is the one of the exponential, halved so often. */
const HALVINGS = 9;
const TERMS = 8;

function sum(a: number, b: number): Pair {
  const high = a + b;
  const part = high - a;
  return [high, a - (high - part) + (b - part)];
}

/** The same where `a` is not smaller than `b`. */
function quickSum(a: number, b: number): Pair {
  const high = a + b;
  return [high, b - (high - a)];
}

function product(a: number, b: number): Pair {
  const high = a * b;
  const ca = SPLITTER * a;
  const cb = SPLITTER * b;
  const a1 = ca - (ca - a);
  const b1 = cb - (cb - b);
  const a2 = a - a1;
  const b2 = b - b1;
  return [high, a2 * b2 - (high - a1 * b1 - a2 * b1 - a1 * b2)];
}

function add(a: Pair, b: Pair): Pair {
  const [high, low] = sum(a[0], b[0]);
  const [high2, low2] = sum(a[1], b[1]);
  const [h, l] = quickSum(high, low + high2);
  return quickSum(h, l + low2);
}

function multiply(a: Pair, b: Pair): Pair {
  const [high, low] = product(a[0], b[0]);
  return quickSum(high, low + (a[0] * b[1] + a[1] * b[0]));
}

/** By a number that is exact. */
function divide(a: Pair, b: number): Pair {
  const q = a[0] / b;
  const [high, low] = product(q, b);
  return quickSum(q, (a[0] - high - low + a[1]) / b);
}

function reciprocal(a: Pair): Pair {
  const q = 1 / a[0];
  const rest = add([1, 0], multiply(a, [-q, 0]));
  return quickSum(q, rest[0] / a[0]);
}

/** e to the power of `a`. */
function exponential(a: Pair): Pair {
  const k = Math.round(a[0] / Math.LN2);
  const reduced = add(a, multiply(LN2, [-k, 0]));
  const r: Pair = [reduced[0] / 2 ** HALVINGS, reduced[1] / 2 ** HALVINGS];
  // The series of e^r - 1, which keeps the digits that 1 would push out.
  let term = r;
  let less: Pair = r;
  for (let n = 2; n <= TERMS; n++) {
    term = divide(multiply(term, r), n);
    less = add(less, term);
  }
  for (let i = 0; i < HALVINGS; i++) less = add([2 * less[0], 2 * less[1]], multiply(less, less));
  const [high, low] = add([1, 0], less);
  return [high * 2 ** k, low * 2 ** k];
}

/** The natural logarithm: V8's, and a step of Newton's method. */
function logarithm(x: number): Pair {
  const near = Math.log(x);
  const [high, low] = add(multiply(exponential([-near, 0]), [x, 0]), [-1, 0]);
  return add([near, 0], [high, low - (high * high) / 2]);
}

function squared(x: number, exponent: number): Pair {
  let value: Pair = [1, 0];
  let square: Pair = [x, 0];
  for (let rest = exponent; ; square = multiply(square, square)) {
    if (rest % 2 === 1) value = multiply(value, square);
    rest = Math.floor(rest / 2);
    if (rest === 0) return value;
  }
}

/** `x` to the power of `y`. */
export function power(x: number, y: number): number {
  const near = x ** y;
  const size = Math.abs(near);
  // Zeros, infinities, what is no number, and results where a unit is worth less than a double's.
  if (!(size > SMALLEST && size < LARGEST) || size === 1) return near;
  if (Number.isInteger(y) && Math.abs(y) <= MOST_SQUARED) {
    const value = squared(x, Math.abs(y));
    return y < 0 ? reciprocal(value)[0] : value[0];
  }
  const value = exponential(multiply(logarithm(Math.abs(x)), [y, 0]))[0];
  return near < 0 ? -value : value;
}
