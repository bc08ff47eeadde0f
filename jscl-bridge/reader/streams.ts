import type { LispValue } from "../runtime/objects/marshal.js";
import { inputPort, LispStream, type TextInput } from "../runtime/streams.js";
import { type CharacterSource, END, StreamSource, type TextSource } from "./source.js";

/** Lisp streams and the reader's sources: what one reads the other has read. */

const sources = new WeakMap<object, CharacterSource>();

/** The input port of a text that a reader reads. */
class SourceInput implements TextInput {
  readonly #source: TextSource;

  constructor(source: TextSource) {
    this.#source = source;
  }

  read(): string | null {
    const code = this.#source.next();
    return code === END ? null : String.fromCodePoint(code);
  }

  peek(): string | null {
    const code = this.#source.peek();
    return code === END ? null : String.fromCodePoint(code);
  }

  unread(character: string): void {
    this.#source.offset = Math.max(0, this.#source.offset - character.length);
  }

  position(): number {
    return Array.from(this.#source.text.slice(0, this.#source.offset)).length;
  }
}

/** A string input stream over a text that a reader reads at the same time. */
export function streamOverSource(source: TextSource): LispStream {
  const stream = new LispStream({ kind: "STRING-INPUT-STREAM", input: new SourceInput(source) });
  sources.set(stream, source);
  return stream;
}

/**
 * The source of an input stream; always the same one, so that places count on. Signals TYPE-ERROR for what is
 * no input stream.
 */
export function sourceOfStream(stream: LispValue): CharacterSource {
  const port = inputPort(stream);
  const known = sources.get(stream as object);
  if (known !== undefined) return known;
  const source = new StreamSource(port);
  sources.set(stream as object, source);
  return source;
}
