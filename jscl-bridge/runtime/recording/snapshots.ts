/**
 * What a recording holds of a value: codes in a log. A value that nothing can change is its own code; an
 * object has a head and the codes of its parts, in the order in which they print.
 */

import type { LispValue } from "../objects/marshal.js";
import type { CodeLog } from "./code-log.js";
import { type Kept, Moment, type MomentKind } from "./moment.js";

/** Begins the code of an object; what comes after it is said where each is made. */
class Head {
  constructor(
    readonly kind: MomentKind | "end" | "same",
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

/** `SAME position count`: the codes of an object that were written before. */
export const SAME = new Head("same", false);

/** The values whose codes are between two positions. */
export function keptBetween(log: CodeLog, from: number, to: number): Kept[] {
  const reader = new SnapshotReader(log, from);
  const values: Kept[] = [];
  while (reader.position < to) values.push(reader.value());
  return values;
}

/** The object whose codes begin at a position, with its number. */
export function keptWithId(log: CodeLog, from: number, id: number): Kept {
  return new SnapshotReader(log, from).object(id);
}

/** The codes between two positions, those that were written before in their places. */
export function codesBetween(log: CodeLog, from: number, to: number): unknown[] {
  const codes: unknown[] = [];
  for (let at = from; at < to; at++) {
    const code = log.at(at);
    if (code !== SAME) codes.push(code);
    else {
      const first = log.at(at + 1) as number;
      codes.push(...codesBetween(log, first, first + (log.at(at + 2) as number)));
      at += 2;
    }
  }
  return codes;
}

class SnapshotReader {
  constructor(
    private readonly log: CodeLog,
    public position: number,
  ) {}

  #next(): unknown {
    return this.log.at(this.position++);
  }

  #number(): number {
    return this.#next() as number;
  }

  #name(): LispValue {
    return this.#next() as LispValue;
  }

  value(): Kept {
    return this.log.at(this.position) instanceof Head ? this.object(0) : this.#name();
  }

  /** Parts up to an end, which is passed over. */
  #parts(): Kept[] {
    const parts: Kept[] = [];
    for (;;) {
      const code = this.log.at(this.position);
      if (code instanceof Head && code.kind === "end") break;
      parts.push(this.value());
    }
    this.position++;
    return parts;
  }

  object(id: number): Moment {
    const head = this.#next() as Head;
    if (head === SAME) {
      const written = new SnapshotReader(this.log, this.#number());
      this.position++;
      return written.object(id);
    }
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
      const parts = head.isCut ? this.#parts() : labels.map(() => this.value());
      return of(id, name, parts, labels, total);
    }
    switch (head) {
      case DEEP_LIST:
        return of(this.#number(), null, null, [], undefined);
      case LIST: {
        const parts = this.#parts();
        const end = this.log.at(this.position - 1);
        const tail = end === DOTTED ? this.value() : undefined;
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
