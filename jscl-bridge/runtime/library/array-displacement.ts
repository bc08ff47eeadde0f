/** The options of MAKE-ARRAY and ADJUST-ARRAY that displace an array to another. */

import { type Displacement, displace } from "../objects/displacement.js";
import type { LispVector } from "../objects/marshal.js";
import { setDimensionListOf } from "../objects/vectors.js";
import { lispError, list, nil, simpleError, sym } from "../signals.js";
import { indexType, isIndex, type keywordArguments, wrongType } from "../streams/stream-arguments.js";
import { type ElementType, elementTypeOf, specialize, specifierOf } from "./element-types.js";

/** What the options displace an array of so many elements to; null where they do not. */
export function displacementOption(
  options: ReturnType<typeof keywordArguments>,
  type: ElementType,
  total: number,
  preposition: "into" | "to",
): Displacement | null {
  const { "DISPLACED-TO": source = nil(), "DISPLACED-INDEX-OFFSET": offset } = options;
  if (source === nil()) {
    if (offset === undefined) return null;
    return simpleError("Can't specify :DISPLACED-INDEX-OFFSET without :DISPLACED-TO");
  }
  if (!Array.isArray(source)) return wrongType(source, list(sym("OR"), sym("ARRAY"), sym("NULL")));
  if (offset !== undefined && !isIndex(offset)) return wrongType(offset, indexType());
  for (const name of ["INITIAL-ELEMENT", "INITIAL-CONTENTS"]) {
    if (options[name] !== undefined)
      simpleError(`:${name} may not be specified with the :DISPLACED-TO option`);
  }
  const array = source as LispVector;
  if (elementTypeOf(array) !== type) {
    simpleError(
      `Can't displace an array of type ~S ${preposition} another of type ~S`,
      specifierOf(type),
      specifierOf(elementTypeOf(array)),
    );
  }
  const from = Number(offset ?? 0);
  if (from + total > array.length) simpleError("The :DISPLACED-TO array is too small.");
  return { source: array, offset: from };
}

/** A new array that shows elements of another. */
export function displacedArray(
  type: ElementType,
  dimensions: readonly number[],
  total: number,
  displacement: Displacement,
): LispVector {
  const array: LispVector = [];
  specialize(array, type, dimensions.length === 1);
  displaceTo(array, total, displacement);
  if (dimensions.length !== 1) setDimensionListOf(array, list(...dimensions));
  return array;
}

export function displaceTo(array: LispVector, total: number, displacement: Displacement): void {
  displace(array, total, displacement, invalidated);
}

function invalidated(array: LispVector, length: number, source: LispVector): never {
  const type = list(sym("VECTOR"), specifierOf(elementTypeOf(array)), length);
  return lispError("INVALID-ARRAY-ERROR", "DATUM", array, "EXPECTED-TYPE", type, "SOURCE", source);
}
