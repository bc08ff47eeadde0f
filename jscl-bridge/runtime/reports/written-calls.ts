/** Where a function calls another one, or itself, for calls whose place nothing tells but its text. */

import { carOf } from "../objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../objects/marshal.js";
import { isCons, isSymbol } from "../signals.js";
import type { FrameInfo } from "../stack/callstack.js";
import { next } from "../stack/safepoints.js";
import type { Place } from "../stack/sources.js";

/** Conses of a definition that are looked through. */
const MOST = 2_000;

/** A deep stack has frames of few functions. */
const known = new WeakMap<FrameInfo, Place | null>();

/**
 * The place of the innermost form that has every call in it by which a function calls itself; null where it
 * may call itself in another way, or nobody knows.
 */
export function selfCalls(info: FrameInfo): Place | null {
  let place = known.get(info);
  if (place === undefined) {
    place = callsIn(info, info.name);
    known.set(info, place);
  }
  return place;
}

/**
 * The place of the innermost form in a function that has every call in it of the function of a name; null
 * where it may be called in another way, as by what the macro of an operator that `mayCall` makes, or nobody
 * knows.
 */
export function callsIn(
  { source, place }: FrameInfo,
  name: LispValue,
  mayCall: (operator: LispSymbol) => boolean = () => false,
): Place | null {
  const positionOf = place?.form.text.positionOf;
  if (!place || !positionOf || !isSymbol(name)) return null;
  let left = MOST;
  /** The innermost form of a form that has its calls in it; null where there is none. */
  const around = (form: LispValue): LispCons | null => {
    // The name is not only called.
    if (form === name) left = 0;
    if (!isCons(form)) return null;
    const operator = carOf(form);
    if (isSymbol(operator) && mayCall(operator)) left = 0;
    const isCall = operator === name;
    let found: LispCons | null = null;
    for (let rest: LispValue = isCall ? next(form) : form; isCons(rest) && left-- > 0; rest = next(rest)) {
      const inner = around(carOf(rest));
      if (inner !== null) found = found === null ? inner : form;
    }
    return isCall ? form : found;
  };
  const form = around(source ?? null);
  const position = form !== null && left > 0 ? positionOf(form) : null;
  return position && { ...place, position };
}
