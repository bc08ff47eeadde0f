/** How DELETE and its kin leave out elements: a list's conses go, a vector's elements move (CLHS 17.2). */

import { storeElement } from "../objects/elements.js";
import type { LispValue, LispVector } from "../objects/marshal.js";
import { fillPointerOf, setFillPointerOf } from "../objects/vectors.js";
import { isCons, nil } from "../signals.js";
import { next, safepoint } from "../stack/safepoints.js";
import { isList, ListMaker, vectorOf } from "./sequence-kinds.js";

/**
 * The sequence with the elements `kept` alone, which stand at the places that are not `gone`. A list and a
 * vector with a fill pointer are changed and returned; of another vector a shorter one is returned.
 */
export function shortened(
  sequence: LispValue,
  kept: LispValue[],
  isGone: (index: number) => boolean,
): LispValue {
  if (isList(sequence)) return shortenedList(sequence, isGone);
  const vector = sequence as LispVector;
  for (let i = 0; i < kept.length; i++) {
    safepoint();
    storeElement(vector, i, kept[i]);
  }
  if (typeof fillPointerOf(vector) !== "number") return vectorOf(kept, vector);
  setFillPointerOf(vector, kept.length);
  return vector;
}

function shortenedList(list: LispValue, isGone: (index: number) => boolean): LispValue {
  const made = new ListMaker();
  let rest = list;
  for (let i = 0; isCons(rest); i++) {
    if (!isGone(i)) made.link(rest);
    rest = next(rest);
  }
  return made.endingIn(nil());
}
