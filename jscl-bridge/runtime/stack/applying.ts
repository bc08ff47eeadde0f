/** Calls with the elements of a list. */

import { applied } from "../applied.js";
import { carOf, cdrOf } from "../objects/conses.js";
import type { LispFunction, LispValue, ValuesFunction } from "../objects/marshal.js";
import { callLisp, INTERNAL_PACKAGE, isCons, nil, sym } from "../signals.js";
import { wrongType } from "../streams/stream-arguments.js";
import { next } from "./safepoints.js";

/** The arguments before the last of APPLY, and the elements of that, a list. */
export function spread(x: LispValue, items: readonly LispValue[]): LispValue[] {
  // An array that grows is copied several times.
  let count = items.length;
  let rest = x;
  for (; isCons(rest); rest = next(rest)) count++;
  if (rest !== nil()) {
    if (rest === x) wrongType(rest, sym("LIST"));
    callLisp("DOTTED-ARGUMENTS-ERROR", INTERNAL_PACKAGE, rest);
  }
  const all: LispValue[] = new Array(count);
  let at = 0;
  for (; at < items.length; at++) all[at] = items[at];
  for (rest = x; at < count && isCons(rest); rest = cdrOf(rest)) all[at++] = carOf(rest);
  return all;
}

/** APPLY of a function to a list, with at most one argument before: where that is short, no array is made. */
export function applyList(
  fn: LispFunction,
  values: ValuesFunction,
  source: LispValue,
  first?: LispValue,
): LispValue {
  let a = first;
  let rest = source;
  if (a === undefined && isCons(rest)) {
    a = carOf(rest);
    rest = cdrOf(rest);
  }
  if (a !== undefined) {
    if (rest === nil()) return fn(values, a);
    if (isCons(rest)) {
      const last = cdrOf(rest);
      if (last === nil()) return fn(values, a, carOf(rest));
      if (isCons(last) && cdrOf(last) === nil()) return fn(values, a, carOf(rest), carOf(last));
    }
  }
  return applied(fn, spreadAfter(values, source, first));
}

/** The arguments of such a call. */
export function spreadAfter(values: unknown, source: LispValue, first: LispValue | undefined): LispValue[] {
  return spread(source, (first === undefined ? [values] : [values, first]) as LispValue[]);
}
