/** Streams over JavaScript callbacks and strings. */

import { LONGEST_VECTOR } from "../objects/heap.js";
import type { LispValue, LispVector } from "../objects/marshal.js";
import {
  activeLength,
  addCharacters,
  fillPointerOf,
  setFillPointerOf,
  stringOf,
} from "../objects/vectors.js";
import { nil } from "../signals.js";
import { heapExhausted } from "../stack/exhaustion.js";
import { spendOnElements, spendOnText } from "../stack/safepoints.js";
import { ColumnCounter, LispStream, type TextOutput } from "./shape.js";

/**
 * A Lisp output stream that hands its text to `write` at once; `name` says what it is for, and `counter`, if
 * it is given, is where it keeps its column.
 */
export function makeOutputStream(
  write: (text: string) => void,
  options: { name?: string; finish?: () => void; counter?: ColumnCounter } = {},
): LispStream {
  const counter = options.counter ?? new ColumnCounter();
  const output: TextOutput = {
    write(text) {
      counter.advance(text);
      write(text);
    },
    column: () => counter.column,
    ...(options.finish === undefined ? {} : { finish: options.finish }),
  };
  return new LispStream({
    kind: "FD-STREAM",
    output,
    ...(options.name === undefined ? {} : { name: options.name }),
  });
}

/**
 * What a string output stream has gathered since it was last emptied, as the elements of a Lisp string: as a
 * text it would be taken apart in the end, and each string that is written made a text before.
 */
export class StringOutput implements TextOutput {
  private gathered: LispVector = [];
  /** So many characters were counted when the column was asked for last. */
  private counted = 0;

  /** What stood behind the place that the stream was sent to. */
  private behind: LispVector | null = null;
  private movedTo = 0;

  /** The column of the first character that was not counted. */
  private known = 0;

  write(text: string): void {
    if (!this.hasRoomFor(text.length)) heapExhausted();
    spendOnText(text.length);
    addCharacters(this.gathered, text);
  }
  hasRoomFor(count: number): boolean {
    return this.gathered.length + count <= LONGEST_VECTOR;
  }
  /** Writes one character, for which there is room. */
  add(character: LispValue): void {
    this.gathered.push(character);
  }
  column(): number {
    const { gathered } = this;
    const { length } = gathered;
    spendOnElements(length - this.counted);
    let start = length;
    while (start > this.counted && gathered[start - 1] !== "\n") start--;
    this.known = length - start + (start > this.counted ? 0 : this.known);
    this.counted = length;
    return this.known;
  }
  get length(): number {
    return this.gathered.length;
  }
  /** Goes to a place, or to the end; what is written there takes the place of what was written before. */
  moveTo(place: number | null): void {
    const all = this.whole();
    const at = place ?? all.length;
    if (at > LONGEST_VECTOR) heapExhausted();
    spendOnElements(Math.max(at, all.length));
    this.gathered = all.slice(0, at);
    while (this.gathered.length < at) this.gathered.push("\0");
    this.behind = all.slice(at);
    this.movedTo = at;
    this.counted = 0;
    this.known = 0;
  }
  /** What was written, with what is left behind the place that was gone to. */
  private whole(): LispVector {
    const { gathered, behind, movedTo } = this;
    return behind === null ? gathered : gathered.concat(behind.slice(gathered.length - movedTo));
  }
  /** Empties the stream; answers what it has gathered, as a fresh Lisp string. */
  take(): LispVector {
    const gathered = this.behind === null ? this.gathered : this.whole();
    this.gathered = [];
    this.behind = null;
    this.counted = 0;
    this.known = 0;
    return stringOf(gathered);
  }
}

export function makeStringOutputStream(): LispStream {
  return new LispStream({ kind: "STRING-OUTPUT-STREAM", output: new StringOutput() });
}

/** The gathered text of a string output stream as a Lisp string; empties the stream. */
export function takeOutputString(stream: LispStream): LispVector {
  return (stream.output as StringOutput).take();
}

/** The gathered text of an open string output stream; null for anything else. */
export function stringOutputOf(x: LispValue): StringOutput | null {
  return x instanceof LispStream && x.open && x.output instanceof StringOutput ? x.output : null;
}

/** Appends to a string with a fill pointer, as VECTOR-PUSH-EXTEND would. */
export function makeFillPointerStream(target: LispVector): LispStream {
  const counter = new ColumnCounter();
  return new LispStream({
    kind: "FILL-POINTER-OUTPUT-STREAM",
    output: {
      write(text) {
        let end = activeLength(target);
        if (end + text.length > LONGEST_VECTOR) heapExhausted();
        for (const character of text) target[end++] = character;
        if (typeof fillPointerOf(target) === "number") setFillPointerOf(target, end);
        counter.advance(text);
      },
      column: () => counter.column,
    },
    parts: [],
  });
}

/** Whether output can be appended to a vector. */
export function hasFillPointer(vector: LispVector): boolean {
  return (
    fillPointerOf(vector) !== undefined &&
    fillPointerOf(vector) !== nil() &&
    typeof fillPointerOf(vector) === "number"
  );
}
