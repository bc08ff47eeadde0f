/** Denormalized floats in decimal, with as many digits as SBCL gives them. */

/** Denormalized doubles are multiples of 2 to this power, and so are those of single format. */
const LEAST_EXPONENT = 1074;

/**
 * The shortest text as toExponential's that differs from the value by at most half a unit in the last bit of
 * a mantissa whose first bit is set: SBCL takes a denormalized float to have all bits of its format.
 */
export function shortestDenormal(value: number, isDouble: boolean): string {
  const precision = isDouble ? 53 : 24;
  // In two steps, as the power is no float.
  const mantissa = BigInt(value * 2 ** 1000 * 2 ** (LEAST_EXPONENT - 1000));
  const first = 1n << BigInt(mantissa.toString(2).length - 1);
  for (let length = 0; ; length++) {
    const text = value.toExponential(length);
    const [decimal = "", exponent = ""] = text.split("e");
    const unit = 10n ** BigInt(length - Number(exponent));
    const exact = mantissa * unit;
    const nearest = BigInt(decimal.replace(".", ""));
    for (const digits of [nearest, nearest + 1n]) {
      const error = (digits << BigInt(LEAST_EXPONENT)) - exact;
      // Below a power of two the floats are twice as close.
      const bits = BigInt(precision + (mantissa === first && error < 0n ? 1 : 0));
      if ((error < 0n ? -error : error) << bits <= first * unit) return `${digits}e${exponent}`;
    }
  }
}
