/** What arrays hold beside their elements, and strings. */
import { allocated, spendOnText } from "../stack/safepoints.js";
import { carOf, cdrOf, hasHalves } from "./conses.js";
import { ELEMENT_BYTES } from "./heap.js";
import type { LispCons, LispValue, LispVector } from "./marshal.js";

interface Shape {
  stringp?: number | undefined;
  bits?: boolean | undefined;
  elementType?: string | undefined;
  adjustable?: boolean | undefined;
  fillpointer?: number | LispValue;
  dimensions?: LispValue;
  /** The sizes of an array of two dimensions, for generated code. */
  rows?: number | undefined;
  columns?: number | undefined;
  /** Those of an array that holds raw floats. */
  floatRows?: number | undefined;
  floatColumns?: number | undefined;
  floats?: FloatFormat | undefined;
  apart?: true | undefined;
  /** What a simple vector, or simple array of two dimensions, is specialized to, as `elementType` has it. */
  vectorOf?: string | undefined;
  tableOf?: string | undefined;
}

/** How precise the floats are that an array holds as JavaScript's numbers. */
export type FloatFormat = "double" | "single";

/** 1 for an array of characters. */
export function stringMark(vector: LispVector): number | undefined {
  return (vector as unknown as Shape).stringp;
}

export function setStringMark(vector: LispVector, value: number | undefined): void {
  (vector as unknown as Shape).stringp = value;
}

/** Whether an array that is specialized, to other than CHARACTER, is so to BIT. */
export function bitMark(vector: LispVector): boolean | undefined {
  return (vector as unknown as Shape).bits;
}

export function setBitMark(vector: LispVector, value: boolean | undefined): void {
  (vector as unknown as Shape).bits = value;
}

/**
 * What it is specialized to when that is neither CHARACTER nor BIT, as `library/element-types.ts` names it.
 */
export function elementTypeMark(vector: LispVector): string | undefined {
  return (vector as unknown as Shape).elementType;
}

export function setElementTypeMark(vector: LispVector, value: string | undefined): void {
  const shape = vector as unknown as Shape;
  shape.elementType = value;
  shape.vectorOf = value;
}

/** Notes that a specialized array is not simple. */
function noteNotSimple(shape: Shape): void {
  if (shape.vectorOf !== undefined) shape.vectorOf = undefined;
  if (shape.tableOf !== undefined) shape.tableOf = undefined;
}

/** What floats an array holds as JavaScript's numbers; undefined for one of Lisp objects. */
export function floatMark(vector: LispVector): FloatFormat | undefined {
  return (vector as unknown as Shape).floats;
}

export function setFloatMark(vector: LispVector, format: FloatFormat): void {
  const shape = vector as unknown as Shape;
  shape.floats = format;
  shape.apart = true;
}

export function adjustableMark(vector: LispVector): boolean | undefined {
  return (vector as unknown as Shape).adjustable;
}

export function setAdjustableMark(vector: LispVector, value: boolean | undefined): void {
  const shape = vector as unknown as Shape;
  shape.adjustable = value;
  if (value === true) noteNotSimple(shape);
}

/** A number, or anything else where there is no fill pointer. */
export function fillPointerOf(vector: LispVector): number | LispValue {
  return (vector as unknown as Shape).fillpointer;
}

export function setFillPointerOf(vector: LispVector, value: number | LispValue): void {
  const shape = vector as unknown as Shape;
  shape.fillpointer = value;
  if (typeof value === "number") noteNotSimple(shape);
}

/** The list of dimensions of what is no vector. */
export function dimensionListOf(vector: LispVector): LispValue {
  return (vector as unknown as Shape).dimensions;
}

export function setDimensionListOf(vector: LispVector, value: LispValue): void {
  const shape = vector as unknown as Shape;
  shape.dimensions = value;
  const rest = hasHalves(value) ? cdrOf(value) : undefined;
  const isTable = hasHalves(rest) && !hasHalves(cdrOf(rest));
  const rows = isTable ? (carOf(value as LispCons) as number) : undefined;
  const columns = isTable ? (carOf(rest) as number) : undefined;
  shape.apart = true;
  noteNotSimple(shape);
  const isSimple = typeof shape.fillpointer !== "number" && shape.adjustable !== true;
  if (isTable && isSimple && shape.elementType !== undefined) shape.tableOf = shape.elementType;
  if (shape.floats === undefined) {
    shape.rows = rows;
    shape.columns = columns;
  } else {
    shape.floatRows = rows;
    shape.floatColumns = columns;
  }
}

/** How many elements are active: up to the fill pointer, where there is one. */
export function activeLength(vector: LispVector): number {
  const { fillpointer } = vector as unknown as Shape;
  return typeof fillpointer === "number" ? fillpointer : vector.length;
}

export function isLispString(x: LispValue): x is LispVector {
  return Array.isArray(x) && (x as unknown as Shape).stringp === 1;
}

/** The characters of a Lisp string up to its fill pointer, as JavaScript text. */
export function stringText(x: LispVector): string {
  spendOnText(x.length);
  return textBetween(x, 0, activeLength(x));
}

/** Fewer characters are put together sooner than V8 comes to do it. */
const LONG = 32;

/** The characters of a Lisp string from one index to another, as JavaScript text. */
export function textBetween(x: LispVector, start: number, end: number): string {
  if (end - start >= LONG) return x.slice(start, end).join("");
  let text = "";
  for (let i = start; i < end; i++) text += x[i] as string;
  return text;
}

/** A fresh Lisp string: one element per code point. */
export function makeString(text: string): LispVector {
  spendOnText(text.length);
  const vector: LispVector = [];
  addCharacters(vector, text);
  return stringOf(vector);
}

/** Makes an array of characters that nothing else refers to a Lisp string. */
export function stringOf(characters: LispVector): LispVector {
  allocated(characters.length * ELEMENT_BYTES, characters);
  setStringMark(characters, 1);
  return characters;
}

/** The property of an array that generated code looks at: a vector has none. */
export const DIMENSIONS = "dimensions";

/** The property of an array whose elements are not found by one index, or are no objects. */
export const APART = "apart";

/** The properties that say what simple arrays of one dimension, and of two, are specialized to. */
export const SPECIALIZED: Readonly<Record<number, string | undefined>> = { 1: "vectorOf", 2: "tableOf" };

/** The properties of an array of two dimensions that generated code reads for its sizes. */
export const SIZES = { rows: "rows", columns: "columns" } as const;

/** The same of an array that holds raw floats, so that only code that knows of them finds its elements. */
export const FLOAT_SIZES = { rows: "floatRows", columns: "floatColumns" } as const;

/** The properties that an array for any objects has not. */
export const MARKS = { bits: "bits", string: "stringp", fillPointer: "fillpointer" } as const;

/** Adds the characters of a text. Without its iterator, which a locked realm runs step by step. */
export function addCharacters(target: LispVector, text: string): void {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) {
      for (const character of Array.from(text.slice(i))) target.push(character);
      return;
    }
    target.push(text.charAt(i));
  }
}
