/** Functions of any number of arguments that APPLY calls with a list, as loops along the list. */

import { carOf, cdrOf } from "../objects/conses.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { isCons, nil } from "../signals.js";
import { next } from "../stack/safepoints.js";

/**
 * What a function comes to for the elements of a list, or for an object before them; undefined where the call
 * itself has to tell.
 */
type Fold = (source: LispValue, first?: LispValue) => LispValue | undefined;

/** A function that can be applied so; others have none. */
export type FoldedFunction = LispFunction & { folded?: Fold };

/**
 * Gives a function its fold: `isOperand` holds of what the function answers for that alone, and `step`
 * answers undefined where the function may signal.
 */
export function folding(
  fn: LispFunction,
  isOperand: (x: LispValue) => boolean,
  step: (a: LispValue, b: LispValue) => LispValue | undefined,
): LispFunction {
  const folded: Fold = (source, first) => {
    let rest = source;
    let result = first;
    if (result === undefined) {
      if (!isCons(rest)) return undefined;
      result = carOf(rest);
      rest = cdrOf(rest);
    }
    if (!isOperand(result)) return undefined;
    for (; isCons(rest); rest = next(rest)) {
      result = step(result, carOf(rest));
      if (result === undefined) return undefined;
    }
    return rest === nil() ? result : undefined;
  };
  return Object.assign(fn, { folded });
}
