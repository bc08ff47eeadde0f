import { absReal, add, div, mul, neg, sub } from "./arithmetic.js";
import { gt } from "./compare.js";
import { wrongType } from "./errors.js";
import { toDouble, toSingle } from "./floats.js";
import { Complex, DOUBLE, isReal, type LispNumber, type LispReal, rank, SINGLE } from "./types.js";

/** Rectangular complex numbers: construction with SBCL's canonical forms, and the four operations. */

/** (complex re im): a rational with a zero imaginary part is real; of a float and a rational both become floats. */
export function makeComplex(re: LispReal, im: LispReal): LispNumber {
  const r = Math.max(rank(re), rank(im));
  if (r === DOUBLE) return new Complex(toDouble(re), toDouble(im));
  if (r === SINGLE) return new Complex(toSingle(re), toSingle(im));
  return im === 0 ? re : new Complex(re, im);
}

export function realpart(x: unknown): LispReal {
  if (x instanceof Complex) return x.re;
  return isReal(x) ? x : wrongType(x, "NUMBER");
}

/** For a real this is (* 0 x): zero of its type and sign. */
export function imagpart(x: unknown): LispReal {
  if (x instanceof Complex) return x.im;
  if (!isReal(x)) return wrongType(x, "NUMBER");
  return rank(x) >= SINGLE ? (mul(0, x) as LispReal) : 0;
}

export function conjugate(x: unknown): LispNumber {
  if (x instanceof Complex) return new Complex(x.re, neg(x.im) as LispReal);
  return isReal(x) ? x : wrongType(x, "NUMBER");
}

/** With a real operand each part is computed alone, since a made-up zero would change the signs of zeros. */
export function addComplex(a: LispNumber, b: LispNumber): LispNumber {
  if (!(a instanceof Complex)) return b instanceof Complex ? complexOf(add(a, b.re), b.im) : add(a, b);
  if (!(b instanceof Complex)) return complexOf(add(a.re, b), a.im);
  return complexOf(add(a.re, b.re), add(a.im, b.im));
}

export function subtractComplex(a: LispNumber, b: LispNumber): LispNumber {
  if (!(a instanceof Complex))
    return b instanceof Complex ? complexOf(sub(a, b.re), sub(0, b.im)) : sub(a, b);
  if (!(b instanceof Complex)) return complexOf(sub(a.re, b), a.im);
  return complexOf(sub(a.re, b.re), sub(a.im, b.im));
}

export function multiplyComplex(a: LispNumber, b: LispNumber): LispNumber {
  if (!(a instanceof Complex))
    return b instanceof Complex ? complexOf(mul(a, b.re), mul(a, b.im)) : mul(a, b);
  if (!(b instanceof Complex)) return complexOf(mul(a.re, b), mul(a.im, b));
  return complexOf(sub(mul(a.re, b.re), mul(a.im, b.im)), add(mul(a.re, b.im), mul(a.im, b.re)));
}

export function divideComplex(a: LispNumber, b: LispNumber): LispNumber {
  if (!(b instanceof Complex))
    return a instanceof Complex ? complexOf(div(a.re, b), div(a.im, b)) : div(a, b);
  return divideByComplex(a, b);
}

/** By the quotient of the divisor's parts, which is at most 1 and cannot overflow. */
function divideByComplex(a: LispNumber, b: Complex): LispNumber {
  const isFlat = gt(absReal(b.re), absReal(b.im));
  const r = isFlat ? div(b.im, b.re) : div(b.re, b.im);
  const norm = mul(isFlat ? b.re : b.im, add(1, mul(r, r)));
  if (!(a instanceof Complex)) {
    return isFlat
      ? complexOf(div(a, norm), neg(div(mul(a, r), norm)))
      : complexOf(div(mul(a, r), norm), neg(div(a, norm)));
  }
  return isFlat
    ? complexOf(div(add(a.re, mul(a.im, r)), norm), div(sub(a.im, mul(a.re, r)), norm))
    : complexOf(div(add(mul(a.re, r), a.im), norm), div(sub(mul(a.im, r), a.re), norm));
}

function complexOf(re: LispNumber, im: LispNumber): LispNumber {
  return makeComplex(re as LispReal, im as LispReal);
}
