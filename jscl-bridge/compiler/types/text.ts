/** Types as SBCL prints them, where that follows from what they are. */

import { INDEX_LIMIT } from "../../functions/designators.js";
import { FIXNUM_BITS } from "../../runtime/numbers/types.js";
import {
  ALL,
  ARRAY,
  BIT_VECTOR,
  CHARACTER,
  CLASS,
  COMPLEX,
  CONDITION,
  CONS,
  DOUBLE,
  FUNCTION,
  HASH_TABLE,
  INSTANCE,
  INTEGER,
  KEYWORD,
  MATRIX,
  NULL,
  OTHER_STRING,
  OTHER_SYMBOL,
  OTHER_VECTOR,
  PACKAGE,
  PATHNAME,
  RANDOM_STATE,
  RATIO,
  READTABLE,
  SIMPLE_STRING,
  SIMPLE_VECTOR,
  SINGLE,
  STREAM,
  STRING,
  SYMBOL,
  TRUE,
  VECTOR,
} from "./kinds.js";
import type { LispType } from "./lattice.js";

const FIXNUM = 2n ** FIXNUM_BITS;

/** Names of several kinds together, then of single ones, in the order in which SBCL has them in unions. */
const NAMES: readonly (readonly [number, string])[] = [
  [COMPLEX | SINGLE | DOUBLE | RATIO | INTEGER, "NUMBER"],
  [SINGLE | DOUBLE | RATIO | INTEGER, "REAL"],
  [RATIO | INTEGER, "RATIONAL"],
  [SINGLE | DOUBLE, "FLOAT"],
  [ARRAY, "ARRAY"],
  [VECTOR, "VECTOR"],
  [STRING, "STRING"],
  [NULL | CONS, "LIST"],
  [SYMBOL, "SYMBOL"],
  [NULL | TRUE, "BOOLEAN"],
  [CONS, "CONS"],
  [INTEGER, "INTEGER"],
  [RATIO, "RATIO"],
  [SINGLE, "SINGLE-FLOAT"],
  [DOUBLE, "DOUBLE-FLOAT"],
  [COMPLEX, "COMPLEX"],
  [CHARACTER, "CHARACTER"],
  [SIMPLE_STRING, "SIMPLE-STRING"],
  [OTHER_STRING, "(AND STRING (NOT SIMPLE-ARRAY))"],
  [SIMPLE_VECTOR, "SIMPLE-VECTOR"],
  [BIT_VECTOR, "SIMPLE-BIT-VECTOR"],
  [OTHER_VECTOR, "VECTOR"],
  [MATRIX, "ARRAY"],
  [FUNCTION, "FUNCTION"],
  [HASH_TABLE, "HASH-TABLE"],
  [PACKAGE, "PACKAGE"],
  [PATHNAME, "PATHNAME"],
  [STREAM, "STREAM"],
  [CONDITION, "CONDITION"],
  [CLASS, "CLASS"],
  [READTABLE, "READTABLE"],
  [RANDOM_STATE, "RANDOM-STATE"],
  [INSTANCE, "STRUCTURE-OBJECT"],
  [KEYWORD, "KEYWORD"],
  [OTHER_SYMBOL, "SYMBOL"],
  [TRUE, "(MEMBER T)"],
  [NULL, "NULL"],
];

/** The greatest size of a sequence as the compiler knows it, which stands for SBCL's. */
const GREATEST_SIZE = BigInt(Number.MAX_SAFE_INTEGER);
/** How far from it a bound may be that was computed from a size. */
const NEAR = 2n ** 16n;

/** A bound in SBCL's terms: what was computed from the greatest size is computed from SBCL's. */
function shownBound(bound: bigint | null): bigint | null {
  if (bound === null) return null;
  const size = bound < 0n ? -bound : bound;
  if (size < GREATEST_SIZE - NEAR || size > GREATEST_SIZE + NEAR) return bound;
  const more = INDEX_LIMIT - 1n - GREATEST_SIZE;
  return bound < 0n ? bound - more : bound + more;
}

/** The text of an interval of integers. */
function intervalText(least: bigint | null, greatest: bigint | null): string {
  const low = shownBound(least);
  const high = shownBound(greatest);
  if (low === 0n) return fromZero(high);
  if (low === null && high === null) return "INTEGER";
  if (low === -FIXNUM && high === FIXNUM - 1n) return "FIXNUM";
  if (low !== null && high !== null && low === -(high + 1n) && isPower(high + 1n))
    return `(SIGNED-BYTE ${length(high) + 1})`;
  return high === null ? `(INTEGER ${low})` : `(INTEGER ${low ?? "*"} ${high})`;
}

function fromZero(high: bigint | null): string {
  if (high === null) return "UNSIGNED-BYTE";
  if (high === 0n) return "(INTEGER 0 0)";
  if (high === 1n) return "BIT";
  return isPower(high + 1n) ? `(UNSIGNED-BYTE ${length(high)})` : `(MOD ${high + 1n})`;
}

const isPower = (n: bigint): boolean => n > 0n && (n & (n - 1n)) === 0n;
const length = (n: bigint): number => n.toString(2).length;

/** The text of a type that is all that its kinds and facets say. */
export function describe(type: LispType): string {
  if (type.kinds === ALL) return "T";
  const parts = textParts(type);
  // What is most of all is told by what it is not.
  const rest = parts.length > MANY ? textParts({ ...UNBOUNDED, kinds: ALL & ~type.kinds }) : parts;
  return rest.length < parts.length && type.low === null && type.high === null
    ? `(NOT ${joined(rest)})`
    : joined(parts);
}

const MANY = 9;
const UNBOUNDED = { low: null, high: null, facets: { low: null, high: null } };

function joined(parts: readonly string[]): string {
  if (parts.length === 0) return "NIL";
  return parts.length === 1 ? (parts[0] as string) : `(OR ${parts.join(" ")})`;
}

function textParts({
  kinds,
  low,
  high,
  facets,
}: Pick<LispType, "kinds" | "low" | "high" | "facets">): string[] {
  const parts: string[] = [];
  let rest = kinds;
  for (const [bits, name] of NAMES) {
    if ((rest & bits) !== bits) continue;
    if ((bits & INTEGER) !== 0 && (low !== null || high !== null)) {
      if (bits !== INTEGER) continue;
      parts.push(intervalText(low, high));
    } else if (bits === OTHER_VECTOR || bits === MATRIX) parts.push(arrayText(bits, facets));
    else parts.push(name);
    rest &= ~bits;
  }
  return parts;
}

function arrayText(kind: number, { element = "*", rank, simple, dimensions }: LispType["facets"]): string {
  const name = simple === true ? "SIMPLE-ARRAY" : kind === MATRIX ? "ARRAY" : "VECTOR";
  if (dimensions !== undefined)
    return `(${simple ? "SIMPLE-ARRAY" : "ARRAY"} ${element} (${dimensions.join(" ")}))`;
  if (name === "VECTOR") return element === "*" ? "VECTOR" : `(VECTOR ${element})`;
  const count = kind === MATRIX ? rank : 1;
  const all = Array.from({ length: count ?? 0 }, () => "*").join(" ");
  const shape = count === undefined ? "*" : count === 0 ? "NIL" : `(${all})`;
  return shape === "*" && element === "*" ? name : `(${name} ${element} ${shape})`;
}

/** The parts of a text (OR part …), or the text itself. */
function alternatives(text: string): string[] {
  if (!text.startsWith("(OR ")) return [text];
  const parts: string[] = [];
  let depth = 0;
  let from = 4;
  for (let i = 4; i < text.length; i++) {
    const c = text[i];
    if (c === "(") depth++;
    else if (c === ")") depth--;
    if ((depth === 0 && c === " ") || depth < 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return parts;
}

/** The text of a union. */
export function unionText(a: LispType, b: LispType): string {
  const parts = [...new Set([...alternatives(a.text), ...alternatives(b.text)])];
  const has = (part: string): boolean => parts.includes(part);
  const drop = (part: string): void => {
    if (has(part)) parts.splice(parts.indexOf(part), 1);
  };
  if (has("NULL") && has("(MEMBER T)")) {
    drop("(MEMBER T)");
    parts.splice(parts.indexOf("NULL"), 1, "BOOLEAN");
  }
  if (has("NULL") && has("CONS")) {
    drop("CONS");
    parts.splice(parts.indexOf("NULL"), 1, "LIST");
  }
  const members = parts.filter((part) => part.startsWith("(MEMBER "));
  if (members.length > 1) {
    for (const each of members) drop(each);
    parts.push(`(MEMBER ${members.map((each) => each.slice(8, -1)).join(" ")})`);
  }
  // NIL stands last.
  if (has("NULL")) {
    drop("NULL");
    parts.push("NULL");
  }
  return joined(parts);
}
