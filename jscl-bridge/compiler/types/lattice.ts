/**
 * Types as far as the compiler reasons about them: which kinds of objects they admit, integers of which
 * interval, arrays of which shape. A type may admit more than it says, and then is `loose`: enough to see
 * that two types have nothing in common, or that all objects of one are of another that is not loose.
 */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { ALL, ARRAY, DOUBLE, INTEGER, KEYWORD, MATRIX, OTHER_VECTOR, SINGLE } from "./kinds.js";
import { describe, unionText } from "./text.js";

/** What is known beyond the kinds; what is missing is not known. */
export interface Facets {
  /** Bounds of its integers; null for none. */
  readonly low: bigint | null;
  readonly high: bigint | null;
  /** The dimensions of an array, where they are known. */
  readonly dimensions?: readonly number[] | undefined;
  /** The object, where it is the only one. */
  readonly constant?: { readonly value: LispValue } | undefined;
  /** What the arrays are specialized to, by the name of `library/element-types.ts`. */
  readonly element?: string | undefined;
  /** How many dimensions the arrays have. */
  readonly rank?: number | undefined;
  /** Whether the arrays are all simple, or all not. */
  readonly simple?: boolean | undefined;
  /** The name of the structure type that instances are of. */
  readonly structure?: LispSymbol | undefined;
  /** No float is less than zero, or NaN. */
  readonly nonNegative?: boolean | undefined;
  /** The names of the only keywords that are of it. */
  readonly keywords?: ReadonlySet<string> | undefined;
  /** Some objects that it seems to admit are not of the type. */
  readonly loose?: boolean | undefined;
}

const UNBOUNDED: Facets = { low: null, high: null };

export class LispType {
  readonly low: bigint | null;
  readonly high: bigint | null;

  constructor(
    readonly kinds: number,
    readonly facets: Facets = UNBOUNDED,
    /** As SBCL prints it; what makes it, or null where it follows from the rest. */
    private title: string | (() => string) | null = null,
  ) {
    this.low = (kinds & INTEGER) === 0 ? null : facets.low;
    this.high = (kinds & INTEGER) === 0 ? null : facets.high;
  }

  /** As SBCL prints it. */
  get text(): string {
    if (typeof this.title !== "string") this.title = this.title === null ? describe(this) : this.title();
    return this.title;
  }

  get constant(): { readonly value: LispValue } | undefined {
    return this.facets.constant;
  }

  get dimensions(): readonly number[] | undefined {
    return this.facets.dimensions;
  }

  get loose(): boolean {
    return this.facets.loose === true;
  }

  /** The same type by another name. */
  named(text: string | (() => string)): LispType {
    return new LispType(this.kinds, this.facets, text);
  }

  /** The type of some of its objects. */
  loosened(): LispType {
    return new LispType(this.kinds, { ...this.facets, loose: true }, this.title);
  }
}

export const ANYTHING = new LispType(ALL, UNBOUNDED, "T");
/** The type of what there is not. */
export const NOTHING = new LispType(0, UNBOUNDED, "NIL");

/** The integers of an interval. */
export function integers(low: bigint | null, high: bigint | null): LispType {
  return new LispType(INTEGER, { low, high });
}

const least = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a < b ? a : b);
const greatest = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a > b ? a : b);
const lower = (a: bigint | null, b: bigint | null) => (a === null ? b : b === null ? a : a < b ? a : b);
const higher = (a: bigint | null, b: bigint | null) => (a === null ? b : b === null ? a : a > b ? a : b);

/** Kinds whose arrays are of shapes that the kind itself does not tell. */
const SHAPED = OTHER_VECTOR | MATRIX;
const FLOAT = SINGLE | DOUBLE;

/** Which facets speak of the objects of some kinds. */
const speaks = (kinds: number, of: number): boolean => (kinds & of) !== 0;

function sameDimensions(a: readonly number[] | undefined, b: readonly number[] | undefined): boolean {
  return a === b || (a !== undefined && a.length === b?.length && a.every((n, i) => n === b[i]));
}

function sameConstant(a: LispType, b: LispType): boolean {
  return a.constant === b.constant || (b.constant !== undefined && a.constant?.value === b.constant.value);
}

/** A facet of the objects of `kinds` that both types have, where both have such objects. */
function common<T>(a: LispType, b: LispType, kinds: number, x: T | undefined, y: T | undefined) {
  if (!speaks(a.kinds, kinds)) return y;
  if (!speaks(b.kinds, kinds)) return x;
  return x === y ? x : undefined;
}

/** Whether the keywords of a type, which are not known of all types, are all among others. */
function allAmong(some: ReadonlySet<string> | undefined, others: ReadonlySet<string>): boolean {
  return some !== undefined && [...some].every((each) => others.has(each));
}

/** The keywords of either type; undefined where they may be any. */
function eitherKeywords(a: LispType, b: LispType): ReadonlySet<string> | undefined {
  const [x, y] = [a.facets.keywords, b.facets.keywords];
  if (!speaks(a.kinds, KEYWORD)) return y;
  if (!speaks(b.kinds, KEYWORD)) return x;
  return x === undefined || y === undefined ? undefined : new Set([...x, ...y]);
}

/** The type of objects of either type. */
export function union(a: LispType, b: LispType): LispType {
  if (a === b || includes(a, b)) return a;
  if (includes(b, a)) return b;
  const [x, y] = [a.facets, b.facets];
  const [withA, withB] = [speaks(a.kinds, INTEGER), speaks(b.kinds, INTEGER)];
  const kinds = a.kinds | b.kinds;
  const dimensions = sameDimensions(x.dimensions, y.dimensions) ? x.dimensions : undefined;
  const facets: Facets = {
    low: withA && withB ? least(a.low, b.low) : withA ? a.low : b.low,
    high: withA && withB ? greatest(a.high, b.high) : withA ? a.high : b.high,
    dimensions: speaks(a.kinds, ARRAY) && speaks(b.kinds, ARRAY) ? dimensions : undefined,
    element: common(a, b, SHAPED, x.element, y.element),
    rank: common(a, b, SHAPED, x.rank, y.rank),
    simple: common(a, b, SHAPED, x.simple, y.simple),
    structure: x.structure === y.structure ? x.structure : undefined,
    nonNegative: common(a, b, FLOAT, x.nonNegative, y.nonNegative),
    keywords: eitherKeywords(a, b),
    loose: a.loose || b.loose,
  };
  return new LispType(kinds, facets, kinds === INTEGER ? null : () => unionText(a, b));
}

/** The type of values of which some are of either type; null where nothing is known of them. */
export function joined(a: LispType | null, b: LispType | null): LispType | null {
  if (a === null || b === null) return null;
  const both = union(a, b);
  return both.kinds === ALL && both.low === null && both.high === null ? null : both;
}

/** The type of objects of both types; it may admit more, and then is loose. */
export function intersection(a: LispType, b: LispType): LispType {
  if (a === b || includes(b, a)) return a;
  if (includes(a, b)) return b;
  const [x, y] = [a.facets, b.facets];
  const kinds = a.kinds & b.kinds;
  const constant = a.constant ?? b.constant;
  const facets: Facets = {
    low: higher(a.low, b.low),
    high: lower(a.high, b.high),
    dimensions: x.dimensions ?? y.dimensions,
    constant: constant !== undefined && kinds !== 0 ? constant : undefined,
    element: x.element ?? y.element,
    rank: x.rank ?? y.rank,
    simple: x.simple ?? y.simple,
    structure: x.structure ?? y.structure,
    nonNegative: x.nonNegative ?? y.nonNegative,
    keywords: x.keywords ?? y.keywords,
    loose: a.loose || b.loose,
  };
  // What is more than its kinds is best told by the words of the narrower type.
  const title = a.loose || b.loose || a.constant ? (y.loose ? () => b.text : () => a.text) : null;
  return new LispType(kinds, facets, title);
}

const differ = <T>(x: T | undefined, y: T | undefined): boolean =>
  x !== undefined && y !== undefined && x !== y;

/** Whether no object is of both types. */
export function disjoint(a: LispType, b: LispType): boolean {
  const both = a.kinds & b.kinds;
  if (both === 0) return true;
  if (both === INTEGER) {
    const above = (x: bigint | null, y: bigint | null): boolean => x !== null && y !== null && x > y;
    return above(a.low, b.high) || above(b.low, a.high);
  }
  const [x, y] = [a.facets, b.facets];
  if (both === KEYWORD && x.keywords !== undefined && y.keywords !== undefined)
    return [...x.keywords].every((each) => y.keywords?.has(each) === false);
  if ((both & ~SHAPED) !== 0) return false;
  return differ(x.element, y.element) || differ(x.rank, y.rank) || differ(x.simple, y.simple);
}

/** Whether each object of `a` is surely of `b`. */
export function subtype(a: LispType, b: LispType): boolean {
  return a === b || (!b.loose && includes(b, a));
}

/** Whether all that `a` admits is admitted by `b`, as far as they say. */
function includes(b: LispType, a: LispType): boolean {
  if (a.kinds === 0) return true;
  if ((a.kinds & ~b.kinds) !== 0) return false;
  if (b.loose && !(a.loose && a.kinds === b.kinds)) return false;
  if (b.constant !== undefined && !sameConstant(a, b)) return false;
  if (speaks(a.kinds, INTEGER)) {
    if (b.high !== null && (a.high === null || a.high > b.high)) return false;
    if (b.low !== null && (a.low === null || a.low < b.low)) return false;
  }
  const [x, y] = [a.facets, b.facets];
  if (speaks(a.kinds, ARRAY) && y.dimensions !== undefined && !sameDimensions(x.dimensions, y.dimensions))
    return false;
  if (speaks(a.kinds, SHAPED)) {
    if (y.element !== undefined && x.element !== y.element) return false;
    if (y.rank !== undefined && x.rank !== y.rank) return false;
    if (y.simple !== undefined && x.simple !== y.simple) return false;
  }
  if (speaks(a.kinds, KEYWORD) && y.keywords !== undefined && !allAmong(x.keywords, y.keywords)) return false;
  if (y.structure !== undefined && x.structure !== y.structure) return false;
  return y.nonNegative !== true || !speaks(a.kinds, FLOAT) || x.nonNegative === true;
}

/** Whether both say the same. */
export function sameType(a: LispType | null, b: LispType | null): boolean {
  if (a === b || a === null || b === null) return a === b;
  return a.kinds === b.kinds && a.loose === b.loose && includes(a, b) && includes(b, a);
}

const BOUNDS = [31n, 53n, 62n].map((bits) => 2n ** bits);
const UPPER = BOUNDS.map((n) => n - 1n);
const LOWER = [-1n, ...BOUNDS.map((n) => -n)];

/** A type that has all of both, and of which there are few: what grew from `a` to `b` may go on to grow. */
export function widen(a: LispType, b: LispType): LispType {
  const both = union(a, b);
  if (both === a || (both.kinds & INTEGER) === 0) return both;
  const { low, high } = both;
  const isLower = low !== null && (a.low === null || low < a.low) && (a.kinds & INTEGER) !== 0;
  const isHigher = high !== null && (a.high === null || high > a.high) && (a.kinds & INTEGER) !== 0;
  if (!isLower && !isHigher) return both;
  const wideLow = isLower ? (LOWER.find((n) => n <= (low as bigint)) ?? null) : low;
  const wideHigh = isHigher ? (UPPER.find((n) => n >= (high as bigint)) ?? null) : high;
  return new LispType(both.kinds, { ...both.facets, low: wideLow, high: wideHigh });
}

/** Whether all its objects are of these kinds, and there may be some. */
export function isOfKinds(type: LispType | null, kinds: number): type is LispType {
  return type !== null && type.kinds !== 0 && (type.kinds & ~kinds) === 0;
}
