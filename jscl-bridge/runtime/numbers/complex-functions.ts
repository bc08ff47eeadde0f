/** Elementary functions on complex doubles, after Kahan's "Branch Cuts for Complex Elementary Functions". */
export type Pair = readonly [re: number, im: number];

/** The magnitude of the first number with the sign of the second, which may be -0. */
function withSign(magnitude: number, sign: number): number {
  return sign < 0 || Object.is(sign, -0) ? -magnitude : magnitude;
}

/** The distance of a complex number from zero, as Math.hypot has it, which takes ten times as long. */
export function sizeOf([re, im]: Pair): number {
  const larger = Math.max(Math.abs(re), Math.abs(im));
  const [x, y] = [re / larger, im / larger];
  return larger > 0 && larger < Number.POSITIVE_INFINITY ? Math.sqrt(x * x + y * y) * larger : larger;
}

const SQRT_HALF = Math.SQRT1_2;

export function log([re, im]: Pair): Pair {
  const x = Math.abs(re);
  const y = Math.abs(im);
  const larger = Math.max(x, y);
  const smaller = Math.min(x, y);
  const square = x * x + y * y;
  // Near the unit circle the logarithm of the size would lose all its digits.
  const isNearOne = larger > SQRT_HALF && (larger <= 1.2 || square < 3);
  const size = isNearOne
    ? Math.log1p((larger - 1) * (larger + 1) + smaller * smaller) / 2
    : Math.log(sizeOf([re, im]));
  return [size, Math.atan2(im, re)];
}

export function sqrt([re, im]: Pair): Pair {
  const size = sizeOf([re, im]);
  if (size === 0) return [0, im];
  if (re >= 0) {
    const root = Math.sqrt((size + re) / 2);
    return [root, im / (2 * root)];
  }
  const root = Math.sqrt((size - re) / 2);
  return [Math.abs(im) / (2 * root), withSign(root, im)];
}

export function tanh([re, im]: Pair): Pair {
  // Beyond this the square of sinh is no double.
  if (Math.abs(re) > 177.618965018486) return [Math.sign(re), withSign(1, im)];
  const t = Math.tan(im);
  const beta = 1 + t * t;
  const s = Math.sinh(re);
  const rho = Math.sqrt(1 + s * s);
  const den = 1 + beta * s * s;
  return [(beta * rho * s) / den, t / den];
}

const LARGE = Math.sqrt(Number.MAX_VALUE) / 4;
const SMALL = 4 / Math.sqrt(Number.MAX_VALUE);

/** (log (1+z) - log (1-z)) / 2, without overflow; where it has poles, a large number. */
export function atanh([re, im]: Pair): Pair {
  const beta = withSign(1, re);
  const x = beta * re;
  const y = -beta * im;
  let eta: number;
  let nu: number;
  if (x > LARGE || Math.abs(y) > LARGE) {
    nu = withSign(Math.PI / 2, y);
    eta = realPartOfReciprocal(x, y);
  } else if (x === 1) {
    const distance = Math.abs(y) + SMALL;
    eta = Math.log(Math.sqrt(Math.sqrt(4 + y * y)) / Math.sqrt(distance));
    nu = withSign(Math.PI / 2 + Math.atan(distance / 2), y) / 2;
  } else {
    const distance = Math.abs(y) + SMALL;
    eta = Math.log1p((4 * x) / ((1 - x) ** 2 + distance * distance)) / 4;
    nu = Math.atan2(2 * y, (1 - x) * (1 + x) - distance * distance) / 2;
  }
  return [beta * eta, -beta * nu];
}

function realPartOfReciprocal(x: number, y: number): number {
  if (x > Math.abs(y)) {
    const r = y / x;
    return 1 / x / (1 + r * r);
  }
  const r = x / y;
  return r / y / (1 + r * r);
}
