/**
 * The usual calls of functions of lists and symbols (`compiler/emit/primitives/deferring.ts`). Each answers
 * undefined where its function would signal, or do anything else that a reader of frames could see.
 */

import { quickCharacterFunctions } from "../library/characters.js";
import { carOf, cdrOf, setCdrOf } from "../objects/conses.js";
import type { LispValue } from "../objects/marshal.js";
import { nameText } from "../objects/name-texts.js";
import { symbolPlist } from "../objects/symbols.js";
import { table } from "../objects/table.js";
import { cons, isCons, isSymbol, nil } from "../signals.js";
import { next } from "../stack/safepoints.js";
import type { Answer } from "./answer.js";
import { assocOf, memberOf } from "./lists.js";
import { quickArrayFunctions } from "./quick-arrays.js";
import { subseqOf } from "./quick-sequences.js";
import { quickTextFunctions } from "./quick-texts.js";
import { treeOperators } from "./trees.js";

/** What GETF answers. */
function propertyOf(plist: LispValue, indicator: LispValue, fallback: LispValue): Answer {
  let rest = plist;
  while (isCons(rest)) {
    const value = cdrOf(rest);
    if (!isCons(value)) return undefined;
    if (carOf(rest) === indicator) return carOf(value);
    rest = next(value);
  }
  return rest === nil() ? (fallback ?? rest) : undefined;
}

function getOf(symbol: LispValue, indicator: LispValue, fallback: LispValue): Answer {
  return isSymbol(symbol) ? propertyOf(symbolPlist(symbol) ?? nil(), indicator, fallback) : undefined;
}

function nthcdrOf(count: LispValue, source: LispValue): Answer {
  if (typeof count !== "number" || !Number.isInteger(count) || count < 0) return undefined;
  let rest = source;
  for (let left = count; left > 0 && isCons(rest); left--) rest = next(rest);
  return isCons(rest) || rest === nil() ? rest : undefined;
}

function nthOf(count: LispValue, source: LispValue): Answer {
  const rest = nthcdrOf(count, source);
  return isCons(rest) ? carOf(rest) : rest;
}

export function lastOf(source: LispValue): Answer {
  if (!isCons(source)) return source === nil() ? source : undefined;
  let last = source;
  for (let rest = cdrOf(source); isCons(rest); rest = next(rest)) last = rest;
  return last;
}

function adjoinOf(item: LispValue, source: LispValue): Answer {
  const tail = memberOf(item, source);
  if (tail === undefined) return undefined;
  return tail === nil() ? cons(item, source) : source;
}

/** The elements of a proper list before a tail. */
function appendOf(first: LispValue, tail: LispValue): Answer {
  if (!isCons(first)) return first === nil() ? tail : undefined;
  const head = cons(carOf(first), nil());
  let end = head;
  let rest = cdrOf(first);
  for (; isCons(rest); rest = next(rest)) {
    const cell = cons(carOf(rest), nil());
    setCdrOf(end, cell);
    end = cell;
  }
  if (rest !== nil()) return undefined;
  setCdrOf(end, tail);
  return head;
}

/** APPEND of two lists or three. */
function appendedOf(first: LispValue, second: LispValue, third: LispValue): Answer {
  const tail = third === undefined ? second : appendOf(second, third);
  return tail === undefined ? undefined : appendOf(first, tail);
}

function copyListOf(source: LispValue): Answer {
  return appendOf(source, nil());
}

function reverseOf(source: LispValue): Answer {
  let result: LispValue = nil();
  let rest = source;
  for (; isCons(rest); rest = next(rest)) result = cons(carOf(rest), result);
  return rest === nil() ? result : undefined;
}

export function nreverseOf(source: LispValue): Answer {
  // Nothing is changed before the list is known to be a proper one.
  const last = lastOf(source);
  if (last === undefined || (isCons(last) && cdrOf(last) !== nil())) return undefined;
  let result: LispValue = nil();
  let rest = source;
  while (isCons(rest)) {
    const cell = rest;
    rest = cdrOf(cell);
    setCdrOf(cell, result);
    result = cell;
  }
  return result;
}

function symbolNameOf(x: LispValue): Answer {
  return isSymbol(x) ? nameText(x) : undefined;
}

function nconcOf(first: LispValue, tail: LispValue): Answer {
  if (first === nil() || tail === undefined) return tail;
  const last = lastOf(first);
  if (!isCons(last)) return undefined;
  if (tail !== nil()) setCdrOf(last, tail);
  return first;
}

type Operators = Record<string, (...args: never) => Answer>;

const listOperators: Operators = table({
  ADJOIN: adjoinOf,
  APPEND: appendedOf,
  ASSOC: assocOf,
  "COPY-LIST": copyListOf,
  GET: getOf,
  GETF: propertyOf,
  LAST: lastOf,
  MEMBER: memberOf,
  NCONC: nconcOf,
  NREVERSE: nreverseOf,
  NTH: nthOf,
  NTHCDR: nthcdrOf,
  REVERSE: reverseOf,
  "SYMBOL-NAME": symbolNameOf,
});

/** By the names of the functions, which compiled code asks for as well; they take the most of arguments. */
export const deferringOperators: Operators = table({
  ...listOperators,
  SUBSEQ: subseqOf,
  ...quickCharacterFunctions,
  ...quickArrayFunctions,
  ...quickTextFunctions,
  ...treeOperators,
});

/** Whether an operator is one of those of lists and symbols. */
export function isOfLists(name: string): boolean {
  return name in listOperators;
}

/** Adds operators that have to know the image. */
export function addDeferring(runtime: Record<string, unknown>, operators: Operators): void {
  Object.assign(deferringOperators, operators);
  Object.assign(runtime, operators);
}
