/** Streams over JavaScript callbacks and strings. */

import { LONGEST_VECTOR } from "../objects/heap.js";
import { type LispVector, makeString } from "../objects/marshal.js";
import { nil } from "../signals.js";
import { heapExhausted } from "../stack/exhaustion.js";
import { ColumnCounter, LispStream, type TextOutput } from "./shape.js";

/**
 * A Lisp output stream that hands its text to `write` at once; `name` says what it is for, and `counter`, if it is given, is where
 * it keeps its column.
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

/** What a string output stream has gathered since it was last asked. */
export class StringOutput implements TextOutput {
  private text = "";
  private readonly counter = new ColumnCounter();

  /** `column` is where the first character stands, for text that goes on a line begun elsewhere. */
  constructor(column = 0) {
    this.counter.column = column;
  }

  write(text: string): void {
    if (this.text.length + text.length > LONGEST_VECTOR) heapExhausted();
    this.text += text;
    this.counter.advance(text);
  }
  column(): number {
    return this.counter.column;
  }
  take(): string {
    const { text } = this;
    this.text = "";
    return text;
  }
}

export function makeStringOutputStream(): LispStream {
  return new LispStream({ kind: "STRING-OUTPUT-STREAM", output: new StringOutput() });
}

/** The gathered text of a string output stream as a Lisp string; the stream starts anew. */
export function takeOutputString(stream: LispStream): LispVector {
  return makeString((stream.output as StringOutput).take());
}

/** Appends to a string with a fill pointer, as VECTOR-PUSH-EXTEND would. */
export function makeFillPointerStream(target: LispVector): LispStream {
  const counter = new ColumnCounter();
  return new LispStream({
    kind: "FILL-POINTER-OUTPUT-STREAM",
    output: {
      write(text) {
        let end = typeof target.fillpointer === "number" ? target.fillpointer : target.length;
        if (end + text.length > LONGEST_VECTOR) heapExhausted();
        for (const character of text) target[end++] = character;
        if (typeof target.fillpointer === "number") target.fillpointer = end;
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
    vector.fillpointer !== undefined && vector.fillpointer !== nil() && typeof vector.fillpointer === "number"
  );
}
