/** New arrays: element types, default elements, initial contents. */

import { floatValue, type LispFloat } from "../numbers/types.js";
import { carOf } from "../objects/conses.js";
import { objectsIn, storeElement } from "../objects/elements.js";
import { ELEMENT_BYTES } from "../objects/heap.js";
import type { LispValue, LispVector } from "../objects/marshal.js";
import { fillPointerOf, setDimensionListOf } from "../objects/vectors.js";
import { isCons, list, nil, simpleError, sym } from "../signals.js";
import { allocated, next, safepoint, spendOnElements } from "../stack/safepoints.js";
import { wrongType } from "../streams/stream-arguments.js";
import { checkElement, type ElementType, floatFormat, specialize, specifierOf } from "./element-types.js";

/**
 * Floats to copy, up to a size: fractions, since V8 takes zeros for small integers. V8 knows of a copy that
 * it has no holes, for which it would look at each reading; longer arrays take too long to be joined.
 */
const FRACTION = 0.5;
const FRACTIONS: readonly LispValue[] = Array.from({ length: 1024 }, () => FRACTION);
const LONGEST_JOINED = 16_384;

/** An array of JavaScript's numbers of a size. */
function floats(size: number): LispVector {
  if (size > LONGEST_JOINED) return filledArray(size, FRACTION);
  spendOnElements(size);
  let array = FRACTIONS.slice(0, size);
  while (array.length < size) array = array.concat(array.slice(0, size - array.length));
  allocated(size * ELEMENT_BYTES, array);
  return array;
}

/** A JavaScript array of one element so many times. */
function filledArray(size: number, element: LispValue): LispVector {
  spendOnElements(size);
  const array = new Array(size).fill(element);
  allocated(size * ELEMENT_BYTES, array);
  return array;
}

/** A vector of default elements, or of `element`. */
export function newVector(type: ElementType, size: number, element: LispValue, isVector = true): LispVector {
  if (element !== undefined && !type.holds(element)) wrongType(element, specifierOf(type));
  const first = element ?? type.initial;
  const vector =
    floatFormat(type.name) === null
      ? filledArray(size, first)
      : floats(size).fill(floatValue(first as LispFloat));
  specialize(vector, type, isVector);
  return vector;
}

/** An array of default elements, or of `element`. A list of dimensions other than one makes it no vector. */
export function newArray(type: ElementType, dimensions: number[], element: LispValue): LispVector {
  const total = dimensions.reduce((a, b) => a * b, 1);
  const array = newVector(type, total, element, dimensions.length === 1);
  if (dimensions.length !== 1) setDimensionListOf(array, list(...dimensions));
  return array;
}

function sequenceItems(x: LispValue): readonly LispValue[] {
  if (Array.isArray(x)) {
    const fillpointer = fillPointerOf(x as LispVector);
    const objects = objectsIn(x as LispVector);
    return typeof fillpointer === "number" ? objects.slice(0, fillpointer) : objects;
  }
  const items: LispValue[] = [];
  let rest = x;
  for (; isCons(rest); rest = next(rest)) items.push(carOf(rest));
  return rest === nil() ? items : wrongType(x, sym("SEQUENCE"));
}

/** Fills an array from nested sequences of its shape. */
export function fillContents(
  array: LispVector,
  type: ElementType,
  dimensions: number[],
  contents: LispValue,
): void {
  let index = 0;
  const fill = (axis: number, part: LispValue): void => {
    const size = dimensions[axis];
    if (size === undefined) {
      checkElement(type, part);
      storeElement(array, index++, part);
      return;
    }
    const items = sequenceItems(part);
    if (items.length !== size) wrongShape(axis, dimensions, size, part, items.length);
    for (const item of items) {
      safepoint();
      fill(axis + 1, item);
    }
  };
  fill(0, contents);
}

function wrongShape(
  axis: number,
  dimensions: number[],
  size: number,
  part: LispValue,
  length: number,
): never {
  const [control, ...args] =
    dimensions.length === 1
      ? ["There are ~W elements in the :INITIAL-CONTENTS, but the vector length is ~W.", length, size]
      : [
          "malformed :INITIAL-CONTENTS: Dimension of axis ~W is ~W, but ~S is ~W long.",
          axis,
          size,
          part,
          length,
        ];
  return simpleError(control as string, ...args);
}
