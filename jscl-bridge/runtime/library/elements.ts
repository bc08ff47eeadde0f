/** ELT and SVREF: elements of sequences with SBCL's checks. */
import type { LispFunction, LispValue, LispVector } from "../objects/marshal.js";
import { isCons, lispError, list, nil, sym } from "../signals.js";
import { next } from "../stack/safepoints.js";
import { indexType, isIndex, wrongType } from "../streams/stream-arguments.js";
import { checkIndex } from "./array-checks.js";
import { ANY, elementTypeOf } from "./element-types.js";
import { fixedArguments } from "./fixed.js";

function tooLarge(sequence: LispValue, index: number, limit: number): never {
  const fillPointer = (sequence as LispVector).fillpointer;
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

function elementOf(sequence: LispValue, given: LispValue): LispValue {
  const index = indexArgument(given);
  if (Array.isArray(sequence)) {
    const { fillpointer, dimensions } = sequence as LispVector;
    if (dimensions !== undefined && typeof dimensions !== "number")
      return wrongType(sequence, sym("SEQUENCE"));
    const length = typeof fillpointer === "number" ? fillpointer : sequence.length;
    return index < length ? sequence[index] : tooLarge(sequence, index, length);
  }
  if (sequence !== nil() && !isCons(sequence)) return wrongType(sequence, sym("SEQUENCE"));
  let rest: LispValue = sequence;
  for (let i = 0; i < index && isCons(rest); i++) rest = next(rest);
  if (isCons(rest)) return rest.$$jscl_car;
  if (rest !== nil()) return wrongType(rest, sym("LIST"));
  let length = 0;
  for (let tail: LispValue = sequence; isCons(tail); tail = next(tail)) length++;
  return tooLarge(sequence, index, length);
}

export const elementFunctions: Record<string, LispFunction> = {
  ELT: fixedArguments(2, 2, elementOf),
  SVREF: fixedArguments(2, 2, (vector, index) => {
    const isSimple =
      Array.isArray(vector) &&
      elementTypeOf(vector as LispVector) === ANY &&
      (vector as LispVector).dimensions === undefined &&
      typeof (vector as LispVector).fillpointer !== "number";
    if (!isSimple) return wrongType(vector, sym("SIMPLE-VECTOR"));
    return vector[checkIndex(vector as LispVector, index, vector.length)];
  }),
};
