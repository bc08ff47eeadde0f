/**
 * What a recording holds of an object: one array for it and its parts, in the order in which they print.
 * A million events may each have one, and what survives is what the collector's time goes to: an object for
 * each part would take it several times over.
 */

import type { LispValue } from "../objects/marshal.js";
import { type Kept, Moment, type MomentKind } from "./moment.js";

/** Begins the code of an object; what comes after it is said where each is made. */
class Head {
  constructor(
    readonly kind: MomentKind | "end",
    /** Whether the levels ended above it: its number is there instead of its parts. */
    readonly isDeep: boolean,
  ) {}
}

/** `LIST part... end`, where the end is `END`, `OPEN` where it went on, or `DOTTED tail`. `DEEP_LIST id`. */
export const LIST = new Head("list", false);
export const DEEP_LIST = new Head("list", true);
export const END = new Head("end", false);
export const OPEN = new Head("end", false);
export const DOTTED = new Head("end", false);
/** `STRING total characters`, the characters as a text. */
export const STRING = new Head("string", false);
/** `CHARACTERS total character... END`: a short string. */
export const CHARACTERS = new Head("string", false);
/** `VECTOR total part... END`; `DEEP_VECTOR id total`. */
export const VECTOR = new Head("vector", false);
export const DEEP_VECTOR = new Head("vector", true);
/** `ARRAY id dimensions total part... END`, the dimensions as a text; `DEEP_ARRAY id dimensions total`. */
export const ARRAY = new Head("array", false);
export const DEEP_ARRAY = new Head("array", true);
/** `TABLE id test count part... END`; `DEEP_TABLE id test count`. */
export const TABLE = new Head("table", false);
export const DEEP_TABLE = new Head("table", true);
/** `INSTANCE id class-name slot-names total part... END`; `DEEP_INSTANCE id class-name total`. */
export const INSTANCE = new Head("instance", false);
export const DEEP_INSTANCE = new Head("instance", true);
/** `OTHER id name label`: the name is a text, the label the name of a function, or undefined. */
export const OTHER = new Head("other", false);

/** `head part...`, as many as there are slots; `head.cut part... END`; `head.deep id`. */
export class StructureHead extends Head {
  readonly deep: StructureHead | null;
  readonly cut: StructureHead | null;

  constructor(
    readonly name: LispValue,
    readonly labels: readonly LispValue[],
    readonly isCut = false,
    isDeep = false,
  ) {
    super("structure", isDeep);
    const isWhole = !isCut && !isDeep;
    this.deep = isWhole ? new StructureHead(name, labels, false, true) : null;
    this.cut = isWhole ? new StructureHead(name, labels, true) : null;
  }
}

/** The codes of an object. */
export type Snapshot = readonly unknown[];

/** What a recording holds of a value. No value that nothing can change is an array of JavaScript's. */
export type Held = LispValue | Snapshot;

/** What a recording held; `id` is the number of the object, where it has one. */
export function kept(held: Held, id = 0): Kept {
  return Array.isArray(held) ? new SnapshotReader(held).object(id) : (held as LispValue);
}

class SnapshotReader {
  #at = 0;

  constructor(private readonly codes: Snapshot) {}

  #next(): unknown {
    return this.codes[this.#at++];
  }

  #number(): number {
    return this.#next() as number;
  }

  #name(): LispValue {
    return this.#next() as LispValue;
  }

  #part(): Kept {
    return this.codes[this.#at] instanceof Head ? this.object(0) : this.#name();
  }

  /** Parts up to an end, which is passed over. */
  #parts(): Kept[] {
    const parts: Kept[] = [];
    for (;;) {
      const code = this.codes[this.#at];
      if (code instanceof Head && code.kind === "end") break;
      parts.push(this.#part());
    }
    this.#at++;
    return parts;
  }

  object(id: number): Moment {
    const head = this.#next() as Head;
    const of = (
      number: number,
      name: LispValue,
      parts: readonly Kept[] | null,
      labels: readonly LispValue[],
      total: number | undefined,
      tail?: Kept,
    ): Moment => new Moment(number, head.kind as MomentKind, name, parts, labels, total, tail);
    if (head instanceof StructureHead) {
      const { name, labels } = head;
      const total = labels.length;
      if (head.isDeep) return of(this.#number(), name, null, [], total);
      const parts = head.isCut ? this.#parts() : labels.map(() => this.#part());
      return of(id, name, parts, labels, total);
    }
    switch (head) {
      case DEEP_LIST:
        return of(this.#number(), null, null, [], undefined);
      case LIST: {
        const parts = this.#parts();
        const end = this.codes[this.#at - 1];
        const tail = end === DOTTED ? this.#part() : undefined;
        return of(id, null, parts, [], end === OPEN ? undefined : parts.length, tail);
      }
      case STRING: {
        const total = this.#number();
        return of(id, this.#name(), null, [], total);
      }
      case CHARACTERS: {
        const total = this.#number();
        return of(id, this.#parts().join(""), null, [], total);
      }
      case DEEP_VECTOR: {
        const number = this.#number();
        return of(number, null, null, [], this.#number());
      }
      case VECTOR: {
        const total = this.#number();
        return of(id, null, this.#parts(), [], total);
      }
      case OTHER: {
        const number = this.#number();
        const name = this.#name();
        return of(number, name, null, [this.#name()], 0);
      }
    }
    const number = this.#number();
    const name = this.#name();
    if (head.kind === "array") {
      const total = this.#number();
      return of(number, null, head.isDeep ? null : this.#parts(), [name], total);
    }
    const labels = head === INSTANCE ? (this.#next() as readonly LispValue[]) : [];
    const total = this.#number();
    return of(number, name, head.isDeep ? null : this.#parts(), labels, total);
  }
}
