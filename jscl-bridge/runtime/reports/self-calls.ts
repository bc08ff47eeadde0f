/** Where a function calls itself, for calls whose place nothing tells: those that went on on the heap. */

import { carOf } from "../objects/conses.js";
import type { LispCons, LispValue } from "../objects/marshal.js";
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
    place = formOfCalls(info);
    known.set(info, place);
  }
  return place;
}

function formOfCalls({ name, source, place }: FrameInfo): Place | null {
  const positionOf = place?.form.text.positionOf;
  if (!place || !positionOf || !isSymbol(name)) return null;
  let left = MOST;
  /** The innermost form of a form that has its calls in it; null where there is none. */
  const around = (form: LispValue): LispCons | null => {
    // The name is not only called.
    if (form === name) left = 0;
    if (!isCons(form)) return null;
    const isCall = carOf(form) === name;
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
