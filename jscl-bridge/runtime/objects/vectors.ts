/** What arrays hold beside their elements, and strings. */
import { allocated, spend } from "../stack/safepoints.js";
import { ELEMENT_BYTES } from "./heap.js";
import type { LispValue, LispVector } from "./marshal.js";

/** As many characters are copied in the time of a loop's turn. */
const CHARACTERS_A_TURN = 4;

interface Shape {
  stringp?: number | undefined;
  bits?: boolean | undefined;
  elementType?: string | undefined;
  adjustable?: boolean | undefined;
  fillpointer?: number | LispValue;
  dimensions?: LispValue;
}

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
  (vector as unknown as Shape).elementType = value;
}

export function adjustableMark(vector: LispVector): boolean | undefined {
  return (vector as unknown as Shape).adjustable;
}

export function setAdjustableMark(vector: LispVector, value: boolean | undefined): void {
  (vector as unknown as Shape).adjustable = value;
}

/** A number, or anything else where there is no fill pointer. */
export function fillPointerOf(vector: LispVector): number | LispValue {
  return (vector as unknown as Shape).fillpointer;
}

export function setFillPointerOf(vector: LispVector, value: number | LispValue): void {
  (vector as unknown as Shape).fillpointer = value;
}

/** The list of dimensions of what is no vector. */
export function dimensionListOf(vector: LispVector): LispValue {
  return (vector as unknown as Shape).dimensions;
}

export function setDimensionListOf(vector: LispVector, value: LispValue): void {
  (vector as unknown as Shape).dimensions = value;
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
  spend(x.length / CHARACTERS_A_TURN);
  const { fillpointer } = x as unknown as Shape;
  return typeof fillpointer === "number" ? x.slice(0, fillpointer).join("") : x.join("");
}

/** A fresh Lisp string: one element per code point. */
export function makeString(text: string): LispVector {
  spend(text.length / CHARACTERS_A_TURN);
  const vector: LispVector = characters(text);
  allocated(vector.length * ELEMENT_BYTES, vector);
  setStringMark(vector, 1);
  return vector;
}

/** The characters of a text. Without its iterator, which a locked realm runs step by step. */
function characters(text: string): string[] {
  const found: string[] = [];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) return Array.from(text);
    found.push(text.charAt(i));
  }
  return found;
}

/** Generated code that tells whether an array that an expression gives is a vector. */
export function isVectorText(array: string): string {
  return `${array}.dimensions===undefined`;
}
