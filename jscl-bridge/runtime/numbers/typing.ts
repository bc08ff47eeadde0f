import { table } from "../objects/table.js";
import { list, sym } from "../signals.js";
import { ge, gt, le, lt } from "./compare.js";
import {
  Complex,
  DoubleFloat,
  isBignum,
  isFixnum,
  isFloat,
  isInteger,
  isNumber,
  isRational,
  isReal,
  isSingle,
  type LispNumber,
  type LispReal,
  MOST_POSITIVE_FIXNUM,
  Ratio,
} from "./types.js";

/** Numbers and type specifiers (CLHS 4.2.3). */

/** TYPE-OF, in SBCL's words. */
export function typeOfNumber(x: LispNumber): unknown {
  if (x === 0 || x === 1) return sym("BIT");
  if (isInteger(x)) {
    if (isFixnum(x)) return x < 0 ? sym("FIXNUM") : list(sym("INTEGER"), 0, MOST_POSITIVE_FIXNUM);
    return x < 0 ? sym("BIGNUM") : list(sym("INTEGER"), MOST_POSITIVE_FIXNUM + 1n);
  }
  if (x instanceof Ratio) return sym("RATIO");
  if (x instanceof Complex) {
    const part = x.re instanceof DoubleFloat ? "DOUBLE-FLOAT" : isFloat(x.re) ? "SINGLE-FLOAT" : "RATIONAL";
    return list(sym("COMPLEX"), sym(part));
  }
  return sym(x instanceof DoubleFloat ? "DOUBLE-FLOAT" : "SINGLE-FLOAT");
}

/** The name of the class of a number: what CLASS-OF finds. */
export function classNameOfNumber(x: LispNumber): string {
  if (isInteger(x)) return isFixnum(x) ? "FIXNUM" : "BIGNUM";
  if (x instanceof Ratio) return "RATIO";
  if (x instanceof Complex) return "COMPLEX";
  return x instanceof DoubleFloat ? "DOUBLE-FLOAT" : "SINGLE-FLOAT";
}

/**
 * One bound of an interval: a number includes it, an array of one number excludes it, anything else is no
 * bound.
 */
export type Bound = unknown;

/** Whether a real lies between two bounds, as in (INTEGER 0 5) or (REAL (0) *). */
export function inInterval(x: LispReal, low: Bound, high: Bound): boolean {
  if (isReal(low) && !ge(x, low)) return false;
  if (Array.isArray(low) && !gt(x, low[0])) return false;
  if (isReal(high) && !le(x, high)) return false;
  return !(Array.isArray(high) && !lt(x, high[0]));
}

function inBits(x: unknown, bits: unknown, isSigned: boolean): boolean {
  if (!isInteger(x)) return false;
  if (!isInteger(bits)) return isSigned || x >= 0;
  const limit = 1n << BigInt(isSigned ? (bits as number) - 1 : bits);
  return x < limit && (isSigned ? x >= -limit : x >= 0);
}

const SIMPLE_TESTS: Readonly<Record<string, (x: unknown) => boolean>> = table({
  NUMBER: isNumber,
  REAL: isReal,
  RATIONAL: isRational,
  INTEGER: isInteger,
  FIXNUM: isFixnum,
  BIGNUM: isBignum,
  BIT: (x) => x === 0 || x === 1,
  RATIO: (x) => x instanceof Ratio,
  FLOAT: isFloat,
  "SHORT-FLOAT": isSingle,
  "SINGLE-FLOAT": isSingle,
  "DOUBLE-FLOAT": (x) => x instanceof DoubleFloat,
  "LONG-FLOAT": (x) => x instanceof DoubleFloat,
  COMPLEX: (x) => x instanceof Complex,
  "UNSIGNED-BYTE": (x) => isInteger(x) && x >= 0,
  "SIGNED-BYTE": isInteger,
});

/** Whether a COMMON-LISP symbol of this name is a numeric type specifier. */
export function isNumericType(name: string): boolean {
  return name in SIMPLE_TESTS || name === "MOD";
}

/**
 * TYPEP for the numeric type specifier `name` with the arguments of its compound form, if any:
 * bounds as in {@link inInterval}, or the size of (UNSIGNED-BYTE n), (SIGNED-BYTE n), (MOD n).
 */
export function isOfNumericType(x: unknown, name: string, ...args: unknown[]): boolean {
  if (name === "MOD") return isInteger(x) && x >= 0 && lt(x, args[0]);
  if (SIMPLE_TESTS[name]?.(x) !== true) return false;
  if (args.length === 0) return true;
  if (name === "UNSIGNED-BYTE" || name === "SIGNED-BYTE") return inBits(x, args[0], name === "SIGNED-BYTE");
  if (name === "COMPLEX") return true;
  return inInterval(x as LispReal, args[0], args[1]);
}
