/** What arrays are specialized to: as SBCL's on 64-bit machines (CLHS 15.1.2.1). */

import {
  Complex,
  DoubleFloat,
  isFixnum,
  isInteger,
  isSingle,
  type LispReal,
  SingleFloat,
} from "../numbers/types.js";
import { carOf, cdrOf } from "../objects/conses.js";
import type { LispCons, LispValue, LispVector } from "../objects/marshal.js";
import { homeName, symbolName } from "../objects/symbols.js";
import { table } from "../objects/table.js";
import {
  bitMark,
  elementTypeMark,
  type FloatFormat,
  makeString,
  setBitMark,
  setElementTypeMark,
  setFloatMark,
  setStringMark,
  stringMark,
} from "../objects/vectors.js";
import { callLisp, INTERNAL_PACKAGE, isCons, isSymbol, list, nil, sym } from "../signals.js";
import { wrongArgument } from "../streams/stream-arguments.js";

export interface ElementType {
  /** Its specifier as it is printed, by which arrays keep it. */
  readonly name: string;
  readonly holds: (x: LispValue) => boolean;
  /** What a new array is filled with. */
  readonly initial: LispValue;
  /** The least and the greatest integer of a type of bytes; null of others. */
  readonly limits: IntegerLimits | null;
}

/** Bounds as JavaScript's numbers, which may be one beyond the integer where it has more than 53 bits. */
interface IntegerLimits {
  readonly low: number;
  readonly high: number;
}

function type(
  name: string,
  initial: LispValue,
  holds: (x: LispValue) => boolean,
  limits: IntegerLimits | null = null,
): ElementType {
  // As V8 keeps the names of properties, and literals: it compares them as it does objects.
  const [unique = name] = Object.keys({ [name]: null });
  return { name: unique, initial, holds, limits };
}

function unsigned(bits: number): ElementType {
  const limit = bits <= 32 ? 2 ** bits : 1n << BigInt(bits);
  const limits = { low: 0, high: 2 ** bits - 1 };
  return type(`(UNSIGNED-BYTE ${bits})`, 0, (x) => isInteger(x) && x >= 0 && x < limit, limits);
}

function signed(bits: number): ElementType {
  const limit = bits <= 32 ? 2 ** (bits - 1) : 1n << BigInt(bits - 1);
  const limits = { low: -(2 ** (bits - 1)), high: 2 ** (bits - 1) - 1 };
  return type(`(SIGNED-BYTE ${bits})`, 0, (x) => isInteger(x) && x >= -limit && x < limit, limits);
}

function complex(name: string, zero: LispReal, isPart: (x: LispValue) => boolean): ElementType {
  return type(`(COMPLEX ${name})`, new Complex(zero, zero), (x) => x instanceof Complex && isPart(x.re));
}

const DOUBLE = "DOUBLE-FLOAT";
const SINGLE = "SINGLE-FLOAT";
const isDouble = (x: LispValue) => x instanceof DoubleFloat;

export const CHARACTER = type("CHARACTER", "\0", (x) => typeof x === "string");
export const BIT = type("BIT", 0, (x) => x === 0 || x === 1);
export const ANY = type("T", 0, () => true);

const BASE_CHAR_LIMIT = 128;
export const BASE_CHAR = type(
  "BASE-CHAR",
  "\0",
  (x) => typeof x === "string" && x.charCodeAt(0) < BASE_CHAR_LIMIT,
);

/**
 * In the order in which SBCL tries them: an array is specialized to the first that has all objects it is made
 * for.
 */
export const ELEMENT_TYPES: readonly ElementType[] = [
  type("NIL", 0, () => false),
  BASE_CHAR,
  CHARACTER,
  type(SINGLE, new SingleFloat(0), isSingle),
  type(DOUBLE, new DoubleFloat(0), isDouble),
  BIT,
  ...[2, 4, 7, 8, 15, 16, 31, 32, 62, 63, 64].map(unsigned),
  ...[8, 16, 32].map(signed),
  type("FIXNUM", 0, isFixnum),
  signed(64),
  complex(SINGLE, new SingleFloat(0), isSingle),
  complex(DOUBLE, new DoubleFloat(0), isDouble),
  ANY,
];

const byName: Record<string, ElementType> = Object.create(null);
for (const each of ELEMENT_TYPES) byName[each.name] = each;

/** The least and the greatest integer of an element type of bytes, by its name; null for others. */
export function integerLimits(name: string): IntegerLimits | null {
  return byName[name]?.limits ?? null;
}

export function specifierOf({ name }: ElementType): LispValue {
  const [, head, argument] = /^\((\S+) (\S+)\)$/.exec(name) ?? [];
  if (head === undefined || argument === undefined) return sym(name);
  return list(sym(head), /^\d/.test(argument) ? Number(argument) : sym(argument));
}

export function elementTypeOf(array: LispVector): ElementType {
  if (bitMark(array) === undefined) return stringMark(array) === 1 ? CHARACTER : ANY;
  return bitMark(array) ? BIT : (byName[elementTypeMark(array) as string] as ElementType);
}

/** Whether an array can have `element` among its elements. */
export function holds(array: LispVector, element: LispValue): boolean {
  // The usual case of numeric programs, without a look-up.
  if (elementTypeMark(array) === DOUBLE) return element instanceof DoubleFloat;
  return elementTypeOf(array).holds(element);
}

/** Marks a new array as one of the type; only vectors of characters are strings. */
export function specialize(array: LispVector, to: ElementType, isVector = true): void {
  if (to === ANY) return;
  if (typeof to.initial === "string" && isVector) setStringMark(array, 1);
  if (to === CHARACTER && isVector) return;
  setBitMark(array, to === BIT);
  if (to !== BIT) setElementTypeMark(array, to.name);
  const format = floatFormat(to.name);
  if (format !== null) setFloatMark(array, format);
}

/** How arrays hold floats that are specialized to a type, by its name; null where they hold objects. */
export function floatFormat(name: string): FloatFormat | null {
  return name === DOUBLE ? "double" : name === SINGLE ? "single" : null;
}

/** A new vector without elements, of the element type of another. */
export function emptyLike(array: LispVector): LispVector {
  const vector: LispVector = [];
  specialize(vector, elementTypeOf(array));
  return vector;
}

/** Frequent types that need no search. */
const UPGRADED: Record<string, string> = table({
  ...Object.fromEntries("* INTEGER NUMBER REAL FLOAT SYMBOL LIST CONS".split(" ").map((name) => [name, "T"])),
  "STANDARD-CHAR": "BASE-CHAR",
  "EXTENDED-CHAR": "CHARACTER",
  "SHORT-FLOAT": SINGLE,
  "LONG-FLOAT": DOUBLE,
});

/** The type of a specifier that takes no search; undefined for others. */
function frequent(specifier: LispValue): ElementType | undefined {
  const head = isCons(specifier) ? carOf(specifier) : specifier;
  if (!isSymbol(head) || homeName(head) !== "COMMON-LISP") return undefined;
  if (!isCons(specifier)) return byName[UPGRADED[symbolName(head)] ?? symbolName(head)];
  const arguments_ = cdrOf(specifier) as LispCons;
  const first = carOf(arguments_);
  const rest = cdrOf(arguments_);
  return rest === nil() && typeof first === "number" ? byName[`(${symbolName(head)} ${first})`] : undefined;
}

/** What arrays made for elements of the type are specialized to; null when there is no such type. */
export function upgradedIfKnown(specifier: LispValue): ElementType | null {
  const known = frequent(specifier);
  if (known !== undefined) return known;
  const index = callLisp("UPGRADED-ELEMENT-TYPE", INTERNAL_PACKAGE, specifier);
  return typeof index === "number" ? (ELEMENT_TYPES[index] as ElementType) : null;
}

/** What arrays made for elements of the type are specialized to; an error when there is no such type. */
export function upgraded(specifier: LispValue): ElementType {
  if (specifier === undefined) return ANY;
  return (
    upgradedIfKnown(specifier) ?? (callLisp("UNDEFINED-ELEMENT-TYPE", INTERNAL_PACKAGE, specifier) as never)
  );
}

/** Signals TYPE-ERROR when an array of this type cannot hold `element`. */
export function checkElement(to: ElementType, element: LispValue): void {
  if (!to.holds(element)) {
    const context = makeString(`setting an element of (ARRAY ${to.name})`);
    wrongArgument(element, specifierOf(to), context);
  }
}
