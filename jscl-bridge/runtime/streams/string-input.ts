/** Reading characters from a string. */

import { characterCount } from "../surrogates.js";
import { LispStream, type TextInput } from "./shape.js";

export class StringInput implements TextInput {
  /** Index of the next character, in UTF-16 units. */
  private at = 0;

  constructor(private text: string) {}

  /** Has more to be read behind the rest. */
  append(text: string): void {
    this.text += text;
  }

  read(): string | null {
    const character = this.peek();
    if (character !== null) this.at += character.length;
    return character;
  }

  peek(): string | null {
    const code = this.text.codePointAt(this.at);
    return code === undefined ? null : String.fromCodePoint(code);
  }

  unread(character: string): void {
    if (this.at > 0) this.at = Math.max(0, this.at - character.length);
  }

  readLine(): { text: string; newline: boolean } | null {
    if (this.at >= this.text.length) return null;
    const end = this.text.indexOf("\n", this.at);
    const text = end < 0 ? this.text.slice(this.at) : this.text.slice(this.at, end);
    this.at = end < 0 ? this.text.length : end + 1;
    return { text, newline: end >= 0 };
  }

  /** Characters read so far. */
  position(): number {
    return characterCount(this.text, this.at);
  }
}

/**
 * With `plain` it is printed as `#<STRING-INPUT-STREAM>`: the text of an evaluation is no object of the
 * program.
 */
export function makeStringInputStream(text: string, options: { plain?: boolean } = {}): LispStream {
  return new LispStream({ kind: "STRING-INPUT-STREAM", input: new StringInput(text), ...options });
}
