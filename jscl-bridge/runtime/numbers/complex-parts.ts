import { mul, neg } from "./arithmetic.js";
import { wrongType } from "./errors.js";
import { Complex, isReal, type LispNumber, type LispReal, rank, SINGLE } from "./types.js";

/** The parts of a number seen as a complex one (CLHS REALPART, CONJUGATE). */

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
