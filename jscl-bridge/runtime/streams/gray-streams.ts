/**
 * Streams that programs define, as instances of classes that inherit from STREAM (Gray's proposal
 * STREAM-DEFINITION-BY-USER): each function of the standard calls a generic function of SB-GRAY.
 */

import type { LispValue, LispVector } from "../objects/marshal.js";
import { makeString } from "../objects/vectors.js";
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

/** The output port of a program's stream. */
export function grayOutput(stream: LispValue): TextOutput {
  return {
    stream,
    write(text) {
      if (isCharacter(text)) gray("WRITE-CHAR", stream, text);
      else if (text !== "") gray("WRITE-STRING", stream, makeString(text), 0, nil());
    },
    column() {
      const column = gray("LINE-COLUMN", stream);
      return typeof column === "number" ? column : null;
    },
    finish: () => void gray("FINISH-OUTPUT", stream),
    clear: () => void gray("CLEAR-OUTPUT", stream),
  };
}

/** The line that STREAM-READ-LINE has read; null at the end. */
function lineOf([text, isAtEnd]: readonly LispValue[]): Line | null {
  const characters = text as LispVector;
  const newline = (isAtEnd ?? nil()) === nil();
  return !newline && characters.length === 0 ? null : { characters, newline };
}

/** The input port of a program's stream. */
export function grayInput(stream: LispValue): TextInput {
  const character = (name: string) => {
    const read = gray(name, stream);
    return isEnd(read) ? null : (read as string);
  };
  const peek = () => character("PEEK-CHAR");
  return {
    stream,
    read: () => character("READ-CHAR"),
    peek,
    unread: (back) => void gray("UNREAD-CHAR", stream, back),
    // STREAM-LISTEN says no at the end, too, where there is nothing to wait for.
    isReady: () => gray("LISTEN", stream) !== nil() || peek() === null,
    clear: () => void gray("CLEAR-INPUT", stream),
    readLine: () => lineOf(callLispForValues("STREAM-READ-LINE", "SB-GRAY", stream)),
  };
}

/** Whether a program's stream is of a direction, by the generic function of the standard. */
export function hasDirection(stream: LispValue, direction: "input" | "output"): boolean {
  return callLisp(`${direction.toUpperCase()}-STREAM-P`, "COMMON-LISP", stream) !== nil();
}
