import type { LispFunction, LispValue } from "../runtime/objects/marshal.js";
import { isLispString } from "../runtime/objects/vectors.js";
import { listOf, nil, sym, t } from "../runtime/signals.js";
import { readingOf } from "../runtime/stack/stream-readings.js";
import { streamOf } from "../runtime/streams/designators.js";
import { keywordArguments, substring, textArgument } from "../runtime/streams/stream-arguments.js";
import { characterCount } from "../runtime/surrogates.js";
import { activeReader, innermostReader } from "./active.js";
import { signalMisplacedRecursion } from "./failure.js";
import { readDelimited } from "./lists.js";
import { parseIntegerFunction } from "./parse-integer.js";
import { EOF, Reader } from "./reader.js";
import type { ReaderImage } from "./reader-image.js";
import { readtableFunctions } from "./readtable-functions.js";
import { TextSource } from "./source.js";
import { sourceOfStream, streamOverSource } from "./streams.js";

/** The functions of CLHS chapter 23, and PARSE-INTEGER, by name. */

/** What a READ answers at the end of its text: an error, or the value that the call gives for it. */
function finish(
  reader: Reader,
  value: LispValue | typeof EOF,
  eofError: LispValue,
  eofValue: LispValue,
): LispValue {
  if (value !== EOF) return value;
  return eofError === nil() ? eofValue : reader.failAtEnd();
}

/** The reader that a call with a true RECURSIVE-P continues. Signals an error outside of a read. */
function recursiveReader(image: ReaderImage, stream: LispValue, caller: string): Reader {
  if (innermostReader() === undefined) return signalMisplacedRecursion(stream, sym(caller));
  return activeReader(stream) ?? new Reader(sourceOfStream(stream), image, { stream });
}

function readFrom(
  image: ReaderImage,
  name: string,
  [designator, eofError = t(), eofValue = nil(), isRecursive = nil()]: LispValue[],
): LispValue {
  const stream = streamOf(designator, "*STANDARD-INPUT*");
  if (isRecursive !== nil()) {
    const reader = recursiveReader(image, stream, name);
    return finish(reader, reader.readNested(), eofError, eofValue);
  }
  const preservesWhitespace = name === "READ-PRESERVING-WHITESPACE";
  const reading = readingOf(stream);
  const places = reading === undefined ? {} : { positions: reading.positions };
  const reader = new Reader(sourceOfStream(stream), image, { stream, preservesWhitespace, ...places });
  if (reading !== undefined) reading.reader = reader;
  return finish(reader, reader.read(), eofError, eofValue);
}

function readFunction(image: ReaderImage, name: string): LispFunction {
  return (values, ...args) => {
    return values(readFrom(image, name, args));
  };
}

/** A value that is neither the code of a character nor the end of a text. */
const UNREADABLE = -2;

function readDelimitedFunction(image: ReaderImage): LispFunction {
  return (values, ...args) => {
    const character = args[0];
    const designator = args[1];
    const isRecursive = args[2] ?? nil();
    // SBCL does not check it: what is no character closes no list.
    const closing = typeof character === "string" ? (character.codePointAt(0) ?? 0) : UNREADABLE;
    const stream = streamOf(designator, "*STANDARD-INPUT*");
    const isNested = isRecursive !== nil();
    const reader = isNested
      ? recursiveReader(image, stream, "READ-DELIMITED-LIST")
      : new Reader(sourceOfStream(stream), image, { stream });
    const read = (): LispValue => {
      const items = readDelimited(reader, closing, typeof character === "string" ? character : "");
      return reader.isSuppressed ? nil() : listOf(items);
    };
    return values(isNested ? reader.readRecursively(read) : reader.readWith(read));
  };
}

function readFromStringFunction(image: ReaderImage): LispFunction {
  return (values, string, eofError = t(), eofValue = nil(), ...keywords) => {
    const options = keywordArguments(keywords, 0);
    const { START: start, END: end, "PRESERVE-WHITESPACE": preserve = nil() } = options;
    const text = isLispString(string) ? substring(string, start, end) : textArgument(string);
    const source = new TextSource(text);
    const reader = new Reader(source, image, {
      makeStream: () => streamOverSource(source),
      preservesWhitespace: preserve !== nil(),
    });
    const value = finish(reader, reader.read(), eofError, eofValue);
    return values(value, (typeof start === "number" ? start : 0) + characterCount(text, source.offset));
  };
}

/** Functions by the names of their symbols in COMMON-LISP. */
export function readerLibrary(image: ReaderImage): Record<string, LispFunction> {
  return {
    READ: readFunction(image, "READ"),
    "READ-PRESERVING-WHITESPACE": readFunction(image, "READ-PRESERVING-WHITESPACE"),
    "READ-DELIMITED-LIST": readDelimitedFunction(image),
    "READ-FROM-STRING": readFromStringFunction(image),
    "PARSE-INTEGER": parseIntegerFunction,
    ...readtableFunctions(image),
  };
}
