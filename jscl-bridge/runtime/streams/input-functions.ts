/** The functions that read characters and lines (CLHS 21.2). */

import { checkElement, elementTypeOf } from "../library/element-types.js";
import { setCarOf } from "../objects/conses.js";
import type { LispFunction, LispValue, LispVector } from "../objects/marshal.js";
import { symbolValue } from "../objects/symbols.js";
import { activeLength, stringOf } from "../objects/vectors.js";
import { isCons, lispError, list, nil, sym, t } from "../signals.js";
import { next } from "../stack/safepoints.js";
import { bytesIn, readByteFrom } from "./byte-functions.js";
import { inputPort, streamOf } from "./designators.js";
import { gray, isEnd } from "./gray-streams.js";
import { isGray, isReady, type Line, type TextInput } from "./shape.js";
import { bounds, characterArgument, keywordArguments, wrongType } from "./stream-arguments.js";
import { StringInput } from "./string-input.js";

/** The result of reading at the end of the stream: the eof value, or END-OF-FILE signalled. */
export function endOfFile(stream: LispValue, eofError: LispValue, eofValue: LispValue): LispValue {
  if (eofError === undefined || eofError !== nil()) {
    lispError("END-OF-FILE", "STREAM", streamOf(stream, "*STANDARD-INPUT*"));
  }
  return eofValue ?? nil();
}

const readChar: LispFunction = (_values, stream, eofError, eofValue) =>
  inputPort(stream).read() ?? endOfFile(stream, eofError, eofValue);

/** What readtables are to streams; the reader's class is not known here. */
interface Syntax {
  isWhitespace(character: string): boolean;
}

/** The standard syntax, where no reader has set the variable. */
const STANDARD: Syntax = { isWhitespace: (character) => "\t\n\f\r ".includes(character) };

function currentSyntax(): Syntax {
  return (symbolValue(sym("*READTABLE*")) as Syntax | undefined) ?? STANDARD;
}

/** Skips to the next character of the kind that PEEK-CHAR was asked for, and leaves it there. */
export function skipTo(port: TextInput, type: LispValue): string | null {
  if (type === undefined || type === nil()) return port.peek();
  const syntax = currentSyntax();
  for (;;) {
    // A program's stream peeks by reading and putting back: that once is enough.
    const next = port.stream === undefined ? port.peek() : port.read();
    if (next === null) return next;
    if (type === t() ? !syntax.isWhitespace(next) : next === type) {
      if (port.stream !== undefined) port.unread(next);
      return next;
    }
    if (port.stream === undefined) port.read();
  }
}

function readLine(port: TextInput): Line | null {
  if (port.readLine !== undefined) return port.readLine();
  const characters: LispVector = [];
  for (let next = port.read(); next !== null; next = port.read()) {
    if (next === "\n") return { characters, newline: true };
    characters.push(next);
  }
  return characters.length === 0 ? null : { characters, newline: false };
}

/** Fills a list or vector from `start` to `end`; answers the index of the first element left alone. */
function readSequence(
  sequence: LispValue,
  read: () => LispValue | null,
  start: LispValue,
  end: LispValue,
): number {
  if (Array.isArray(sequence)) {
    const length = activeLength(sequence as LispVector);
    const [from, to] = bounds(sequence, length, start, end);
    const type = elementTypeOf(sequence as LispVector);
    let at = from;
    for (; at < to; at++) {
      const character = read();
      if (character === null) break;
      checkElement(type, character);
      sequence[at] = character;
    }
    return at;
  }
  const cells = [];
  let rest = sequence;
  for (; isCons(rest); rest = next(rest)) cells.push(rest);
  if (rest !== nil()) wrongType(rest, sym("LIST"));
  const [from, to] = bounds(sequence, cells.length, start, end);
  let at = from;
  for (; at < to; at++) {
    const character = read();
    const cell = cells[at];
    if (character === null || cell === undefined) break;
    setCarOf(cell, character);
  }
  return at;
}

/** What reads the elements of a sequence: bytes or characters, as the stream has them. */
function elementReader(sequence: LispValue, stream: LispValue): () => LispValue | null {
  const port = inputPort(stream);
  if (port instanceof StringInput) return () => port.read();
  const kind = bytesIn(stream, "input");
  const isOfBytes =
    kind === "both" ? Array.isArray(sequence) && elementTypeOf(sequence as LispVector).limits !== null : kind;
  return isOfBytes ? () => readByteFrom(stream) : () => port.read();
}

export const inputFunctions: Record<string, LispFunction> = {
  "READ-CHAR": readChar,
  "READ-CHAR-NO-HANG": (values, ...args) => {
    const { stream } = inputPort(args[0]);
    if (stream !== undefined) {
      const character = gray("READ-CHAR-NO-HANG", stream);
      return values(isEnd(character) ? endOfFile(args[0], args[1], args[2]) : character);
    }
    return isReady(inputPort(args[0])) ? readChar(values, ...args) : values(nil());
  },
  "PEEK-CHAR": (values, ...args) => {
    const [type, stream, eofError, eofValue] = args;
    if (type !== undefined && type !== nil() && type !== t() && typeof type !== "string") {
      wrongType(type, list(sym("OR"), sym("CHARACTER"), sym("BOOLEAN")));
    }
    return values(skipTo(inputPort(stream), type) ?? endOfFile(stream, eofError, eofValue));
  },
  "UNREAD-CHAR": (values, ...args) => {
    inputPort(args[1]).unread(characterArgument(args[0]));
    return values(nil());
  },
  "READ-LINE": (values, ...args) => {
    const [stream, eofError, eofValue] = args;
    const line = readLine(inputPort(stream));
    if (line === null) return values(endOfFile(stream, eofError, eofValue), t());
    return values(stringOf(line.characters), line.newline ? nil() : t());
  },
  "READ-SEQUENCE": (values, ...args) => {
    const { START, END } = keywordArguments(args, 2);
    if (isGray(args[1])) return values(gray("READ-SEQUENCE", args[1], args[0], START ?? 0, END ?? nil()));
    return values(readSequence(args[0], elementReader(args[0], args[1]), START, END));
  },
  LISTEN: (values, ...args) => {
    const port = inputPort(args[0]);
    if (port.stream !== undefined) return values(gray("LISTEN", port.stream) === nil() ? nil() : t());
    return values(isReady(port) && port.peek() !== null ? t() : nil());
  },
  "CLEAR-INPUT": (values, ...args) => {
    inputPort(args[0]).clear?.();
    return values(nil());
  },
};
