/**
 * Streams that programs define, as instances of classes that inherit from STREAM (Gray's proposal
 * STREAM-DEFINITION-BY-USER): each function of the standard calls a generic function of SB-GRAY.
 */

import type { LispValue, LispVector } from "../objects/marshal.js";
import { isLispString, makeString } from "../objects/vectors.js";
import { callLisp, callLispForValues, keyword, nil } from "../signals.js";
import type { Line, TextInput, TextOutput } from "./shape.js";

/** Calls a generic function of SB-GRAY. */
export function gray(name: string, stream: LispValue, ...more: LispValue[]): LispValue {
  return callLisp(`STREAM-${name}`, "SB-GRAY", stream, ...more);
}

/** Whether a value of a generic function says that the stream is at its end. */
export function isEnd(x: LispValue): boolean {
  return x === keyword("EOF");
}

/** Whether a text is one character, which may take two units of UTF-16. */
function isCharacter(text: string): boolean {
  return text.length === 1 || (text.length === 2 && (text.codePointAt(0) as number) > 0xffff);
}

export class GrayOutput implements TextOutput {
  readonly #stream: LispValue;

  constructor(stream: LispValue) {
    this.#stream = stream;
  }

  write(text: string): void {
    if (isCharacter(text)) gray("WRITE-CHAR", this.#stream, text);
    else if (text !== "") gray("WRITE-STRING", this.#stream, makeString(text), 0, nil());
  }
  column(): number | null {
    const column = gray("LINE-COLUMN", this.#stream);
    return typeof column === "number" ? column : null;
  }
  finish(): void {
    gray("FINISH-OUTPUT", this.#stream);
  }
  clear(): void {
    gray("CLEAR-OUTPUT", this.#stream);
  }
}

export class GrayInput implements TextInput {
  readonly #stream: LispValue;

  constructor(stream: LispValue) {
    this.#stream = stream;
  }

  #character(name: string): string | null {
    const character = gray(name, this.#stream);
    return isEnd(character) ? null : (character as string);
  }
  read(): string | null {
    return this.#character("READ-CHAR");
  }
  peek(): string | null {
    return this.#character("PEEK-CHAR");
  }
  unread(character: string): void {
    gray("UNREAD-CHAR", this.#stream, character);
  }
  /** STREAM-LISTEN says no at the end, too, where nothing needs to be waited for; so that is asked as well. */
  isReady(): boolean {
    return gray("LISTEN", this.#stream) !== nil() || this.peek() === null;
  }
  listen(): LispValue {
    return gray("LISTEN", this.#stream);
  }
  clear(): void {
    gray("CLEAR-INPUT", this.#stream);
  }
  readLine(): Line | null {
    const [text, isAtEnd] = callLispForValues("STREAM-READ-LINE", "SB-GRAY", this.#stream);
    const characters = text as LispVector;
    const newline = (isAtEnd ?? nil()) === nil();
    return !newline && isLispString(text) && characters.length === 0 ? null : { characters, newline };
  }
}

/** The generic function of the standard by which a stream says whether it is of a direction. */
export function hasDirection(stream: LispValue, direction: "input" | "output"): boolean {
  return callLisp(`${direction.toUpperCase()}-STREAM-P`, "COMMON-LISP", stream) !== nil();
}
