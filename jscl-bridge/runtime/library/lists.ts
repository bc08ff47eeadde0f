/** Lists (CLHS 14): parts, copies, joining, mapping. */

import type { BaseImage } from "../base-image.js";
import type { FunctionTable } from "../function-table.js";
import { isInteger, minusp } from "../numbers.js";
import { carOf, cdrOf, setCdrOf } from "../objects/conses.js";
import type { LispCons, LispFunction, LispValue } from "../objects/marshal.js";
import { symbolPlist } from "../objects/symbols.js";
import type { operatorFunctions } from "../operators.js";
import { callLisp, cons, INTERNAL_PACKAGE, isCons, isSymbol, list, nil, sym } from "../signals.js";
import { next, safepoint } from "../stack/safepoints.js";
import { wrongType } from "../streams/stream-arguments.js";
import { call1, call2, callMany, mappedFunction, stackHeight } from "./callees.js";
import { oneValue } from "./fixed.js";
import { type Keys, keyed } from "./keys.js";
import { isList, ListMaker } from "./sequence-kinds.js";

type Operators = ReturnType<typeof operatorFunctions>;

/** MAKE-LIST takes a size below this. */
const MOST_ELEMENTS = 2 ** 58;

function requireList(x: LispValue): void {
  if (!isList(x)) wrongType(x, sym("LIST"));
}

/** A count of conses; one that is a long integer is more than any list has. */
function countArgument(x: LispValue): number {
  if (x === undefined) return 1;
  return isInteger(x) && !minusp(x) ? Number(x) : wrongType(x, sym("UNSIGNED-BYTE"));
}

function nthTail(n: LispValue, source: LispValue): LispValue {
  requireList(source);
  let rest = source;
  for (let left = countArgument(n); left > 0 && rest !== nil(); left--)
    rest = isCons(rest) ? next(rest) : wrongType(rest, sym("LIST"));
  return rest;
}

function last(source: LispValue, n: LispValue): LispValue {
  requireList(source);
  const count = countArgument(n);
  let ahead = source;
  for (let i = 0; i < count && isCons(ahead); i++) ahead = next(ahead);
  let tail = source;
  for (; isCons(ahead); ahead = next(ahead)) tail = cdrOf(tail as LispCons);
  return tail;
}

function butLast(source: LispValue, n: LispValue): LispValue {
  const end = last(source, n);
  const made = new ListMaker();
  let rest = source;
  for (; isCons(rest) && rest !== end; rest = next(rest)) made.add(carOf(rest));
  // Without a last cons to leave out the copy ends as the list does.
  return countArgument(n) === 0 ? made.endingIn(rest) : made.first;
}

/** BUTLAST that ends the list itself. */
function cutLast(source: LispValue, n: LispValue): LispValue {
  const end = last(source, n);
  if (countArgument(n) === 0) return source;
  if (end === source) return nil();
  let before = source as LispCons;
  while (cdrOf(before) !== end) before = next(before) as LispCons;
  setCdrOf(before, nil());
  return source;
}

function copied(source: LispValue): LispValue {
  requireList(source);
  const made = new ListMaker();
  let rest = source;
  for (; isCons(rest); rest = next(rest)) made.add(carOf(rest));
  return made.endingIn(rest);
}

function joinedInPlace(lists: readonly LispValue[]): LispValue {
  let result: LispValue = nil();
  let tail: LispValue = nil();
  for (let i = 0; i < lists.length; i++) {
    const each = lists[i];
    if (each === nil()) continue;
    if (tail === nil()) result = each;
    else setCdrOf(last(tail, 1) as LispCons, each);
    tail = each;
    if (!isCons(each) && i < lists.length - 1) wrongType(each, sym("LIST"));
  }
  return result;
}

function property(R: Operators, plist: LispValue, indicator: LispValue, fallback: LispValue): LispValue {
  let rest = plist;
  while (isCons(rest)) {
    const value = cdrOf(rest);
    if (!isCons(value)) return callLisp("MALFORMED-PLIST", INTERNAL_PACKAGE, plist);
    if (carOf(rest) === indicator) return carOf(value);
    rest = next(value);
  }
  return rest === nil() ? (fallback ?? rest) : R.endpError(rest);
}

/** The length of a list; NIL where it is circular. */
function finiteLength(R: Operators, source: LispValue): LispValue {
  let slow = source;
  let fast = source;
  for (let count = 0; ; count += 2) {
    safepoint();
    if (!isCons(fast)) return fast === nil() ? count : R.endpError(fast);
    const second = cdrOf(fast);
    if (!isCons(second)) return second === nil() ? count + 1 : R.endpError(second);
    if (fast === slow && count > 0) return nil();
    fast = cdrOf(second);
    slow = cdrOf(slow as LispCons);
  }
}

/** Signals the error of ENDP about what a list ends in. */
export type EndError = (tail: LispValue) => never;

/** The elements of a list in reverse, before a tail. */
export function reversedOnto(source: LispValue, tail: LispValue, endError: EndError): LispValue {
  let result = tail;
  let rest = source;
  for (; isCons(rest); rest = next(rest)) result = cons(carOf(rest), result);
  return rest === nil() ? result : endError(rest);
}

function joined(R: Operators, first: LispValue, second: LispValue): LispValue {
  if (first === nil()) return second;
  if (!isCons(first)) return wrongType(first, sym("LIST"));
  const made = new ListMaker();
  let rest: LispValue = first;
  for (; isCons(rest); rest = next(rest)) made.add(carOf(rest));
  return rest === nil() ? made.endingIn(second) : R.endpError(rest);
}

/** Calls `use` with each value of a function on the elements, or the tails, of lists. */
function each(
  R: Operators,
  designator: LispValue,
  lists: LispValue[],
  ofTails: boolean,
  use: ((value: LispValue) => void) | null,
): void {
  const fn = mappedFunction(designator);
  const height = stackHeight();
  if (lists.length === 1) {
    let rest = lists[0];
    for (; isCons(rest); rest = next(rest)) {
      const value = call1(fn, height, ofTails ? rest : carOf(rest));
      if (use !== null) use(value);
    }
    if (rest !== nil()) R.endpError(rest);
    return;
  }
  const tails = lists.slice();
  for (;;) {
    safepoint();
    for (let i = 0; i < tails.length; i++) {
      const tail = tails[i];
      if (isCons(tail)) continue;
      if (tail !== nil()) R.endpError(tail);
      return;
    }
    let value: LispValue;
    if (tails.length === 2) {
      const one = tails[0] as LispCons;
      const two = tails[1] as LispCons;
      value = ofTails ? call2(fn, height, one, two) : call2(fn, height, carOf(one), carOf(two));
      tails[0] = cdrOf(one);
      tails[1] = cdrOf(two);
    } else {
      const args = ofTails ? tails.slice() : tails.map((cell) => carOf(cell as LispCons));
      value = callMany(fn, height, args);
      for (let i = 0; i < tails.length; i++) tails[i] = cdrOf(tails[i] as LispCons);
    }
    if (use !== null) use(value);
  }
}

function mapper(R: Operators, ofTails: boolean, result: "values" | "joined" | "list"): LispFunction {
  return (_values, designator, ...lists) => {
    if (result === "list") {
      each(R, designator, lists, ofTails, null);
      return lists[0];
    }
    const made = new ListMaker();
    if (lists.length === 1 && result === "values") {
      const fn = mappedFunction(designator);
      const height = stackHeight();
      let rest = lists[0];
      for (; isCons(rest); rest = next(rest)) made.add(call1(fn, height, ofTails ? rest : carOf(rest)));
      return rest === nil() ? made.first : R.endpError(rest);
    }
    const values: LispValue[] = [];
    each(R, designator, lists, ofTails, (value) => {
      if (result === "values") made.add(value);
      else values.push(value);
    });
    return result === "values" ? made.first : joinedInPlace(values);
  };
}

function makeList(size: LispValue, keys: LispValue): LispValue {
  if (!(isInteger(size) && !minusp(size) && size < MOST_ELEMENTS))
    return wrongType(size, list(sym("UNSIGNED-BYTE"), 58));
  const { initial = nil() } = keys as Keys;
  let result: LispValue = nil();
  for (let i = 0; i < size; i++) {
    safepoint();
    result = cons(initial, result);
  }
  return result;
}

export function listFunctions({ runtime }: BaseImage): FunctionTable {
  const R = runtime as unknown as Operators;
  return {
    ENDP: oneValue((x) => (isCons(x) ? nil() : x === nil() ? sym("T") : wrongType(x, sym("LIST")))),
    "LIST-LENGTH": oneValue((source) => finiteLength(R, source)),
    NTHCDR: oneValue(nthTail),
    NTH: oneValue((n, source) => {
      const tail = nthTail(n, source);
      return isCons(tail) ? carOf(tail) : tail === nil() ? tail : R.carError(tail);
    }),
    LAST: oneValue(last),
    BUTLAST: oneValue(butLast),
    NBUTLAST: oneValue(cutLast),
    "COPY-LIST": oneValue(copied),
    REVAPPEND: oneValue((source, tail) => reversedOnto(source, tail, R.endpError)),
    NRECONC: oneValue((source, tail) => reversedOnto(source, tail, R.endpError)),
    APPEND: (_values, ...lists) => {
      let result = lists.length === 0 ? nil() : lists[lists.length - 1];
      for (let i = lists.length - 2; i >= 0; i--) result = joined(R, lists[i], result);
      return result;
    },
    NCONC: (_values, ...lists) => joinedInPlace(lists),
    "MAKE-LIST": keyed(1, makeList),
    GETF: oneValue((plist, indicator, fallback) => property(R, plist, indicator, fallback)),
    GET: oneValue((symbol, indicator, fallback) => {
      if (!isSymbol(symbol)) return wrongType(symbol, sym("SYMBOL"));
      return property(R, symbolPlist(symbol) ?? nil(), indicator, fallback);
    }),
    MAPCAR: mapper(R, false, "values"),
    MAPLIST: mapper(R, true, "values"),
    MAPCAN: mapper(R, false, "joined"),
    MAPCON: mapper(R, true, "joined"),
    MAPC: mapper(R, false, "list"),
    MAPL: mapper(R, true, "list"),
  };
}
