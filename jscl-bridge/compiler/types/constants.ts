/** The types of objects that the source text holds. */

import { isComplex, isDouble, isInteger, isRatio, isSingle } from "../../runtime/numbers.js";
import type { LispSymbol, LispValue, LispVector } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import {
  adjustableMark,
  bitMark,
  dimensionListOf,
  elementTypeMark,
  fillPointerOf,
  isLispString,
} from "../../runtime/objects/vectors.js";
import type { CompilerHost } from "../host.js";
import { isCons, isSymbol } from "../syntax/forms.js";
import {
  ALL,
  BIT_VECTOR,
  CHARACTER,
  COMPLEX,
  CONS,
  DOUBLE,
  FUNCTION,
  INTEGER,
  KEYWORD,
  MATRIX,
  NULL,
  OTHER_SYMBOL,
  RATIO,
  SIMPLE_STRING,
  SIMPLE_VECTOR,
  SINGLE,
  TRUE,
} from "./kinds.js";
import { type Facets, LispType } from "./lattice.js";

const NO_BOUNDS = { low: null, high: null } as const;

const only = (text: string | (() => string), kinds: number, value: LispValue, more: Partial<Facets> = {}) =>
  new LispType(kinds, { ...NO_BOUNDS, constant: { value }, ...more }, text);

/** The type of an object that the source text holds. */
export function typeOfConstant(host: CompilerHost, value: LispValue): LispType {
  if (isSymbol(value)) return typeOfSymbol(host, value);
  if (isCons(value)) return only("CONS", CONS, value);
  if (typeof value === "string")
    return only(isStandard(value) ? "STANDARD-CHAR" : "CHARACTER", CHARACTER, value, { loose: true });
  if (Array.isArray(value) && !isSimple(value as LispVector)) return only("T", ALL, value);
  if (isLispString(value)) {
    const { length } = value;
    // It may be specialized to fewer characters.
    return only(`(SIMPLE-ARRAY CHARACTER (${length}))`, SIMPLE_STRING, value, { dimensions: [length] });
  }
  const number = typeOfNumber(host, value);
  if (number !== null) return number;
  if (typeof value === "function") return only("FUNCTION", FUNCTION, value);
  return Array.isArray(value) ? typeOfArray(value as LispVector) : only("T", ALL, value);
}

function typeOfSymbol(host: CompilerHost, symbol: LispSymbol): LispType {
  if (symbol === host.nil) return only("NULL", NULL, symbol);
  const text = (): string => `(MEMBER ${host.printQualified(symbol)})`;
  if (symbol === host.t) return only(text, TRUE, symbol);
  if (homeName(symbol) !== "KEYWORD") return only(text, OTHER_SYMBOL, symbol);
  return only(text, KEYWORD, symbol, { keywords: new Set([symbolName(symbol)]) });
}

function isStandard(character: string): boolean {
  return character === "\n" || /^[ -~]$/.test(character);
}

function typeOfNumber(host: CompilerHost, value: LispValue): LispType | null {
  const text = (name: string) => (): string => `(${name} ${host.print(value)} ${host.print(value)})`;
  if (isInteger(value)) {
    const n = BigInt(value);
    return only(text("INTEGER"), INTEGER, value, { low: n, high: n });
  }
  if (isRatio(value)) return only(text("RATIONAL"), RATIO, value);
  if (isSingle(value)) return only(text("SINGLE-FLOAT"), SINGLE, value, sign(value));
  if (isDouble(value)) return only(text("DOUBLE-FLOAT"), DOUBLE, value, sign(value));
  return isComplex(value) ? only("COMPLEX", COMPLEX, value) : null;
}

/** Whether a float is surely not negative. */
function sign(value: LispValue): Partial<Facets> {
  const x = typeof value === "number" ? value : (value as { value: number }).value;
  return x >= 0 && !Object.is(x, -0) ? { nonNegative: true } : {};
}

function isSimple(array: LispVector): boolean {
  return typeof fillPointerOf(array) !== "number" && adjustableMark(array) !== true;
}

function typeOfArray(value: LispVector): LispType {
  const { length } = value;
  const isVector = dimensionListOf(value) === undefined;
  if (isVector && bitMark(value) === true) return only(`(SIMPLE-BIT-VECTOR ${length})`, BIT_VECTOR, value);
  if (isVector && elementTypeMark(value) === undefined)
    return only(`(SIMPLE-VECTOR ${length})`, SIMPLE_VECTOR, value, { dimensions: [length] });
  return only("T", ALL, value);
}

/** The type of simple arrays of any elements with these dimensions. */
export function typeOfDimensions(dimensions: readonly number[]): LispType {
  const [length] = dimensions;
  const isVector = dimensions.length === 1;
  const text = isVector ? `(SIMPLE-VECTOR ${length})` : `(SIMPLE-ARRAY T (${dimensions.join(" ")}))`;
  const shape = isVector ? {} : { element: "T", rank: dimensions.length, simple: true };
  return new LispType(isVector ? SIMPLE_VECTOR : MATRIX, { ...NO_BOUNDS, dimensions, ...shape }, text);
}
