/**
 * Types as far as the compiler reasons about them: which kinds of objects they admit, and for integers in
 * which interval. Enough to see that two types have nothing in common; types it cannot follow admit
 * everything.
 */

import { FIXNUM_BITS } from "../../runtime/numbers/types.js";
import { isComplex, isDouble, isInteger, isRatio, isSingle } from "../../runtime/numbers.js";
import type { LispSymbol, LispValue, LispVector } from "../../runtime/objects/marshal.js";
import { homeName } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import { bitMark, dimensionListOf, isLispString } from "../../runtime/objects/vectors.js";
import type { CompilerHost } from "../host.js";
import { isCons, isSymbol } from "../syntax/forms.js";

export interface LispType {
  /** As SBCL prints it. */
  text: string;
  kinds: number;
  /** Bounds of its integers; null for none. */
  low: bigint | null;
  high: bigint | null;
  /** The dimensions of an array, where they are known. */
  dimensions?: readonly number[];
  /** The object, where it is the only one. */
  constant?: { value: LispValue };
}

let next = 1;
const kind = (): number => {
  const bit = next;
  next *= 2;
  return bit;
};

const NULL = kind();
const TRUE = kind();
const KEYWORD = kind();
const OTHER_SYMBOL = kind();
const CONS = kind();
const INTEGER = kind();
const RATIO = kind();
const SINGLE = kind();
const DOUBLE = kind();
const COMPLEX = kind();
const CHARACTER = kind();
const SIMPLE_STRING = kind();
const OTHER_STRING = kind();
const SIMPLE_VECTOR = kind();
const BIT_VECTOR = kind();
const OTHER_VECTOR = kind();
const MATRIX = kind();
const FUNCTION = kind();
const HASH_TABLE = kind();
const PACKAGE = kind();
const PATHNAME = kind();
const STREAM = kind();
const CONDITION = kind();
const CLASS = kind();
const READTABLE = kind();
const RANDOM_STATE = kind();
const INSTANCE = kind();
const ALL = next - 1;

const SYMBOL = NULL | TRUE | KEYWORD | OTHER_SYMBOL;
const REAL = INTEGER | RATIO | SINGLE | DOUBLE;
const NUMBER = REAL | COMPLEX;
const STRING = SIMPLE_STRING | OTHER_STRING;
const VECTOR = STRING | SIMPLE_VECTOR | BIT_VECTOR | OTHER_VECTOR;
const ARRAY = VECTOR | MATRIX;
// Vectors of other elements, and those with fill pointers, are one kind: it may be simple or not.
const SIMPLE_ARRAY = ARRAY & ~OTHER_STRING;

const KINDS: Readonly<Record<string, number>> = table({
  T: ALL,
  NIL: 0,
  NULL,
  LIST: NULL | CONS,
  CONS,
  ATOM: ALL & ~CONS,
  SYMBOL,
  KEYWORD,
  BOOLEAN: NULL | TRUE,
  NUMBER,
  REAL,
  RATIONAL: INTEGER | RATIO,
  RATIO,
  INTEGER,
  FIXNUM: INTEGER,
  BIGNUM: INTEGER,
  BIT: INTEGER,
  "UNSIGNED-BYTE": INTEGER,
  "SIGNED-BYTE": INTEGER,
  MOD: INTEGER,
  FLOAT: SINGLE | DOUBLE,
  "SINGLE-FLOAT": SINGLE,
  "SHORT-FLOAT": SINGLE,
  "DOUBLE-FLOAT": DOUBLE,
  "LONG-FLOAT": DOUBLE,
  COMPLEX,
  CHARACTER,
  "STANDARD-CHAR": CHARACTER,
  "BASE-CHAR": CHARACTER,
  "EXTENDED-CHAR": CHARACTER,
  STRING,
  "SIMPLE-STRING": SIMPLE_STRING,
  "BASE-STRING": STRING,
  "SIMPLE-BASE-STRING": SIMPLE_STRING,
  VECTOR,
  "SIMPLE-VECTOR": SIMPLE_VECTOR,
  "BIT-VECTOR": BIT_VECTOR | OTHER_VECTOR,
  "SIMPLE-BIT-VECTOR": BIT_VECTOR,
  ARRAY,
  "SIMPLE-ARRAY": SIMPLE_ARRAY,
  SEQUENCE: NULL | CONS | VECTOR,
  FUNCTION,
  "COMPILED-FUNCTION": FUNCTION,
  "GENERIC-FUNCTION": FUNCTION,
  "STANDARD-GENERIC-FUNCTION": FUNCTION,
  "HASH-TABLE": HASH_TABLE,
  PACKAGE,
  PATHNAME,
  STREAM,
  "FILE-STREAM": STREAM,
  "SYNONYM-STREAM": STREAM,
  "BROADCAST-STREAM": STREAM,
  "CONCATENATED-STREAM": STREAM,
  "TWO-WAY-STREAM": STREAM,
  "ECHO-STREAM": STREAM,
  CONDITION,
  CLASS,
  "STRUCTURE-OBJECT": INSTANCE,
  "STANDARD-OBJECT": INSTANCE,
  READTABLE,
  "RANDOM-STATE": RANDOM_STATE,
});

/** Types that are only parts of their kinds: what is not of them may be of the same kind. */
const PARTS: ReadonlySet<string> = new Set(
  `BIGNUM BIT-VECTOR STANDARD-CHAR BASE-CHAR EXTENDED-CHAR BASE-STRING SIMPLE-BASE-STRING COMPILED-FUNCTION GENERIC-FUNCTION
  STANDARD-GENERIC-FUNCTION FILE-STREAM SYNONYM-STREAM BROADCAST-STREAM CONCATENATED-STREAM TWO-WAY-STREAM ECHO-STREAM
  STRUCTURE-OBJECT STANDARD-OBJECT`.split(/\s+/),
);

/** Whether the objects of a type are all those of its kinds. */
function isWhole(name: string): boolean {
  return Object.hasOwn(KINDS, name) && !PARTS.has(name);
}

/** A type specifier as data: a name, a number, or a list. */
export type Specifier = string | bigint | readonly Specifier[];

export const ANYTHING: LispType = { text: "T", kinds: ALL, low: null, high: null };

/** The type that a specifier denotes. */
export function typeOf(specifier: Specifier, text = specifierText(specifier)): LispType {
  const type = { ...parse(specifier), text };
  return type;
}

const bounds = (low: bigint | null, high: bigint | null) => ({ low, high });
const NO_BOUNDS = bounds(null, null);

function parse(specifier: Specifier): Omit<LispType, "text"> {
  if (typeof specifier === "bigint") return { kinds: ALL, ...NO_BOUNDS };
  if (typeof specifier === "string") return named(specifier, []);
  const [head, ...rest] = specifier;
  return typeof head === "string" ? named(head, rest) : { kinds: ALL, ...NO_BOUNDS };
}

function named(name: string, args: readonly Specifier[]): Omit<LispType, "text"> {
  const integer = (i: number): bigint | null => {
    const x = args[i];
    return typeof x === "bigint" ? x : null;
  };
  switch (name) {
    case "INTEGER":
      return { kinds: INTEGER, ...bounds(integer(0), integer(1)) };
    case "MOD": {
      const n = integer(0);
      return { kinds: INTEGER, ...bounds(0n, n === null ? null : n - 1n) };
    }
    case "UNSIGNED-BYTE": {
      const n = integer(0);
      return { kinds: INTEGER, ...bounds(0n, n === null ? null : 2n ** n - 1n) };
    }
    case "SIGNED-BYTE": {
      const n = integer(0);
      return { kinds: INTEGER, ...(n === null ? NO_BOUNDS : bounds(-(2n ** (n - 1n)), 2n ** (n - 1n) - 1n)) };
    }
    case "BIT":
      return { kinds: INTEGER, ...bounds(0n, 1n) };
    case "FIXNUM":
      return { kinds: INTEGER, ...bounds(-(2n ** FIXNUM_BITS), 2n ** FIXNUM_BITS - 1n) };
    case "OR":
      return args.map(parse).reduce(unionOf, { kinds: 0, ...NO_BOUNDS });
    case "AND":
      return args.map(parse).reduce(intersection, { kinds: ALL, ...NO_BOUNDS });
    case "NOT": {
      const [of] = args;
      const type = parse(of ?? "NIL");
      const exact = typeof of === "string" && isWhole(of) && type.low === null && type.high === null;
      return { kinds: exact ? ALL & ~type.kinds : ALL, ...NO_BOUNDS };
    }
    case "MEMBER":
    case "EQL":
      return { kinds: args.map(memberKinds).reduce((a, b) => a | b, 0), ...NO_BOUNDS };
    case "ARRAY":
    case "SIMPLE-ARRAY":
    case "VECTOR":
      return { kinds: arrayKinds(name, args), ...NO_BOUNDS };
  }
  const kinds = Object.hasOwn(KINDS, name) ? (KINDS[name] as number) : ALL;
  return { kinds, ...NO_BOUNDS };
}

function memberKinds(x: Specifier): number {
  if (typeof x === "bigint") return INTEGER;
  if (typeof x !== "string") return ALL;
  if (x === "NIL") return NULL;
  if (x === "T") return TRUE;
  return x.startsWith(":") ? KEYWORD : ALL;
}

function arrayKinds(name: string, [element = "*", dimensions = "*"]: readonly Specifier[]): number {
  const base = name === "VECTOR" ? VECTOR : name === "ARRAY" ? ARRAY : SIMPLE_ARRAY;
  const rank = name === "VECTOR" ? 1 : Array.isArray(dimensions) ? dimensions.length : null;
  const ranked = rank === null ? base : rank === 1 ? base & VECTOR : base & MATRIX;
  switch (element) {
    case "*":
      return ranked;
    case "CHARACTER":
      return ranked & (STRING | MATRIX);
    case "BIT":
      return ranked & (BIT_VECTOR | OTHER_VECTOR | MATRIX);
    case "T":
      return ranked & (SIMPLE_VECTOR | OTHER_VECTOR | MATRIX);
    default:
      return ranked;
  }
}

const least = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a < b ? a : b);
const greatest = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a > b ? a : b);

type Untitled = Omit<LispType, "text">;

function unionOf(a: Untitled, b: Untitled): Untitled {
  if ((a.kinds & INTEGER) === 0) return { kinds: a.kinds | b.kinds, ...bounds(b.low, b.high) };
  if ((b.kinds & INTEGER) === 0) return { kinds: a.kinds | b.kinds, ...bounds(a.low, a.high) };
  return { kinds: a.kinds | b.kinds, ...bounds(least(a.low, b.low), greatest(a.high, b.high)) };
}

function intersection(a: Untitled, b: Untitled): Untitled {
  const low = a.low === null ? b.low : b.low === null ? a.low : a.low > b.low ? a.low : b.low;
  const high = a.high === null ? b.high : b.high === null ? a.high : a.high < b.high ? a.high : b.high;
  return { kinds: a.kinds & b.kinds, low, high };
}

/** Whether no object is of both types. */
export function disjoint(a: LispType, b: LispType): boolean {
  const common = a.kinds & b.kinds;
  if (common === 0) return true;
  if (common !== INTEGER) return false;
  const above = (x: bigint | null, y: bigint | null): boolean => x !== null && y !== null && x > y;
  return above(a.low, b.high) || above(b.low, a.high);
}

/** Whether each object of `a` is surely of `b`. */
export function subtype(a: LispType, b: LispType): boolean {
  if ((a.kinds & ~b.kinds) !== 0) return false;
  if ((a.kinds & INTEGER) === 0) return true;
  const within = (inner: bigint | null, outer: bigint | null, sign: bigint): boolean =>
    outer === null || (inner !== null && inner * sign <= outer * sign);
  return within(a.high, b.high, 1n) && within(a.low, b.low, -1n);
}

function specifierText(specifier: Specifier): string {
  if (typeof specifier === "string") return specifier;
  return typeof specifier === "bigint"
    ? String(specifier)
    : `(${specifier.map((x) => specifierText(x)).join(" ")})`;
}

const titled = (text: string, kinds: number, value: LispValue): LispType => {
  return { text, kinds, low: null, high: null, constant: { value } };
};

/** The type of an object that the source text holds. */
export function typeOfConstant(host: CompilerHost, value: LispValue): LispType {
  if (isSymbol(value)) return typeOfSymbol(host, value);
  if (isCons(value)) return titled("CONS", CONS, value);
  if (typeof value === "string")
    return titled(isStandard(value) ? "STANDARD-CHAR" : "CHARACTER", CHARACTER, value);
  if (isLispString(value)) {
    return {
      ...titled(`(SIMPLE-ARRAY CHARACTER (${value.length}))`, SIMPLE_STRING, value),
      dimensions: [value.length],
    };
  }
  const number = typeOfNumber(host, value);
  if (number !== null) return number;
  if (typeof value === "function") return titled("FUNCTION", FUNCTION, value);
  if (Array.isArray(value)) return typeOfArray(value as LispVector);
  return { ...ANYTHING, constant: { value } };
}

function typeOfSymbol(host: CompilerHost, symbol: LispSymbol): LispType {
  if (symbol === host.nil) return titled("NULL", NULL, symbol);
  const text = `(MEMBER ${host.printQualified(symbol)})`;
  if (symbol === host.t) return titled(text, TRUE, symbol);
  return titled(text, homeName(symbol) === "KEYWORD" ? KEYWORD : OTHER_SYMBOL, symbol);
}

function isStandard(character: string): boolean {
  return character === "\n" || /^[ -~]$/.test(character);
}

function typeOfNumber(host: CompilerHost, value: LispValue): LispType | null {
  const text = (name: string): string => `(${name} ${host.print(value)} ${host.print(value)})`;
  if (isInteger(value)) {
    const n = BigInt(value);
    return { text: text("INTEGER"), kinds: INTEGER, low: n, high: n, constant: { value } };
  }
  if (isRatio(value)) return titled(text("RATIONAL"), RATIO, value);
  if (isSingle(value)) return titled(text("SINGLE-FLOAT"), SINGLE, value);
  if (isDouble(value)) return titled(text("DOUBLE-FLOAT"), DOUBLE, value);
  return isComplex(value) ? titled("COMPLEX", COMPLEX, value) : null;
}

function typeOfArray(value: LispVector): LispType {
  if (bitMark(value) === true) return titled(`(SIMPLE-BIT-VECTOR ${value.length})`, BIT_VECTOR, value);
  if (dimensionListOf(value) === undefined) {
    return { ...titled(`(SIMPLE-VECTOR ${value.length})`, SIMPLE_VECTOR, value), dimensions: [value.length] };
  }
  return { ...ANYTHING, constant: { value } };
}

/** The type of simple arrays of any elements with these dimensions. */
export function typeOfDimensions(dimensions: readonly number[]): LispType {
  const [length] = dimensions;
  const text =
    dimensions.length === 1 ? `(SIMPLE-VECTOR ${length})` : `(SIMPLE-ARRAY T (${dimensions.join(" ")}))`;
  return { text, kinds: dimensions.length === 1 ? SIMPLE_VECTOR : MATRIX, low: null, high: null, dimensions };
}

/** The type of objects of either type. */
export function union(a: LispType, b: LispType): LispType {
  if (a.text === b.text) return a;
  const both = unionOf(a, b);
  const integers = a.kinds === INTEGER && b.kinds === INTEGER;
  const text = integers ? `(INTEGER ${both.low ?? "*"} ${both.high ?? "*"})` : `(OR ${a.text} ${b.text})`;
  return { ...both, text };
}
