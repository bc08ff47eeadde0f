import { safepoint } from "../runtime/stack/safepoints.js";
import type { TextInput } from "../runtime/streams/shape.js";
import { isHighSurrogate } from "../runtime/surrogates.js";
import type { TextPosition } from "./failure.js";

/** The value of peek and next at the end of the text. */
export const END = -1;

/** Characters as code points, one ahead. */
export interface CharacterSource {
  /** The length of the text read so far, in UTF-16 units. */
  readonly offset: number;
  /** The next character, left in place; {@link END} at the end. */
  peek(): number;
  /** The next character, taken; {@link END} at the end. */
  next(): number;
  /** The line (from 1) and column (from 0) of an offset that was read. */
  place(offset: number): TextPosition;
}

/** Offsets of line starts, to turn an offset into line and column. */
class LineTable {
  readonly #starts = [0];

  startsAt(offset: number): void {
    this.#starts.push(offset);
  }

  place(offset: number): TextPosition {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0), offset };
  }
}

/** A text in memory; lines are counted only when a place is asked for. */
export class TextSource implements CharacterSource {
  readonly text: string;
  offset: number;
  readonly #end: number;
  #lines: LineTable | null = null;

  constructor(text: string, start = 0, end = text.length) {
    this.text = text;
    this.offset = start;
    this.#end = end;
  }

  peek(): number {
    if (this.offset >= this.#end) return END;
    const unit = this.text.charCodeAt(this.offset);
    return isHighSurrogate(unit) ? (this.text.codePointAt(this.offset) ?? END) : unit;
  }

  next(): number {
    safepoint();
    const code = this.peek();
    if (code !== END) this.offset += code > 0xffff ? 2 : 1;
    return code;
  }

  place(offset: number): TextPosition {
    this.#lines ??= this.#countLines();
    return this.#lines.place(offset);
  }

  #countLines(): LineTable {
    const lines = new LineTable();
    for (let at = this.text.indexOf("\n"); at >= 0; at = this.text.indexOf("\n", at + 1))
      lines.startsAt(at + 1);
    return lines;
  }
}

/** What of an input port a source reads: characters are strings of one code point, null at the end. */
type CharacterStream = Pick<TextInput, "peek" | "read">;

/** A stream of which no more is read than the object needs; places count from where this source began. */
export class StreamSource implements CharacterSource {
  readonly #port: CharacterStream;
  readonly #lines = new LineTable();
  offset = 0;

  constructor(port: CharacterStream) {
    this.#port = port;
  }

  peek(): number {
    return this.#port.peek()?.codePointAt(0) ?? END;
  }

  next(): number {
    safepoint();
    const character = this.#port.read();
    if (character === null) return END;
    this.offset += character.length;
    if (character === "\n") this.#lines.startsAt(this.offset);
    return character.codePointAt(0) ?? END;
  }

  place(offset: number): TextPosition {
    return this.#lines.place(offset);
  }
}
