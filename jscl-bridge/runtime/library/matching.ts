/**
 * How elements are compared with an item, a predicate or each other (CLHS 17.2.1). Functions that are known
 * to do nothing but compare are not called.
 */

import { isNumber, numberEql, numEq } from "../numbers.js";
import { makeEquality } from "../objects/equality.js";
import type { Internals, LispFunction, LispValue } from "../objects/marshal.js";
import { symbolFunction } from "../objects/symbols.js";
import { isLispString } from "../objects/vectors.js";
import { isSymbol, nil, simpleError, sym } from "../signals.js";
import { call1, call2, functionOf, repeatedOf, stackHeight } from "./callees.js";
import type { Keys } from "./keys.js";
import { compareStrings } from "./string-order.js";

type Same = (a: LispValue, b: LispValue) => boolean;

/** Compares as the function would, or gives no answer where that might signal. */
type Known = (a: LispValue, b: LispValue) => boolean | undefined;

const known = new Map<LispFunction, Known>();
let eq: LispFunction | null = null;
let eql: LispFunction | null = null;
let equal: LispFunction | null = null;

/** Notes which functions are known, once they are what programs name. */
export function bindKnownTests(internals: Internals): void {
  const of = (name: string): LispFunction => symbolFunction(sym(name));
  const equality = makeEquality(internals);
  eq = of("EQ");
  eql = of("EQL");
  equal = of("EQUAL");
  known.clear();
  known.set(eq, Object.is);
  known.set(eql, equality.eql);
  known.set(equal, equality.equal);
  known.set(of("EQUALP"), equality.equalp);
  known.set(of("="), (a, b) => (isNumber(a) && isNumber(b) ? numEq(a, b) : undefined));
  known.set(of("<"), (a, b) => (areRaw(a, b) ? (a as number) < (b as number) : undefined));
  known.set(of(">"), (a, b) => (areRaw(a, b) ? (a as number) > (b as number) : undefined));
  known.set(of("CHAR="), (a, b) => (areCharacters(a, b) ? a === b : undefined));
  known.set(of("CHAR<"), (a, b) => (areCharacters(a, b) ? codeOf(a) < codeOf(b) : undefined));
  known.set(
    of("STRING="),
    stringOrder((order) => order === 0),
  );
  known.set(
    of("STRING<"),
    stringOrder((order) => order < 0),
  );
  known.set(
    of("STRING>"),
    stringOrder((order) => order > 0),
  );
}

/** Two numbers that JavaScript compares as Lisp does. */
function areRaw(a: LispValue, b: LispValue): boolean {
  return typeof a === "number" && typeof b === "number";
}

function areCharacters(a: LispValue, b: LispValue): boolean {
  return typeof a === "string" && typeof b === "string";
}

function codeOf(character: LispValue): number {
  return (character as string).codePointAt(0) as number;
}

function stringOrder(holds: (order: number) => boolean): Known {
  return (a, b) => (isLispString(a) && isLispString(b) ? holds(compareStrings(a, b)) : undefined);
}

/** What a function of two arguments answers, as JavaScript's truth. */
export function truthOf(fn: LispFunction): Same {
  const height = stackHeight();
  const quick = known.get(fn);
  if (quick === undefined) return (a, b) => call2(fn, height, a, b) !== nil();
  return (a, b) => quick(a, b) ?? call2(fn, height, a, b) !== nil();
}

/** Whether EQL of the object and any other is that they are one. */
function isOneOfAKind(x: LispValue): boolean {
  return typeof x !== "object" || !isNumber(x);
}

/** What a search looks for. */
export interface Matcher {
  readonly item: LispValue;
  /** Null where an element matches that is the item itself. */
  readonly same: Same | null;
  /** Takes the place of the comparison with the item. */
  readonly predicate: LispFunction | null;
  readonly negated: boolean;
  readonly key: LispFunction | null;
  readonly height: number;
}

export function keyFunction({ key }: Keys): LispFunction | null {
  return key === undefined || key === nil() ? null : repeatedOf(key);
}

function given(x: LispValue): boolean {
  return x !== undefined && x !== nil();
}

/** Finds an item by the tests of `keys`, which may be NIL. */
export function itemMatcher(item: LispValue, keys: Keys): Matcher {
  if (given(keys.testNot)) return matcher(item, functionOf(keys.testNot), true, keys);
  return matcher(item, given(keys.test) ? functionOf(keys.test) : null, false, keys);
}

/** The same for functions of lists, which take one test at most, and NIL for a name without a function. */
export function listItemMatcher(item: LispValue, keys: Keys): Matcher {
  const test = keys.test === undefined ? null : functionOf(keys.test);
  const testNot = keys.testNot === undefined ? null : functionOf(keys.testNot);
  if (test !== null && testNot !== null) simpleError(":TEST and :TEST-NOT were both supplied.");
  return matcher(item, testNot ?? test, testNot !== null, keys);
}

function matcher(item: LispValue, test: LispFunction | null, negated: boolean, keys: Keys): Matcher {
  const key = keyFunction(keys);
  return { item, same: comparison(item, test), predicate: null, negated, key, height: stackHeight() };
}

function comparison(item: LispValue, test: LispFunction | null): Same | null {
  if (test === eq) return null;
  if (test === null || test === eql) return isOneOfAKind(item) ? null : numberEql;
  if (test === equal && (typeof item !== "object" || isSymbol(item))) return null;
  return truthOf(test);
}

export function predicateMatcher(predicate: LispValue, keys: Keys, negated: boolean): Matcher {
  const fn = repeatedOf(predicate);
  return { item: null, same: null, predicate: fn, negated, key: keyFunction(keys), height: stackHeight() };
}

/** Whether an element matches only where it is the item itself. */
export function isIdentity({ same, predicate, negated, key }: Matcher): boolean {
  return same === null && predicate === null && !negated && key === null;
}

export function matches(m: Matcher, element: LispValue): boolean {
  const { key, predicate, same } = m;
  const x = key === null ? element : call1(key, m.height, element);
  if (predicate !== null) return (call1(predicate, m.height, x) !== nil()) !== m.negated;
  return (same === null ? x === m.item : same(m.item, x)) !== m.negated;
}

/** Whether two elements match; the functions are looked up once for many of them. */
export function pairMatcher(keys: Keys): Same {
  const isNegated = given(keys.testNot);
  const test = given(keys.test) ? keys.test : keys.testNot;
  const same = given(test) ? truthOf(functionOf(test)) : eqlTest;
  const key = keyFunction(keys);
  const height = stackHeight();
  if (key !== null)
    return (a, b) => {
      const x = call1(key, height, a);
      return same(x, call1(key, height, b)) !== isNegated;
    };
  return isNegated ? (a, b) => !same(a, b) : same;
}

function eqlTest(a: LispValue, b: LispValue): boolean {
  return a === b || numberEql(a, b);
}
