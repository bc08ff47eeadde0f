/** Where a function calls itself, for calls whose place nothing tells: those that went on on the heap. */

import { carOf } from "../objects/conses.js";
import type { LispValue } from "../objects/marshal.js";
import { isCons, isSymbol } from "../signals.js";
import type { FrameInfo } from "../stack/callstack.js";
import { next } from "../stack/safepoints.js";
import type { Place } from "../stack/sources.js";

/** Conses of a definition that are looked through. */
const MOST = 2_000;

/** The place of the one call by which a function calls itself; null where there are others, or may be. */
export function selfCall({ name, source, place }: FrameInfo): Place | null {
  const positionOf = place?.form.text.positionOf;
  if (!place || !positionOf || !isSymbol(name)) return null;
  let left = MOST;
  const calls: LispValue[] = [];
  /** Whether all that the form says of the name are calls. */
  const look = (form: LispValue): boolean => {
    if (!isCons(form)) return form !== name;
    if (carOf(form) === name) calls.push(form);
    let isFirst = true;
    for (let rest: LispValue = form; isCons(rest); rest = next(rest)) {
      if (left-- === 0) return false;
      const part = carOf(rest);
      if (!(isFirst && part === name) && !look(part)) return false;
      isFirst = false;
    }
    return true;
  };
  const [call] = look(source ?? null) && calls.length === 1 ? calls : [];
  const position = call === undefined ? null : positionOf(call);
  return position && { ...place, position };
}
