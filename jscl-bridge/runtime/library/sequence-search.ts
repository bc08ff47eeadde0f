/** FIND, POSITION, COUNT, REMOVE and SUBSTITUTE with their kin (CLHS 17.2), MEMBER, ASSOC and RASSOC. */

import type { BaseImage } from "../base-image.js";
import type { FunctionTable } from "../function-table.js";
import { isInteger } from "../numbers/types.js";
import { carOf, cdrOf } from "../objects/conses.js";
import type { LispFunction, LispValue, LispVector } from "../objects/marshal.js";
import { activeLength } from "../objects/vectors.js";
import { isCons, list, listOf, nil, simpleError, sym } from "../signals.js";
import { next, safepoint } from "../stack/safepoints.js";
import { wrongType } from "../streams/stream-arguments.js";
import { requireDesignator } from "./callees.js";
import { shortened } from "./deleting.js";
import { type Keys, keyed } from "./keys.js";
import type { EndError } from "./lists.js";
import {
  isIdentity,
  itemMatcher,
  listItemMatcher,
  type Matcher,
  matches,
  predicateMatcher,
} from "./matching.js";
import {
  checkEnd,
  checkHolds,
  elementsIn,
  endOf,
  isList,
  ListMaker,
  requireSequence,
  startOf,
  tailAt,
  vectorOf,
} from "./sequence-kinds.js";

/** The element that `scan` has found. */
let found: LispValue;

/** The index of the first match, or -1; with `isCount` the number of all. */
function scan(sequence: LispValue, keys: Keys, m: Matcher, isCount: boolean): number {
  requireSequence(sequence);
  const to = endOf(sequence, keys.start, keys.end);
  const from = startOf(keys.start);
  const isPlain = isIdentity(m);
  let total = 0;
  if (keys.fromEnd !== undefined && keys.fromEnd !== nil()) {
    const elements = elementsIn(sequence);
    for (let i = Math.min(to, elements.length) - 1; i >= from; i--) {
      safepoint();
      if (!matches(m, elements[i])) continue;
      if (!isCount) {
        found = elements[i];
        return i;
      }
      total++;
    }
  } else if (isList(sequence)) {
    let rest = tailAt(sequence, from);
    for (let i = from; i < to && isCons(rest); i++) {
      const element = carOf(rest);
      if (isPlain ? element === m.item : matches(m, element)) {
        if (!isCount) {
          found = element;
          return i;
        }
        total++;
      }
      rest = next(rest);
    }
    if (!isCons(rest)) checkEnd(rest);
  } else {
    const vector = elementsIn(sequence);
    for (let i = from; i < to; i++) {
      safepoint();
      if (isPlain ? vector[i] !== m.item : !matches(m, vector[i])) continue;
      if (!isCount) {
        found = vector[i];
        return i;
      }
      total++;
    }
  }
  return isCount ? total : -1;
}

type Search = (sequence: LispValue, keys: Keys, m: Matcher) => LispValue;

const find: Search = (sequence, keys, m) => {
  if (scan(sequence, keys, m, false) < 0) return nil();
  const element = found;
  found = undefined;
  return element;
};

const position: Search = (sequence, keys, m) => {
  const at = scan(sequence, keys, m, false);
  found = undefined;
  return at < 0 ? nil() : at;
};

const count: Search = (sequence, keys, m) => scan(sequence, keys, m, true);

/** How many matches :COUNT allows. */
function matchesLeft({ count }: Keys): number {
  if (count === undefined || count === nil()) return Number.POSITIVE_INFINITY;
  return isInteger(count) ? Number(count) : wrongType(count, list(sym("OR"), sym("NULL"), sym("INTEGER")));
}

/** Marks matches by their indices: at most so many, from the side that the keywords name. */
function marksOf(
  elements: readonly LispValue[],
  from: number,
  to: number,
  keys: Keys,
  m: Matcher,
): boolean[] {
  const marks: boolean[] = [];
  const isBackwards = keys.fromEnd !== undefined && keys.fromEnd !== nil();
  let left = matchesLeft(keys);
  for (let step = 0; step < to - from && left > 0; step++) {
    safepoint();
    const i = isBackwards ? to - 1 - step : from + step;
    if (!matches(m, elements[i])) continue;
    marks[i] = true;
    left--;
  }
  return marks;
}

/** A sequence without its matches, or with a new element in their place; `isInPlace` may change it. */
function replaced(
  sequence: LispValue,
  keys: Keys,
  m: Matcher,
  substitute?: LispValue,
  isInPlace = false,
): LispValue {
  requireSequence(sequence);
  const to = endOf(sequence, keys.start, keys.end);
  if (isList(sequence) && (keys.fromEnd ?? nil()) === nil()) {
    const made = new ListMaker();
    const isPlain = isIdentity(m);
    const from = startOf(keys.start);
    let left = matchesLeft(keys);
    let rest = sequence;
    for (let i = 0; isCons(rest); i++) {
      const element = carOf(rest);
      const isLookedAt = left > 0 && i >= from && i < to;
      if (!isLookedAt || (isPlain ? element !== m.item : !matches(m, element))) {
        if (isInPlace) made.link(rest);
        else made.add(element);
      } else {
        left--;
        if (substitute !== undefined) made.add(substitute);
      }
      rest = next(rest);
    }
    checkEnd(rest);
    return made.endingIn(rest);
  }
  const elements = elementsIn(sequence);
  const length = isList(sequence) ? elements.length : activeLength(sequence as LispVector);
  const marks = marksOf(elements, startOf(keys.start), Math.min(to, length), keys, m);
  const kept: LispValue[] = [];
  for (let i = 0; i < length; i++) {
    safepoint();
    if (marks[i] !== true) kept.push(elements[i]);
    else if (substitute !== undefined) {
      if (!isList(sequence)) checkHolds(sequence as LispVector, substitute);
      kept.push(substitute);
    }
  }
  if (isInPlace) return shortened(sequence, kept, (i) => marks[i] === true);
  return isList(sequence) ? listOf(kept) : vectorOf(kept, sequence as LispVector);
}

const deleted: Search = (sequence, keys, m) => replaced(sequence, keys, m, undefined, true);

/** The three functions of an item, of a predicate and of one negated. */
function byTest(name: string, search: Search, matcher: typeof itemMatcher = itemMatcher): FunctionTable {
  const refuses = name === "FIND" || name === "POSITION" || name === "COUNT";
  const checksFirst = name === "FIND" || name === "POSITION";
  const byPredicate = (isNegated: boolean): LispFunction =>
    keyed(2, (predicate, sequence, given) => {
      const keys = given as Keys;
      if (checksFirst) {
        requireDesignator(predicate);
        requireSequence(sequence);
      }
      const m = predicateMatcher(predicate, keys, isNegated);
      return search(sequence, keys, m);
    });
  return {
    [name]: keyed(2, (item, sequence, given) => {
      const keys = given as Keys;
      if (refuses && (keys.test ?? nil()) !== nil() && (keys.testNot ?? nil()) !== nil())
        simpleError("can't specify both :TEST and :TEST-NOT");
      return search(sequence, keys, matcher(item, keys));
    }),
    [`${name}-IF`]: byPredicate(false),
    [`${name}-IF-NOT`]: byPredicate(true),
  };
}

/** The same of a new element before them. */
function substitutions(name: string, use: Replace): FunctionTable {
  const substitution = (matcher: (x: LispValue, keys: Keys) => Matcher): LispFunction =>
    keyed(3, (substitute, x, sequence, given) => {
      const keys = given as Keys;
      return use(replaced(sequence, keys, matcher(x, keys), substitute), sequence);
    });
  return {
    [name]: substitution(itemMatcher),
    [`${name}-IF`]: substitution((x, keys) => predicateMatcher(x, keys, false)),
    [`${name}-IF-NOT`]: substitution((x, keys) => predicateMatcher(x, keys, true)),
  };
}

/** MEMBER, and the tail of a list at an entry whose key, or datum, matches. */
function listSearches(endError: EndError): Record<"member" | "assoc" | "rassoc", Search> {
  const entries =
    (isOfKeys: boolean): Search =>
    (alist, _keys, m) => {
      let rest = alist;
      const isPlain = isIdentity(m);
      for (; isCons(rest); rest = next(rest)) {
        const entry = carOf(rest);
        if (isPlain && isCons(entry)) {
          if ((isOfKeys ? carOf(entry) : cdrOf(entry)) === m.item) return entry;
          continue;
        }
        if (entry === nil()) continue;
        if (!isCons(entry)) return wrongType(entry, sym("LIST"));
        if (matches(m, isOfKeys ? carOf(entry) : cdrOf(entry))) return entry;
      }
      return rest === nil() ? rest : endError(rest);
    };
  return {
    member: (source, _keys, m) => {
      let rest = source;
      if (isIdentity(m)) for (; isCons(rest) && carOf(rest) !== m.item; ) rest = next(rest);
      else for (; isCons(rest) && !matches(m, carOf(rest)); ) rest = next(rest);
      if (isCons(rest)) return rest;
      return rest === nil() ? rest : endError(rest);
    },
    assoc: entries(true),
    rassoc: entries(false),
  };
}

/** What is written into the sequence that was searched. */
type Replace = (made: LispValue, sequence: LispValue) => LispValue;

export function searchFunctions({ runtime }: BaseImage, replace: Replace): FunctionTable {
  const { member, assoc, rassoc } = listSearches((tail) => (runtime["endpError"] as EndError)(tail));
  return {
    ...byTest("FIND", find),
    ...byTest("POSITION", position),
    ...byTest("COUNT", count),
    ...byTest("REMOVE", replaced),
    ...byTest("DELETE", deleted),
    ...byTest("MEMBER", member, listItemMatcher),
    ...byTest("ASSOC", assoc, listItemMatcher),
    ...byTest("RASSOC", rassoc, listItemMatcher),
    ...substitutions("SUBSTITUTE", (made) => made),
    ...substitutions("NSUBSTITUTE", replace),
  };
}
