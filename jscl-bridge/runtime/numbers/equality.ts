import { numEq } from "./compare.js";
import { exactRational } from "./floats.js";
import {
  Complex,
  DoubleFloat,
  floatValue,
  isFloat,
  type LispNumber,
  type LispReal,
  Ratio,
  SingleFloat,
} from "./types.js";

/** EQL and EQUALP of numbers, and keys under which a JS Map distinguishes numbers as those do. */

/**
 * EQL of two objects of which at least one may be a number: same type and same value; 0.0 and -0.0 differ.
 */
export function numberEql(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object") return false;
  if (a instanceof DoubleFloat) return b instanceof DoubleFloat && Object.is(a.value, b.value);
  if (a instanceof SingleFloat) return b instanceof SingleFloat && Object.is(a.value, b.value);
  if (a instanceof Ratio) return b instanceof Ratio && a.num === b.num && a.den === b.den;
  if (a instanceof Complex) return b instanceof Complex && numberEql(a.re, b.re) && numberEql(a.im, b.im);
  return false;
}

/** EQUALP of two numbers. */
export function numberEqualp(a: LispNumber, b: LispNumber): boolean {
  return numEq(a, b);
}

function floatText(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/**
 * Equal exactly for EQL numbers: the number itself when a Map compares it as EQL does, else a string.
 * Strings start with a marker and a space, so none equals a character (a string of one code point).
 */
export function eqlKey(x: LispNumber): number | bigint | string {
  if (typeof x === "number" || typeof x === "bigint") return x;
  if (x instanceof Ratio) return `r ${x.num}/${x.den}`;
  if (x instanceof SingleFloat) return `s ${floatText(x.value)}`;
  if (x instanceof DoubleFloat) return `d ${floatText(x.value)}`;
  return `c ${eqlText(x.re)} ${eqlText(x.im)}`;
}

/**
 * Keys of numbers. A raw integer and a raw single never print alike in JS; a marker distinguishes both from
 * other keys' texts.
 */
function eqlText(x: LispReal): string {
  return String(eqlKey(x));
}

/** A key that is equal exactly for numbers that are `=`, of any types. */
export function equalpKey(x: LispNumber): number | bigint | string {
  if (x instanceof Complex) {
    return numEq(x.im, 0) ? equalpKey(x.re) : `c ${equalpKey(x.re)} ${equalpKey(x.im)}`;
  }
  if (!isFloat(x)) return eqlKey(x);
  const value = floatValue(x);
  return Number.isFinite(value) ? eqlKey(exactRational(value)) : `f ${value}`;
}
