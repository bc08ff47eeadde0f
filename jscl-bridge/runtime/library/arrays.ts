/** Arrays (CLHS 15), but for AREF and its like, which the compiler knows. */

import type { BaseImage } from "../base-image.js";
import { carOf } from "../objects/conses.js";
import { displacementOf, undisplace } from "../objects/displacement.js";
import { elementAt, storeElement } from "../objects/elements.js";
import { ELEMENT_BYTES, LONGEST_VECTOR } from "../objects/heap.js";
import { arrayDimensions } from "../objects/instances.js";
import type { LispFunction, LispValue, LispVector } from "../objects/marshal.js";
import {
  activeLength,
  adjustableMark,
  dimensionListOf,
  fillPointerOf,
  makeString,
  setAdjustableMark,
  setDimensionListOf,
  setFillPointerOf,
} from "../objects/vectors.js";
import { elementsOf, isCons, isSymbol, lispError, list, nil, simpleError, sym, t } from "../signals.js";
import { heapExhausted } from "../stack/exhaustion.js";
import { allocated, next, safepoint, spend } from "../stack/safepoints.js";
import {
  countArguments,
  indexType,
  isIndex,
  keywordArguments,
  wrongType,
} from "../streams/stream-arguments.js";
import { arrayArgument, checkIndex, dimensionsOf, isBits, wrongSubscripts } from "./array-checks.js";
import { displacedArray, displacementOption, displaceTo } from "./array-displacement.js";
import { fillContents, newArray, newVector } from "./array-making.js";
import {
  ANY,
  BIT,
  checkElement,
  ELEMENT_TYPES,
  type ElementType,
  elementTypeOf,
  emptyLike,
  holds,
  specifierOf,
  upgraded,
  upgradedIfKnown,
} from "./element-types.js";
import { fixedArguments, oneValue, predicate, truth } from "./fixed.js";
import { sizeArgument } from "./strings.js";

/** SBCL's limit for what VECTOR-PUSH-EXTEND adds. */
const MOST_ELEMENTS = 2n ** 62n - 4n;

function hasFillPointer(x: LispValue): boolean {
  return Array.isArray(x) && typeof fillPointerOf(x as LispVector) === "number";
}

/** Whether ADJUST-ARRAY changes an array itself: none is simple then. */
function isActuallyAdjustable(x: LispValue): boolean {
  return adjustableMark(x as LispVector) === true || hasFillPointer(x);
}

/** A vector with a fill pointer; SIMPLE-TYPE-ERROR for anything else. */
function fillableArgument(x: LispValue): LispVector {
  if (hasFillPointer(x)) return x as LispVector;
  return lispError(
    "SIMPLE-TYPE-ERROR",
    "DATUM",
    x,
    "EXPECTED-TYPE",
    list(sym("AND"), sym("VECTOR"), list(sym("SATISFIES"), sym("ARRAY-HAS-FILL-POINTER-P"))),
    "FORMAT-CONTROL",
    makeString("~S is not an array with a fill pointer."),
    "FORMAT-ARGUMENTS",
    list(x),
  );
}

function dimensionList(x: LispValue): number[] {
  if (x === nil()) return [];
  if (isCons(x)) {
    const sizes: number[] = [];
    for (let rest: LispValue = x; isCons(rest); rest = next(rest)) sizes.push(sizeArgument(carOf(rest)));
    return sizes;
  }
  if (!isIndex(x)) return wrongType(x, list(sym("OR"), sym("LIST"), indexType()));
  return [sizeArgument(x)];
}

function given(x: LispValue): boolean {
  return x !== undefined && x !== nil();
}

/** The fill pointer that :FILL-POINTER asks for, if it asks. */
function fillPointerOption(x: LispValue, dimensions: number[]): number | undefined {
  if (!given(x)) return undefined;
  const [size] = dimensions;
  if (dimensions.length !== 1 || size === undefined)
    return simpleError("Only vectors can have fill pointers.");
  if (x === t()) return size;
  if (!isIndex(x)) return wrongType(x, indexType());
  if (x > size) {
    simpleError(
      "Can't supply a value for :FILL-POINTER (~S) that is larger than the size of the vector (~S)",
      x,
      size,
    );
  }
  return Number(x);
}

/** How many elements there are; a STORAGE-CONDITION for more than the heap can hold. */
function checkTotal(dimensions: number[]): number {
  const total = dimensions.reduce((a, b) => a * b, 1);
  return total > LONGEST_VECTOR ? heapExhausted(total * ELEMENT_BYTES) : total;
}

function makeArray(args: LispValue[]): LispVector {
  if (args.length === 1 && isIndex(args[0])) return newVector(ANY, sizeArgument(args[0]), undefined);
  const options = keywordArguments(args, 1);
  const dimensions = dimensionList(args[0]);
  const total = checkTotal(dimensions);
  // Of a type that is not known yet, SBCL only warns.
  const type =
    options["ELEMENT-TYPE"] === undefined ? ANY : (upgradedIfKnown(options["ELEMENT-TYPE"]) ?? ANY);
  const fillPointer = fillPointerOption(options["FILL-POINTER"], dimensions);
  const contents = options["INITIAL-CONTENTS"];
  const element = options["INITIAL-ELEMENT"];
  if (contents !== undefined && element !== undefined) {
    simpleError("Can't specify both :INITIAL-ELEMENT and :INITIAL-CONTENTS");
  }
  const displacement = displacementOption(options, type, total, "into");
  const array =
    displacement === null
      ? newArray(type, dimensions, element)
      : displacedArray(type, dimensions, total, displacement);
  if (fillPointer !== undefined) setFillPointerOf(array, fillPointer);
  if (given(options["ADJUSTABLE"])) setAdjustableMark(array, true);
  if (contents !== undefined) fillContents(array, type, dimensions, contents);
  return array;
}

function rowMajorIndex(image: BaseImage, x: LispValue, subscripts: LispValue[]): number {
  const array = arrayArgument(x);
  const dimensions = dimensionsOf(array, image.internals);
  if (subscripts.length !== dimensions.length) wrongSubscripts(subscripts.length, dimensions.length);
  return subscripts.reduce<number>((index, subscript, axis) => {
    const size = dimensions[axis] as number;
    return index * size + checkIndex(array, subscript, size, axis);
  }, 0);
}

/** No array has as many dimensions (ARRAY-RANK-LIMIT). */
const RANK_LIMIT = 129;

function axisArgument(array: LispVector, axis: LispValue, dimensions: number[]): number {
  const isAxis = isIndex(axis) && axis < RANK_LIMIT;
  const size = isAxis ? dimensions[Number(axis)] : wrongType(axis, list(sym("MOD"), RANK_LIMIT));
  if (size !== undefined) return size;
  if (dimensions.length === 1) return simpleError("Vector axis is not zero: ~S", axis);
  return simpleError(
    "Axis number ~W is too big; ~S only has ~D dimension~:P.",
    axis,
    array,
    dimensions.length,
  );
}

function pushElement(vector: LispVector, element: LispValue): number {
  checkElement(elementTypeOf(vector), element);
  const at = activeLength(vector);
  if (at >= vector.length) undisplace(vector);
  if (at >= LONGEST_VECTOR) heapExhausted((at + 1) * ELEMENT_BYTES);
  storeElement(vector, at, element);
  allocated(ELEMENT_BYTES, vector);
  setFillPointerOf(vector, at + 1);
  return at;
}

/** Adds so many elements behind the last. */
function extend(vector: LispVector, count: number): void {
  const size = vector.length + count;
  if (size > LONGEST_VECTOR) heapExhausted(size * ELEMENT_BYTES);
  const { initial } = elementTypeOf(vector);
  for (let i = vector.length; i < size; i++) {
    safepoint();
    storeElement(vector, i, initial);
  }
  allocated(count * ELEMENT_BYTES, vector);
}

function adjust(image: BaseImage, args: LispValue[]): LispVector {
  const options = keywordArguments(args, 2);
  const array = arrayArgument(args[0]);
  const old = dimensionsOf(array, image.internals);
  const dimensions = dimensionList(args[1]);
  if (dimensions.length !== old.length) {
    simpleError("Expected ~D new dimension~:P for array, but received ~D.", old.length, dimensions.length);
  }
  const type = elementTypeOf(array);
  if (options["ELEMENT-TYPE"] !== undefined && upgraded(options["ELEMENT-TYPE"]) !== type) {
    simpleError(
      "The new element type, ~S, is incompatible with old type, ~S.",
      specifierOf(upgraded(options["ELEMENT-TYPE"])),
      specifierOf(type),
    );
  }
  if (given(options["FILL-POINTER"])) fillableArgument(array);
  const wanted = fillPointerOption(options["FILL-POINTER"], dimensions);
  const total = checkTotal(dimensions);
  const displacement = displacementOption(options, type, total, "to");
  const isActual = isActuallyAdjustable(array);
  const kept = hasFillPointer(array) ? Math.min(fillPointerOf(array) as number, total) : undefined;
  const target = isActual
    ? array
    : newArray(
        type,
        dimensions.map(() => 0),
        undefined,
      );
  if (displacement === null) {
    const adjusted = newArray(type, dimensions, options["INITIAL-ELEMENT"]);
    if (options["INITIAL-CONTENTS"] !== undefined)
      fillContents(adjusted, type, dimensions, options["INITIAL-CONTENTS"]);
    else keepElements(array, old, adjusted, dimensions);
    if (!isActual) return adjusted;
    replaceElements(array, adjusted);
  } else displaceTo(target, total, displacement);
  if (dimensions.length !== 1) setDimensionListOf(target, list(...dimensions));
  const fillPointer = wanted ?? kept;
  if (fillPointer !== undefined) setFillPointerOf(target, fillPointer);
  return target;
}

/** Gives an array the elements of another. */
function replaceElements(array: LispVector, elements: LispVector): void {
  undisplace(array);
  array.length = 0;
  for (const element of elements) {
    safepoint();
    array.push(element);
  }
  allocated(array.length * ELEMENT_BYTES, array);
}

/** Elements whose subscripts are in both arrays stay where they were. */
function keepElements(source: LispVector, old: number[], target: LispVector, dimensions: number[]): void {
  const copy = (axis: number, from: number, to: number) => {
    if (axis === old.length) {
      storeElement(target, to, elementAt(source, from));
      return;
    }
    const oldSize = old[axis] as number;
    const newSize = dimensions[axis] as number;
    for (let i = 0; i < Math.min(oldSize, newSize); i++) {
      safepoint();
      copy(axis + 1, from * oldSize + i, to * newSize + i);
    }
  };
  copy(0, 0, 0);
}

function bitVector(x: LispValue): LispVector {
  return isBits(x) ? (x as LispVector) : wrongType(x, list(sym("ARRAY"), sym("BIT")));
}

/** A bitwise operation on bit arrays; the result goes to the third argument, or a new array. */
function bitOperation(operation: (a: number, b: number) => number): LispFunction {
  return oneValue((x, y, result) => {
    const a = bitVector(x);
    const b = bitVector(y);
    checkSameDimensions(a, b);
    return bitResult(a, result, (bit, i) => operation(bit, b[i] as number));
  });
}

/** A new array of the dimensions of another. */
function newBits(like: LispVector): LispVector {
  const bits = newVector(BIT, like.length, undefined);
  const dimensions = dimensionListOf(like);
  if (dimensions !== undefined) setDimensionListOf(bits, dimensions);
  return bits;
}

function checkSameDimensions(a: LispVector, b: LispVector): void {
  const sizes = (x: LispVector) => {
    const dimensions = dimensionListOf(x);
    return dimensions === undefined ? String(x.length) : `(${elementsOf(dimensions).join(" ")})`;
  };
  if (sizes(a) !== sizes(b)) simpleError("~S and ~S don't have the same dimensions.", a, b);
}

function bitResult(
  a: LispVector,
  result: LispValue,
  operation: (bit: number, i: number) => number,
): LispVector {
  const target = result === t() ? a : given(result) ? bitVector(result) : newBits(a);
  checkSameDimensions(a, target);
  spend(a.length);
  for (let i = 0; i < a.length; i++) target[i] = operation(a[i] as number, i) & 1;
  return target;
}

const bitAt =
  (image: BaseImage): LispFunction =>
  (values, ...args) => {
    const bits = bitVector(args[0]);
    return values(bits[rowMajorIndex(image, bits, args.slice(1))]);
  };

const setBitAt =
  (image: BaseImage): LispFunction =>
  (values, ...args) => {
    countArguments(args, 2, Number.POSITIVE_INFINITY);
    const [value, array, ...subscripts] = args;
    const bits = bitVector(array);
    checkElement(BIT, value);
    bits[rowMajorIndex(image, bits, subscripts)] = value;
    return values(value);
  };

const isVector = (x: LispValue, image: BaseImage) =>
  Array.isArray(x) && arrayDimensions(x as LispVector, image.internals) === null;

/** What the overlay asks of specialized arrays. */
const specializations: Record<string, LispFunction> = {
  // What arrays are specialized to, as places among all such types, and the specifiers of these.
  "JSCL-MCP::ELEMENT-TYPE-INDEX": (_values, x) => ELEMENT_TYPES.indexOf(elementTypeOf(x as LispVector)),
  "JSCL-MCP::UPGRADED-INDEX": (_values, specifier) => {
    const type = upgradedIfKnown(specifier);
    return type === null ? nil() : ELEMENT_TYPES.indexOf(type);
  },
  "JSCL-MCP::ELEMENT-TYPE-SPECIFIERS": (values) => values(list(...ELEMENT_TYPES.map(specifierOf))),
  "JSCL-MCP::ARRAY-LIKE": (_values, x) => emptyLike(x as LispVector),
  "JSCL-MCP::FILLED-VECTOR": (values, index, size, element) =>
    values(newArray(ELEMENT_TYPES[index as number] as ElementType, [sizeArgument(size)], element)),
  "JSCL-MCP::ELEMENT-HELD-P": (_values, array, element) => truth(holds(array as LispVector, element)),
  "JSCL-MCP::CHECK-STORED": (values, array, element) => {
    checkElement(elementTypeOf(array as LispVector), element);
    return values(element);
  },
};

function dimensionFunctions(image: BaseImage): Record<string, LispFunction> {
  const rank = (x: LispValue) => dimensionsOf(arrayArgument(x), image.internals).length;
  return {
    "ARRAY-RANK": oneValue(rank),
    "ARRAY-DIMENSIONS": oneValue((x) => list(...dimensionsOf(arrayArgument(x), image.internals))),
    "ARRAY-DIMENSION": oneValue((x, axis) => {
      const array = arrayArgument(x);
      return axisArgument(array, axis, dimensionsOf(array, image.internals));
    }),
    "ARRAY-TOTAL-SIZE": oneValue((x) => arrayArgument(x).length),
    "ARRAY-ELEMENT-TYPE": oneValue((x) => specifierOf(elementTypeOf(arrayArgument(x)))),
    "UPGRADED-ARRAY-ELEMENT-TYPE": oneValue((type) => specifierOf(upgraded(type))),
    "ARRAY-DISPLACEMENT": (values, ...args) => {
      const displacement = displacementOf(arrayArgument(args[0]));
      return values(displacement?.source ?? nil(), displacement?.offset ?? 0);
    },
    "ARRAY-ROW-MAJOR-INDEX": (values, x, ...subscripts) => values(rowMajorIndex(image, x, subscripts)),
    "ARRAY-IN-BOUNDS-P": (values, x, ...subscripts) => {
      const dimensions = dimensionsOf(arrayArgument(x), image.internals);
      if (subscripts.length !== dimensions.length) rowMajorIndex(image, x, subscripts);
      const inside = subscripts.every(
        (s, axis) => typeof s === "number" && s >= 0 && s < (dimensions[axis] as number),
      );
      return values(truth(inside));
    },
    "ROW-MAJOR-AREF": oneValue((x, index) => {
      const array = arrayArgument(x);
      return elementAt(array, checkIndex(array, index, array.length, null));
    }),
  };
}

const fillPointerFunctions: Record<string, LispFunction> = {
  "FILL-POINTER": oneValue((x) => fillPointerOf(fillableArgument(x))),
  "(SETF_FILL-POINTER)": fixedArguments(2, 2, (value, x) => setFillPointer(fillableArgument(x), value)),
  "VECTOR-PUSH": oneValue((element, x) => {
    const vector = fillableArgument(x);
    return activeLength(vector) >= vector.length ? nil() : pushElement(vector, element);
  }),
  "VECTOR-PUSH-EXTEND": oneValue((element, x, extension) => {
    const vector = fillableArgument(x);
    if (extension !== undefined && !(isIndex(extension) && extension > 0))
      return wrongType(extension, list(sym("INTEGER"), 1, MOST_ELEMENTS));
    const isFull = activeLength(vector) >= vector.length;
    const at = pushElement(vector, element);
    // Without one it grows by one element: JavaScript's arrays have room of their own.
    if (isFull && extension !== undefined) extend(vector, Number(extension) - 1);
    return at;
  }),
  "VECTOR-POP": oneValue((x) => {
    const vector = fillableArgument(x);
    const last = activeLength(vector) - 1;
    if (last < 0) simpleError("There is nothing left to pop.");
    setFillPointerOf(vector, last);
    return elementAt(vector, last);
  }),
};

function bitFunctions(image: BaseImage): Record<string, LispFunction> {
  return {
    BIT: bitAt(image),
    SBIT: bitAt(image),
    "(SETF_BIT)": setBitAt(image),
    "(SETF_SBIT)": setBitAt(image),
    "BIT-AND": bitOperation((a, b) => a & b),
    "BIT-IOR": bitOperation((a, b) => a | b),
    "BIT-XOR": bitOperation((a, b) => a ^ b),
    "BIT-EQV": bitOperation((a, b) => ~(a ^ b)),
    "BIT-NAND": bitOperation((a, b) => ~(a & b)),
    "BIT-NOR": bitOperation((a, b) => ~(a | b)),
    "BIT-ANDC1": bitOperation((a, b) => ~a & b),
    "BIT-ANDC2": bitOperation((a, b) => a & ~b),
    "BIT-ORC1": bitOperation((a, b) => ~a | b),
    "BIT-ORC2": bitOperation((a, b) => a | ~b),
    "BIT-NOT": oneValue((x, result) => bitResult(bitVector(x), result, (bit) => ~bit)),
  };
}

/** The array functions of an image. */
export function arrayFunctions(image: BaseImage): Record<string, LispFunction> {
  return {
    "MAKE-ARRAY": (values, ...args) => values(makeArray(args)),
    "ADJUST-ARRAY": (values, ...args) => values(adjust(image, args)),
    ARRAYP: predicate(Array.isArray),
    VECTORP: predicate((x) => isVector(x, image)),
    "SIMPLE-VECTOR-P": predicate(
      (x) => isVector(x, image) && elementTypeOf(x as LispVector) === ANY && !isActuallyAdjustable(x),
    ),
    "BIT-VECTOR-P": predicate((x) => isBits(x) && isVector(x, image)),
    "SIMPLE-BIT-VECTOR-P": predicate((x) => isBits(x) && isVector(x, image) && !isActuallyAdjustable(x)),
    "ADJUSTABLE-ARRAY-P": predicate((x) => isActuallyAdjustable(arrayArgument(x))),
    "ARRAY-HAS-FILL-POINTER-P": predicate((x) => hasFillPointer(arrayArgument(x))),
    VECTOR: (values, ...elements) => values(elements),
    ...specializations,
    ...dimensionFunctions(image),
    ...fillPointerFunctions,
    ...bitFunctions(image),
  };
}

function setFillPointer(vector: LispVector, value: LispValue): LispValue {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= vector.length) {
    setFillPointerOf(vector, value);
    return value;
  }
  if (isSymbol(value) || typeof value !== "number") return wrongType(value, indexType());
  return lispError(
    "SIMPLE-TYPE-ERROR",
    "DATUM",
    value,
    "EXPECTED-TYPE",
    list(sym("INTEGER"), 0, vector.length),
    "FORMAT-CONTROL",
    makeString("The new fill pointer, ~S, is larger than the length of the vector (~S.)"),
    "FORMAT-ARGUMENTS",
    list(value, vector.length),
  );
}
