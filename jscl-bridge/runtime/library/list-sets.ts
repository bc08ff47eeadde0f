/**
 * Lists as sets (CLHS 14.2): ADJOIN, union and its kin. Results are in the order in which SBCL makes them.
 */

import type { BaseImage } from "../base-image.js";
import type { FunctionTable } from "../function-table.js";
import { carOf } from "../objects/conses.js";
import type { LispValue } from "../objects/marshal.js";
import { memberOf } from "../operators/lists.js";
import { cons, isCons, nil, t } from "../signals.js";
import { next } from "../stack/safepoints.js";
import { call1, functionOf, stackHeight } from "./callees.js";
import { Keys, keyed } from "./keys.js";
import type { EndError } from "./lists.js";
import { keyFunction, listItemMatcher, matches } from "./matching.js";
import { listLength } from "./sequence-kinds.js";

/**
 * Calls `use` with each element of a list, and whether one of another list matches it, until it answers true.
 */
type EachMember = (
  source: LispValue,
  other: LispValue,
  keys: LispValue,
  use: (element: LispValue, isMatched: boolean) => boolean,
  isSwapped?: boolean,
) => void;

/**
 * Keyword arguments with functions in the place of their names: one set of them is used for many elements.
 */
function withFunctions({ key, test, testNot }: Keys): Keys {
  const keys = new Keys();
  if (test !== undefined) keys.test = functionOf(test);
  if (testNot !== undefined) keys.testNot = functionOf(testNot);
  // Says that there are both, before a function is called.
  listItemMatcher(nil(), keys);
  if (key !== undefined && key !== nil()) keys.key = functionOf(key);
  return keys;
}

function eachMember(endError: EndError): EachMember {
  const hasMatch = (item: LispValue, source: LispValue, keys: Keys, isSwapped: boolean): boolean => {
    if (keys.test === undefined && keys.testNot === undefined && keys.key === undefined) {
      const found = memberOf(item, source);
      if (found !== undefined) return found !== nil();
    }
    const m = listItemMatcher(item, keys);
    const { same } = m;
    const used = isSwapped && same !== null ? { ...m, same: (a: LispValue, b: LispValue) => same(b, a) } : m;
    let rest = source;
    for (; isCons(rest); rest = next(rest)) if (matches(used, carOf(rest))) return true;
    return rest === nil() ? false : endError(rest);
  };
  return (source, other, given, use, isSwapped = false) => {
    const keys = withFunctions(given as Keys);
    const key = keyFunction(keys);
    const height = stackHeight();
    let rest = source;
    for (; isCons(rest); rest = next(rest)) {
      const element = carOf(rest);
      const item = key === null ? element : call1(key, height, element);
      if (use(element, hasMatch(item, other, keys, isSwapped))) return;
    }
    if (rest !== nil()) endError(rest);
  };
}

export function listSetFunctions({ runtime }: BaseImage): FunctionTable {
  const endError: EndError = (tail) => (runtime["endpError"] as EndError)(tail);
  const members = eachMember(endError);

  const adjoin = (item: LispValue, source: LispValue, given: LispValue): LispValue => {
    const keys = withFunctions(given as Keys);
    const key = keyFunction(keys);
    const m = listItemMatcher(key === null ? item : call1(key, stackHeight(), item), keys);
    let rest = source;
    for (; isCons(rest); rest = next(rest)) if (matches(m, carOf(rest))) return source;
    return rest === nil() ? cons(item, source) : endError(rest);
  };

  /** The elements of the first list that have a match in the other, or none, before those of a third. */
  const chosen =
    (isWanted: boolean) =>
    (source: LispValue, other: LispValue, keys: LispValue, onto: LispValue = nil(), isSwapped = false) => {
      let result = onto;
      const use = (element: LispValue, isMatched: boolean): boolean => {
        if (isMatched === isWanted) result = cons(element, result);
        return false;
      };
      members(source, other, keys, use, isSwapped);
      return result;
    };
  const matched = chosen(true);
  const unmatched = chosen(false);

  const union = (a: LispValue, b: LispValue, keys: LispValue): LispValue => {
    const isSwapped = listLength(a) < listLength(b);
    const shorter = isSwapped ? a : b;
    return unmatched(isSwapped ? b : a, shorter, keys, shorter);
  };
  const intersection = (a: LispValue, b: LispValue, keys: LispValue): LispValue => matched(a, b, keys);
  const difference = (a: LispValue, b: LispValue, keys: LispValue): LispValue => {
    if (b !== nil()) return unmatched(a, b, keys);
    withFunctions(keys as Keys);
    return a;
  };
  const exclusiveOr = (a: LispValue, b: LispValue, keys: LispValue): LispValue =>
    unmatched(b, a, keys, unmatched(a, b, keys), true);
  const isSubset = (a: LispValue, b: LispValue, keys: LispValue): LispValue => {
    let answer = t();
    members(a, b, keys, (_element, isMatched) => {
      if (!isMatched) answer = nil();
      return !isMatched;
    });
    return answer;
  };

  return {
    ADJOIN: keyed(2, adjoin),
    UNION: keyed(2, union),
    NUNION: keyed(2, union),
    INTERSECTION: keyed(2, intersection),
    NINTERSECTION: keyed(2, intersection),
    "SET-DIFFERENCE": keyed(2, difference),
    "NSET-DIFFERENCE": keyed(2, difference),
    "SET-EXCLUSIVE-OR": keyed(2, exclusiveOr),
    SUBSETP: keyed(2, isSubset),
  };
}
