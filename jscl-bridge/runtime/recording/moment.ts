/** An object as it was at a moment, for those who read a recording. */

import type { LispValue } from "../objects/marshal.js";

export type MomentKind =
  | "list"
  | "vector"
  | "array"
  | "string"
  | "table"
  | "structure"
  | "instance"
  | "other";

/** Stands for a slot that has no value. */
export const UNBOUND = Symbol("unbound");

/** A value of a recording: the value itself where nothing can change it. */
export type Kept = LispValue | Moment;

export class Moment {
  constructor(
    /**
     * The same for the same object, in all recordings of an image. A list, a vector, a string or a structure
     * whose parts are here has 0, unless it is what was asked for.
     */
    readonly id: number,
    readonly kind: MomentKind,
    /** The name of its class or of the function; the characters of a string; the test of a table. */
    readonly name: LispValue,
    /** Elements; values of slots; keys and values by turns. Null where the levels ended above it. */
    readonly parts: readonly Kept[] | null,
    /** The names of slots, the dimensions of an array, or nothing. */
    readonly labels: readonly LispValue[],
    /** How many parts there were; of a list, undefined where it went on. */
    readonly total: number | undefined,
    /** What the last cdr of a list was where it was no list. */
    readonly tail: Kept | undefined,
  ) {}
}
