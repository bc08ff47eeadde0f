import { toDouble, toSingle } from "./floats.js";
import { Complex, DOUBLE, type LispNumber, type LispReal, rank, SINGLE } from "./types.js";

/** Rectangular complex numbers in SBCL's canonical forms (CLHS 12.1.5). */

/** (complex re im): a rational with a zero imaginary part is real; of a float and a rational both become floats. */
export function makeComplex(re: LispReal, im: LispReal): LispNumber {
  const r = Math.max(rank(re), rank(im));
  if (r === DOUBLE) return new Complex(toDouble(re), toDouble(im));
  if (r === SINGLE) return new Complex(toSingle(re), toSingle(im));
  return im === 0 ? re : new Complex(re, im);
}
