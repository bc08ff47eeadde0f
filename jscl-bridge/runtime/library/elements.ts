/** ELT and SVREF: elements of sequences with SBCL's checks. */

import { carOf } from "../objects/conses.js";
import { elementAt } from "../objects/elements.js";
import type { LispFunction, LispValue, LispVector } from "../objects/marshal.js";
import { dimensionListOf, fillPointerOf } from "../objects/vectors.js";
import { isCons, lispError, list, nil, sym } from "../signals.js";
import { next } from "../stack/safepoints.js";
import { indexType, isIndex, wrongType } from "../streams/stream-arguments.js";
import { checkIndex } from "./array-checks.js";
import { ANY, elementTypeOf } from "./element-types.js";
import { oneValue } from "./fixed.js";

function tooLarge(sequence: LispValue, index: number, limit: number): never {
  const fillPointer = fillPointerOf(sequence as LispVector);
  return lispError(
    "INDEX-TOO-LARGE-ERROR",
    "FILL-POINTER",
    typeof fillPointer === "number" ? fillPointer : nil(),
    "SEQUENCE",
    sequence,
    "DATUM",
    index,
    "EXPECTED-TYPE",
    list(sym("INTEGER"), 0, list(limit)),
  );
}

function indexArgument(index: LispValue): number {
  return isIndex(index) ? Number(index) : wrongType(index, indexType());
}

/** (ELT sequence index). */
export function elementOf(sequence: LispValue, given: LispValue): LispValue {
  const index = indexArgument(given);
  if (Array.isArray(sequence)) {
    const fillpointer = fillPointerOf(sequence as LispVector);
    const dimensions = dimensionListOf(sequence as LispVector);
    if (dimensions !== undefined && typeof dimensions !== "number")
      return wrongType(sequence, sym("SEQUENCE"));
    const length = typeof fillpointer === "number" ? fillpointer : sequence.length;
    return index < length ? elementAt(sequence as LispVector, index) : tooLarge(sequence, index, length);
  }
  if (sequence !== nil() && !isCons(sequence)) return wrongType(sequence, sym("SEQUENCE"));
  let rest: LispValue = sequence;
  for (let i = 0; i < index && isCons(rest); i++) rest = next(rest);
  if (isCons(rest)) return carOf(rest);
  if (rest !== nil()) return wrongType(rest, sym("LIST"));
  let length = 0;
  for (let tail: LispValue = sequence; isCons(tail); tail = next(tail)) length++;
  return tooLarge(sequence, index, length);
}

export const elementFunctions: Record<string, LispFunction> = {
  ELT: oneValue(elementOf),
  SVREF: oneValue((vector, index) => {
    const isSimple =
      Array.isArray(vector) &&
      elementTypeOf(vector as LispVector) === ANY &&
      dimensionListOf(vector as LispVector) === undefined &&
      typeof fillPointerOf(vector as LispVector) !== "number";
    if (!isSimple) return wrongType(vector, sym("SIMPLE-VECTOR"));
    return vector[checkIndex(vector as LispVector, index, vector.length)];
  }),
};
