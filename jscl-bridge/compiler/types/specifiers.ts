/** Type specifiers, as data, as types. */

import { FIXNUM_BITS } from "../../runtime/numbers/types.js";
import {
  ALL,
  ARRAY,
  BIT_VECTOR,
  INSTANCE,
  INTEGER,
  isWhole,
  KEYWORD,
  KINDS,
  MATRIX,
  NULL,
  OTHER_VECTOR,
  SIMPLE_ARRAY,
  SIMPLE_VECTOR,
  STRING,
  TRUE,
  VECTOR,
} from "./kinds.js";
import { ANYTHING, type Facets, intersection, LispType, NOTHING, union } from "./lattice.js";

/** A type specifier as data: a name, a number, or a list. */
export type Specifier = string | bigint | readonly Specifier[];

/** The type that a specifier denotes. */
export function typeOf(specifier: Specifier, text = specifierText(specifier)): LispType {
  return parseSpecifier(specifier).named(text);
}

/** All objects, of which a type that is not followed has some. */
const UNKNOWN = new LispType(ALL, { low: null, high: null, loose: true });

/** The type that a specifier denotes, by a name of its own. */
export function parseSpecifier(specifier: Specifier): LispType {
  if (typeof specifier === "bigint") return UNKNOWN;
  if (typeof specifier === "string") return named(specifier, []);
  const [head, ...rest] = specifier;
  return typeof head === "string" ? named(head, rest) : UNKNOWN;
}

/** The integers of an interval, in a type that a name stands for. */
function interval(low: bigint | null, high: bigint | null): LispType {
  return low !== null && high !== null && low > high ? NOTHING : new LispType(INTEGER, { low, high });
}

function bound(x: Specifier | undefined, open: bigint): bigint | null {
  if (typeof x === "bigint") return x;
  const [exclusive] = Array.isArray(x) ? x : [];
  return typeof exclusive === "bigint" ? exclusive + open : null;
}

function named(name: string, args: readonly Specifier[]): LispType {
  const [first] = args;
  const n = typeof first === "bigint" ? first : null;
  switch (name) {
    case "INTEGER":
      return interval(bound(first, 1n), bound(args[1], -1n));
    case "MOD":
      return interval(0n, n === null ? null : n - 1n);
    case "UNSIGNED-BYTE":
      return interval(0n, n === null ? null : 2n ** n - 1n);
    case "SIGNED-BYTE":
      return n === null ? interval(null, null) : interval(-(2n ** (n - 1n)), 2n ** (n - 1n) - 1n);
    case "BIT":
      return interval(0n, 1n);
    case "FIXNUM":
      return interval(-(2n ** FIXNUM_BITS), 2n ** FIXNUM_BITS - 1n);
    case "OR":
      return args.map((each) => parseSpecifier(each)).reduce(union, NOTHING);
    case "AND":
      return args.map((each) => parseSpecifier(each)).reduce(intersection, ANYTHING);
    case "NOT":
      return complement(parseSpecifier(first ?? "NIL"));
    case "MEMBER":
    case "EQL":
      return members(args);
    case "ARRAY":
    case "SIMPLE-ARRAY":
    case "VECTOR":
      return arrays(name, args);
  }
  return ofName(name, args);
}

function ofName(name: string, args: readonly Specifier[]): LispType {
  if (!Object.hasOwn(KINDS, name)) return UNKNOWN;
  const kinds = KINDS[name] as number;
  const facets: Facets = { low: null, high: null };
  if (args.length > 0 || !isWhole(name)) {
    const nonNegative = typeof args[0] === "string" && /^\d/.test(args[0]);
    return new LispType(kinds, { ...facets, loose: true, nonNegative });
  }
  if (kinds === SIMPLE_VECTOR || (kinds & (OTHER_VECTOR | MATRIX)) === 0 || kinds === VECTOR)
    return new LispType(kinds, facets);
  return name === "SIMPLE-ARRAY" ? arrays(name, []) : new LispType(kinds, facets);
}

/** What is not of a type; where that is only a part of its kinds, the rest of them may be. */
function complement(type: LispType): LispType {
  const { low, high, facets } = type;
  const all = Object.entries(facets).every(([key, value]) => value == null || key === "loose");
  const exact = !type.loose && low === null && high === null && all;
  return exact ? new LispType(ALL & ~type.kinds) : UNKNOWN;
}

function members(args: readonly Specifier[]): LispType {
  const keywords = args.flatMap((each) =>
    typeof each === "string" && each.startsWith(":") ? [each.slice(1)] : [],
  );
  const kinds = args.map(memberKinds).reduce((a, b) => a | b, 0);
  return new LispType(kinds, { low: null, high: null, loose: true, keywords: new Set(keywords) });
}

function memberKinds(x: Specifier): number {
  if (typeof x === "bigint") return INTEGER;
  if (typeof x !== "string") return ALL;
  if (x === "NIL") return NULL;
  if (x === "T") return TRUE;
  return x.startsWith(":") ? KEYWORD : ALL;
}

/** The element types that arrays are specialized to, but T, CHARACTER and BIT, by the names they may have. */
const ELEMENTS: ReadonlyMap<string, string> = new Map([
  ...["NIL", "BASE-CHAR", "SINGLE-FLOAT", "DOUBLE-FLOAT", "FIXNUM"].map((name) => [name, name] as const),
  ...[2, 4, 7, 8, 15, 16, 31, 32, 62, 63, 64].map((n) => `(UNSIGNED-BYTE ${n})`).map((x) => [x, x] as const),
  ...[8, 16, 32, 64].map((n) => `(SIGNED-BYTE ${n})`).map((x) => [x, x] as const),
  ["SHORT-FLOAT", "SINGLE-FLOAT"],
  ["LONG-FLOAT", "DOUBLE-FLOAT"],
  ["(MOD 256)", "(UNSIGNED-BYTE 8)"],
  ["CHARACTER", "CHARACTER"],
  ["STANDARD-CHAR", "CHARACTER"],
  ["BIT", "BIT"],
  ["(MOD 2)", "BIT"],
  ["(UNSIGNED-BYTE 1)", "BIT"],
  ["T", "T"],
  ["SYMBOL", "T"],
  ["LIST", "T"],
  ["INTEGER", "T"],
  ["NUMBER", "T"],
  ["FUNCTION", "T"],
]);

/** What an array for elements of a type is specialized to; undefined where that is not followed. */
export function upgraded(element: Specifier): string | undefined {
  return ELEMENTS.get(specifierText(element));
}

function arrays(name: string, [element = "*", dimensions = "*"]: readonly Specifier[]): LispType {
  const base = name === "VECTOR" ? VECTOR : name === "ARRAY" ? ARRAY : SIMPLE_ARRAY;
  const list = dimensions === "NIL" ? [] : dimensions;
  const sized = Array.isArray(list) ? (list as readonly Specifier[]) : null;
  const count = sized?.length ?? (typeof dimensions === "bigint" ? Number(dimensions) : null);
  const rank = name === "VECTOR" ? 1 : count;
  const ranked = rank === null ? base : rank === 1 ? base & VECTOR : base & MATRIX;
  const of = element === "*" ? "*" : upgraded(element);
  const isSized = name === "VECTOR" ? dimensions !== "*" : sized?.some((each) => each !== "*") === true;
  return new LispType(ofElements(ranked, of, name === "SIMPLE-ARRAY"), {
    low: null,
    high: null,
    element: of === "*" ? undefined : of,
    rank: rank ?? undefined,
    simple: name === "SIMPLE-ARRAY" ? true : undefined,
    loose: isSized || of === undefined,
  });
}

/** Those of some kinds of arrays that may be specialized to `element`. */
function ofElements(kinds: number, element: string | undefined, simple: boolean): number {
  // Simple vectors of all objects, characters and bits are kinds of their own.
  const other = simple ? MATRIX : OTHER_VECTOR | MATRIX;
  switch (element) {
    case "*":
    case undefined:
      return kinds;
    case "CHARACTER":
    case "BASE-CHAR":
    case "NIL":
      return kinds & (STRING | MATRIX);
    case "BIT":
      return kinds & (BIT_VECTOR | other);
    case "T":
      return kinds & (SIMPLE_VECTOR | other);
    default:
      return kinds & (OTHER_VECTOR | MATRIX);
  }
}

function specifierText(specifier: Specifier): string {
  if (typeof specifier === "string") return specifier;
  return typeof specifier === "bigint"
    ? String(specifier)
    : `(${specifier.map((x) => specifierText(x)).join(" ")})`;
}

/** The instances of a structure type, or of a condition or class that nothing more is known of. */
export function instances(
  structure: LispType["facets"]["structure"],
  text: string | (() => string),
): LispType {
  return new LispType(INSTANCE, { low: null, high: null, structure }, text);
}

/** What every function is. */
export const FUNCTION_TYPE = typeOf("FUNCTION");
