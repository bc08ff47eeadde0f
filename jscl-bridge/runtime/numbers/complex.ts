import { add, div, mul, neg, sub } from "./arithmetic.js";
import { wrongType } from "./errors.js";
import { toDouble, toSingle } from "./floats.js";
import {
  Complex,
  DOUBLE,
  isReal,
  type LispNumber,
  type LispReal,
  rank,
  SINGLE,
  single,
  DoubleFloat,
} from "./types.js";

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

/** For a real this is zero of its type, as (* 0 x). */
export function imagpart(x: unknown): LispReal {
  if (x instanceof Complex) return x.im;
  return isReal(x) ? zeroLike(x) : wrongType(x, "NUMBER");
}

function zeroLike(x: LispReal): LispReal {
  switch (rank(x)) {
    case DOUBLE:
      return new DoubleFloat(0);
    case SINGLE:
      return single(0);
    default:
      return 0;
  }
}

export function conjugate(x: unknown): LispNumber {
  if (x instanceof Complex) return new Complex(x.re, neg(x.im) as LispReal);
  return isReal(x) ? x : wrongType(x, "NUMBER");
}

/** An operand's parts; a real has the imaginary part 0, which contagion turns into whatever is needed. */
function parts(x: LispNumber): [LispReal, LispReal] {
  return x instanceof Complex ? [x.re, x.im] : [x, 0];
}

export function addComplex(a: LispNumber, b: LispNumber): LispNumber {
  const [ar, ai] = parts(a);
  const [br, bi] = parts(b);
  return makeComplex(add(ar, br) as LispReal, add(ai, bi) as LispReal);
}

export function subtractComplex(a: LispNumber, b: LispNumber): LispNumber {
  const [ar, ai] = parts(a);
  const [br, bi] = parts(b);
  return makeComplex(sub(ar, br) as LispReal, sub(ai, bi) as LispReal);
}

export function multiplyComplex(a: LispNumber, b: LispNumber): LispNumber {
  const [ar, ai] = parts(a);
  const [br, bi] = parts(b);
  return makeComplex(sub(mul(ar, br), mul(ai, bi)) as LispReal, add(mul(ar, bi), mul(ai, br)) as LispReal);
}

export function divideComplex(a: LispNumber, b: LispNumber): LispNumber {
  const [ar, ai] = parts(a);
  const [br, bi] = parts(b);
  const norm = add(mul(br, br), mul(bi, bi));
  return makeComplex(
    div(add(mul(ar, br), mul(ai, bi)), norm) as LispReal,
    div(sub(mul(ai, br), mul(ar, bi)), norm) as LispReal,
  );
}
