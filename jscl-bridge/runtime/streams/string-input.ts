/** Reading characters from a string. */

import type { LispValue, LispVector } from "../objects/marshal.js";
import { addCharacters } from "../objects/vectors.js";
import { spendOnElements } from "../stack/safepoints.js";
import { type Line, LispStream, type TextInput } from "./shape.js";

export class StringInput implements TextInput {
  /** Index of the next character. */
  private at: number;
  readonly characters: LispVector;
  /** Index of the first character to be read, where places begin. */
  readonly start: number;

  /** Reads a text, or the elements of a Lisp string, which are the reader's own from here on. */
  constructor(source: string | LispVector, start = 0) {
    this.at = this.start = start;
    this.characters = typeof source === "string" ? [] : source;
    if (typeof source === "string") this.append(source);
  }

  /** Has more to be read behind the rest. */
  append(text: string): void {
    addCharacters(this.characters, text);
  }

  read(): string | null {
    const { at } = this;
    if (at >= this.characters.length) return null;
    this.at = at + 1;
    return this.characters[at] as string;
  }

  peek(): string | null {
    return this.at < this.characters.length ? (this.characters[this.at] as string) : null;
  }

  unread(_character: string): void {
    if (this.at > 0) this.at--;
  }

  readLine(): Line | null {
    const { characters, at } = this;
    if (at >= characters.length) return null;
    const found = characters.indexOf("\n", at);
    const end = found < 0 ? characters.length : found;
    spendOnElements(end - at);
    this.at = found < 0 ? end : end + 1;
    return { characters: characters.slice(at, end), newline: found >= 0 };
  }

  /** Characters read so far. */
  position(): number {
    return this.at;
  }

  moveTo(index: number): void {
    this.at = index;
  }
}

/** The text of an open stream that reads from one; null for anything else. */
export function stringInputOf(x: LispValue): StringInput | null {
  return x instanceof LispStream && x.open && x.input instanceof StringInput ? x.input : null;
}

/**
 * With `plain` it is printed as `#<STRING-INPUT-STREAM>`: the text of an evaluation is no object of the
 * program.
 */
export function makeStringInputStream(
  source: string | LispVector,
  options: { plain?: boolean; from?: number } = {},
): LispStream {
  const input = new StringInput(source, options.from);
  return new LispStream({ kind: "STRING-INPUT-STREAM", input, plain: options.plain ?? false });
}
