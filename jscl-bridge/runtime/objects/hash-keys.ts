/** Keys of a JavaScript Map that are equal for Lisp objects which are the same under a hash table's test. */

import { eqlKey, equalpKey, isNumber } from "../numbers.js";
import { Pathname } from "../pathnames/pathname.js";
import { isCons, isSymbol } from "../signals.js";
import { spend } from "../stack/safepoints.js";
import { carOf, cdrOf } from "./conses.js";
import { lineageOf } from "./instances.js";
import { upcaseCharacter } from "./letter-case.js";
import type { LispCons, LispSymbol, LispValue, LispVector } from "./marshal.js";
import { symbolName } from "./symbols.js";
import { activeLength, stringMark } from "./vectors.js";

export type KeyedTest = "EQ" | "EQL" | "EQUAL" | "EQUALP";

/**
 * The key of an object whose contents do not count ({@link contentHash}). Equal objects have equal keys;
 * under EQUALP others may share one, and are told apart by comparing them. Text keys start with a letter and
 * a space, so that none is a character (a string of one code point).
 */
export function tableKey(x: LispValue, test: KeyedTest): unknown {
  if (isSymbol(x)) return x;
  if (typeof x === "number" && test !== "EQUALP") return x;
  if (isNumber(x)) return test === "EQUALP" ? equalpKey(x) : eqlKey(x);
  if (test === "EQ" || test === "EQL") return x;
  if (typeof x === "string") return test === "EQUALP" ? upcaseCharacter(x) : x;
  if (Array.isArray(x)) {
    if (test === "EQUALP") return `A ${activeLength(x as LispVector)}`;
    if ((x as { bits?: unknown }).bits !== true) return x;
    return `B ${x.slice(0, activeLength(x as LispVector)).join("")}`;
  }
  if (x instanceof Pathname) return `P ${x.key}`;
  return test === "EQUALP" && typeof x === "object" && x !== null ? structureKey(x) : x;
}

/**
 * A number that is the same for lists, and for strings, which are equal under a test by what they contain;
 * negative for all other objects.
 */
export function contentHash(x: LispValue, test: KeyedTest): number {
  if (typeof x !== "object" || test === "EQ" || test === "EQL") return -1;
  if (isCons(x)) return listKey(x, test, { left: OUTLINE_NODES }) & LARGEST;
  if (!Array.isArray(x)) return -1;
  const vector = x as LispVector;
  const length = activeLength(vector);
  if (stringMark(vector) !== 1) {
    // A vector of characters is EQUALP to a string.
    if (test === "EQUAL") return -1;
    for (let i = 0; i < length; i++) if (typeof x[i] !== "string") return -1;
  }
  return textKey(x, length, test) & LARGEST;
}

/** The largest number that is always a small integer. */
const LARGEST = 0x3fffffff;

/** By the characters; joining them into a text would take ten times as long. */
function textKey(characters: readonly LispValue[], length: number, test: KeyedTest): number {
  spend(length);
  let hash = length;
  for (let i = 0; i < length; i++) {
    const character = characters[i] as string;
    const folded = test === "EQUALP" ? upcaseCharacter(character) : character;
    hash = (Math.imul(hash, 31) + folded.charCodeAt(0)) | 0;
  }
  return hash;
}

/** An object of ours that may be a key under EQUALP: `kind` is the same for all that can be equal to it. */
export abstract class KeyedByKind {
  abstract get kind(): string;
}

/** Slots may change while the object is a key, so only its kind counts. */
function structureKey(x: object): unknown {
  if (x instanceof KeyedByKind) return x.kind;
  const descriptors = lineageOf(x);
  return Array.isArray(descriptors) ? `O ${descriptors.length}` : x;
}

const OUTLINE_NODES = 40;

/**
 * A number by the first atoms of a list, and its shape; by a bounded number of them, since lists may be long
 * or circular.
 */
function listKey(list: LispCons, test: KeyedTest, budget: { left: number }): number {
  let hash = 1;
  let rest: LispValue = list;
  for (; isCons(rest) && budget.left > 0; rest = cdrOf(rest))
    hash = (Math.imul(hash, 31) + partKey(carOf(rest), test, budget)) | 0;
  return isCons(rest) ? hash : (Math.imul(hash, 37) + partKey(rest, test, budget)) | 0;
}

function partKey(x: LispValue, test: KeyedTest, budget: { left: number }): number {
  budget.left--;
  if (isCons(x)) return budget.left > 0 ? listKey(x, test, budget) : 0;
  if (isSymbol(x)) return textHash(symbolName(x as LispSymbol));
  const hash = contentHash(x, test);
  return hash >= 0 ? hash : numberOf(tableKey(x, test));
}

/** A key as a 32-bit integer. */
function numberOf(key: unknown): number {
  if (typeof key === "number") return (key * 2) | 0;
  return typeof key === "object" || typeof key === "function" ? 0 : textHash(String(key));
}

function textHash(text: string): number {
  let hash = 5381;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash, 33) ^ text.charCodeAt(i);
  return hash;
}

/** A non-negative integer that is equal for EQUAL objects: SXHASH. */
export function hashCode(x: LispValue): number {
  return partKey(x, "EQUAL", { left: OUTLINE_NODES }) >>> 0;
}
