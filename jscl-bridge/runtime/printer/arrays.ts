/** Vectors and arrays of any rank. */

import { ANY, BIT, CHARACTER, elementTypeOf, specifierOf } from "../library/element-types.js";
import { elementAt } from "../objects/elements.js";
import type { LispVector } from "../objects/marshal.js";
import { activeLength, bitMark, elementTypeMark, fillPointerOf, isLispString } from "../objects/vectors.js";
import { list, nil } from "../signals.js";
import { stringLiteral } from "./tokens.js";
import { writeUnreadable } from "./unreadable.js";
import type { Printer } from "./writer.js";

/** Arrays that have no elements, whatever their size. */
const NO_ELEMENTS = "NIL";

/** An array that `#(…)` or `#nA…` would give another element type, as `#A(dimensions type . contents)`. */
export function writeSpecialized(printer: Printer, array: LispVector, dimensions: readonly number[]): void {
  const type = elementTypeOf(array);
  printer.write("#A(");
  printer.object(dimensions.length === 0 ? nil() : list(...dimensions));
  printer.write(" ");
  printer.object(specifierOf(type));
  let index = 0;
  const each = (rank: number): void => {
    const size = dimensions[rank];
    if (size === undefined) {
      printer.object(elementAt(array, index++));
      return;
    }
    const isBits = type === BIT && rank === dimensions.length - 1 && rank > 0;
    printer.write(rank === 0 ? "" : isBits ? "#*" : "(");
    for (let i = 0; i < size; i++) {
      if (isBits) {
        printer.write(String(elementAt(array, index++)));
        continue;
      }
      if (i > 0 || rank === 0) printer.write(" ");
      each(rank + 1);
    }
    printer.write(rank === 0 || isBits ? "" : ")");
  };
  if (dimensions.length === 0) printer.write(" . ");
  if (isLispString(array)) {
    printer.write(` . ${stringLiteral(array.join(""))}`);
  } else each(0);
  printer.write(")");
}

/** Whether an array is of a type that *PRINT-READABLY* asks for. */
export function isSpecialized(array: LispVector, isVector: boolean): boolean {
  const type = elementTypeOf(array);
  return type !== ANY && type.name !== NO_ELEMENTS && (!isVector || (type !== BIT && type !== CHARACTER));
}

export function writeVector(printer: Printer, vector: LispVector): void {
  const length = activeLength(vector);
  if (elementTypeMark(vector) === NO_ELEMENTS) {
    writeUnreadable(printer, vector, () => printer.write(`(SIMPLE-ARRAY NIL (${length}))`), true);
    return;
  }
  const isBits = bitMark(vector) === true;
  if (!printer.settings.array) {
    const kind = `${simplicity(vector)}${isBits ? "BIT-" : ""}VECTOR`;
    writeUnreadable(printer, vector, () => printer.write(`(${kind} ${length})`), true);
    return;
  }
  if (isBits) {
    printer.write(`#*${vector.slice(0, length).join("")}`);
    return;
  }
  printer.descend(() => {
    printer.begin("#(", ")");
    for (let i = 0; i < length; i++) {
      if (i > 0) printer.blank("fill");
      if (printer.tooLong(i)) break;
      printer.object(elementAt(vector, i));
    }
    printer.end(")");
  });
}

function simplicity(vector: LispVector): string {
  return typeof fillPointerOf(vector) === "number" ? "AND " : "SIMPLE-";
}

export function writeArray(printer: Printer, array: LispVector, dimensions: number[]): void {
  if (!printer.settings.array) {
    const shape = `(SIMPLE-ARRAY T (${dimensions.join(" ")}))`;
    writeUnreadable(printer, array, () => printer.write(shape), true);
    return;
  }
  printer.write(`#${dimensions.length}A`);
  let index = 0;
  const writeRank = (rank: number): void => {
    const size = dimensions[rank];
    if (size === undefined) {
      printer.object(elementAt(array, index++));
      return;
    }
    const each = dimensions.slice(rank + 1).reduce((a, b) => a * b, 1);
    const end = index + size * each;
    printer.descend(() => {
      printer.begin("(", ")");
      const kind = rank === dimensions.length - 1 ? "fill" : "linear";
      for (let i = 0; i < size; i++) {
        if (i > 0) printer.blank(kind);
        if (printer.tooLong(i)) break;
        writeRank(rank + 1);
      }
      printer.end(")");
    });
    index = end;
  };
  writeRank(0);
}
