import { carOf, cdrOf } from "../runtime/objects/conses.js";
import type { LispValue, LispVector } from "../runtime/objects/marshal.js";
import { activeLength } from "../runtime/objects/vectors.js";
import { callLisp, keyword, simpleError } from "../runtime/signals.js";
import { next } from "../runtime/stack/safepoints.js";
import type { Reader } from "./reader.js";
import type { StandardMacro } from "./readtable.js";

/** `#nA` (CLHS 2.4.8.12): nested sequences as an array of rank n. */
export const readArray: StandardMacro = (reader, _code, argument) => {
  const { image } = reader;
  const contents = reader.readRequired();
  if (reader.isSuppressed) return image.nil;
  if (argument === null) {
    const rest = image.isCons(contents) ? cdrOf(contents) : image.nil;
    if (image.isCons(contents) && image.isCons(rest)) {
      return specialArray(carOf(contents), carOf(rest), cdrOf(rest));
    }
    return reader.fail(
      "Array literal is neither of the standard form #<rank>A<contents> nor the SBCL-specific form #A(dimensions element-type . contents).",
    );
  }
  const dimensions = measure(reader, contents, argument);
  const elements: LispValue[] = [];
  collect(reader, contents, dimensions, 0, elements);
  return argument === 1 ? image.makeVector(elements) : image.makeArray(dimensions, elements);
};

/** `#A(dimensions type . contents)`, as SBCL prints arrays that are specialized. */
function specialArray(dimensions: LispValue, type: LispValue, contents: LispValue): LispValue {
  const options = [keyword("ELEMENT-TYPE"), type, keyword("INITIAL-CONTENTS"), contents];
  return callLisp("MAKE-ARRAY", "COMMON-LISP", dimensions, ...options);
}

/** The dimensions by the first element of each level. */
function measure(reader: Reader, contents: LispValue, rank: number): number[] {
  const dimensions: number[] = [];
  let level = contents;
  for (let axis = 0; axis < rank; axis++) {
    const items = sequenceItems(reader, level);
    if (items === undefined) return reader.fail("#~DA axis ~D is not a sequence:~%  ~S", rank, axis, level);
    dimensions.push(items.length);
    level = items.length === 0 ? reader.image.nil : items[0];
  }
  return dimensions;
}

function collect(
  reader: Reader,
  contents: LispValue,
  dimensions: readonly number[],
  axis: number,
  elements: LispValue[],
): void {
  if (axis === dimensions.length) {
    elements.push(contents);
    return;
  }
  const items = sequenceItems(reader, contents);
  if (items === undefined) {
    reader.fail("#~DA axis ~D is not a sequence:~%  ~S", dimensions.length, axis, contents);
  } else if (items.length !== dimensions[axis]) {
    simpleError(
      "malformed :INITIAL-CONTENTS: Dimension of axis ~W is ~W, but ~W is ~W long.",
      axis,
      dimensions[axis],
      contents,
      items.length,
    );
  } else for (const item of items) collect(reader, item, dimensions, axis + 1, elements);
}

function sequenceItems(reader: Reader, x: LispValue): LispValue[] | undefined {
  if (Array.isArray(x)) return x.slice(0, activeLength(x as LispVector));
  const { image } = reader;
  const items: LispValue[] = [];
  let rest = x;
  for (; image.isCons(rest); rest = next(rest)) items.push(carOf(rest));
  return rest === image.nil ? items : undefined;
}
