/** Elementary functions on complex doubles, with the branch cuts of CLHS 12.1.5.3 after Kahan. */
export type Pair = readonly [re: number, im: number];

function multiply([a, b]: Pair, [c, d]: Pair): Pair {
  return [a * c - b * d, a * d + b * c];
}

/** i·z and -i·z keep the signs of zeros, which multiplying by [0, 1] would not. */
function timesI([re, im]: Pair): Pair {
  return [-im, re];
}
function timesMinusI([re, im]: Pair): Pair {
  return [im, -re];
}

export function exp([re, im]: Pair): Pair {
  const size = Math.exp(re);
  return [size * Math.cos(im), size * Math.sin(im)];
}

export function log([re, im]: Pair): Pair {
  return [Math.log(Math.hypot(re, im)), Math.atan2(im, re)];
}

export function sqrt([re, im]: Pair): Pair {
  const size = Math.hypot(re, im);
  if (size === 0) return [0, im];
  if (re >= 0) {
    const root = Math.sqrt((size + re) / 2);
    return [root, im / (2 * root)];
  }
  const root = Math.sqrt((size - re) / 2);
  const sign = im < 0 || Object.is(im, -0) ? -1 : 1;
  return [Math.abs(im) / (2 * root), sign * root];
}

export function power(base: Pair, exponent: Pair): Pair {
  return exp(multiply(exponent, log(base)));
}

export function sin([re, im]: Pair): Pair {
  return [Math.sin(re) * Math.cosh(im), Math.cos(re) * Math.sinh(im)];
}
export function cos([re, im]: Pair): Pair {
  return [Math.cos(re) * Math.cosh(im), -Math.sin(re) * Math.sinh(im)];
}
export function sinh([re, im]: Pair): Pair {
  return [Math.sinh(re) * Math.cos(im), Math.cosh(re) * Math.sin(im)];
}
export function cosh([re, im]: Pair): Pair {
  return [Math.cosh(re) * Math.cos(im), Math.sinh(re) * Math.sin(im)];
}
export function tanh([re, im]: Pair): Pair {
  const t = Math.tan(im);
  const beta = 1 + t * t;
  const s = Math.sinh(re);
  const rho = Math.sqrt(1 + s * s);
  if (Math.abs(re) > 350) return [Math.sign(re), 0];
  const den = 1 + beta * s * s;
  return [(beta * rho * s) / den, t / den];
}
export function tan(z: Pair): Pair {
  return timesMinusI(tanh(timesI(z)));
}

export function asin([re, im]: Pair): Pair {
  const below = sqrt([1 - re, -im]);
  const above = sqrt([1 + re, im]);
  return [Math.atan2(re, multiply(below, above)[0]), Math.asinh(multiply([below[0], -below[1]], above)[1])];
}
export function acos([re, im]: Pair): Pair {
  const below = sqrt([1 - re, -im]);
  const above = sqrt([1 + re, im]);
  return [2 * Math.atan2(below[0], above[0]), Math.asinh(multiply([above[0], -above[1]], below)[1])];
}
export function asinh(z: Pair): Pair {
  return timesMinusI(asin(timesI(z)));
}
export function acosh([re, im]: Pair): Pair {
  const minus = sqrt([re - 1, im]);
  const plus = sqrt([re + 1, im]);
  return [Math.asinh(multiply([minus[0], -minus[1]], plus)[0]), 2 * Math.atan2(minus[1], plus[0])];
}
/** (log (1+z) - log (1-z)) / 2 */
export function atanh([re, im]: Pair): Pair {
  const [a, b] = log([1 + re, im]);
  const [c, d] = log([1 - re, -im]);
  return [(a - c) / 2, (b - d) / 2];
}
export function atan(z: Pair): Pair {
  return timesMinusI(atanh(timesI(z)));
}
