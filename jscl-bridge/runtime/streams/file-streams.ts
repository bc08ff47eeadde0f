/** Streams of files that read and write bytes, or characters at places other than the end. */

import { integer, isInteger } from "../numbers/types.js";
import type { LispValue } from "../objects/marshal.js";
import { list, sym } from "../signals.js";
import { spendOnElements } from "../stack/safepoints.js";
import { utf8Bytes, utf8Length } from "../utf8.js";
import { wrongDirection } from "./designators.js";
import { CharacterSource, type ExternalFormat, writeEncodable } from "./external-formats.js";
import { ColumnCounter, LispStream, type OpenFile, type TextInput, type TextOutput } from "./shape.js";
import { wrongType } from "./stream-arguments.js";
import type { StringInput } from "./string-input.js";

/** The bytes of a file; `data` may be longer than they are. */
export interface Bytes {
  data: Uint8Array;
  length: number;
}

/** What holds the content of one file. */
export interface Content {
  /** Its content, which is bytes from then on. */
  bytes(): Bytes;
  /** Puts bytes at a place, which may lie beyond the end. */
  put(at: number, bytes: Uint8Array): void;
  /** How many bytes it has, without a change to what it is kept as. */
  byteLength(): number;
}

/** The bytes that a stream reads and writes; null where these are characters. */
export interface ByteType {
  readonly isSigned: boolean;
  readonly bits: number;
  /** Whether it also reads and writes characters. */
  readonly hasCharacters: boolean;
}

/** How a stream was opened. */
export interface Opening {
  readonly direction: "input" | "output" | "io";
  readonly atEnd: boolean;
  readonly bytes: ByteType | null;
  readonly format: ExternalFormat;
  readonly name: string;
  close(isAbort: boolean): void;
}

/** Integers of so many bytes begin with their least byte, as SBCL's; longer ones with their greatest. */
const LONGEST_WORD = 8;

function typeOfBytes({ isSigned, bits }: ByteType): LispValue {
  return list(sym(isSigned ? "SIGNED-BYTE" : "UNSIGNED-BYTE"), bits);
}

function integerOf(bytes: Uint8Array, { isSigned, bits }: ByteType): LispValue {
  const ordered = bytes.length > LONGEST_WORD ? bytes : bytes.slice().reverse();
  if (bits <= 32) {
    let value = 0;
    for (const byte of ordered) value = value * 256 + byte;
    return isSigned && value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
  }
  let value = 0n;
  for (const byte of ordered) value = (value << 8n) | BigInt(byte);
  return integer(isSigned ? BigInt.asIntN(bits, value) : value);
}

function bytesOfInteger(x: LispValue, type: ByteType): Uint8Array {
  if (!isInteger(x)) return wrongType(x, typeOfBytes(type));
  const { isSigned, bits } = type;
  const limit = 2n ** BigInt(isSigned ? bits - 1 : bits);
  let rest = BigInt(x);
  if (rest >= limit || rest < (isSigned ? -limit : 0n)) return wrongType(x, typeOfBytes(type));
  const bytes = new Uint8Array(bits / 8);
  for (let i = 0; i < bytes.length; i++, rest >>= 8n) bytes[i] = Number(rest & 255n);
  return bytes.length > LONGEST_WORD ? bytes.reverse() : bytes;
}

/** The port of a direction in which a stream of bytes has no characters. */
function noCharacters(stream: () => LispStream, direction: "INPUT" | "OUTPUT"): TextInput & TextOutput {
  const refuse = () => wrongDirection(stream(), direction);
  return { read: refuse, peek: refuse, unread: refuse, write: refuse, column: () => null };
}

/** What FILE-STRING-LENGTH and STREAM-EXTERNAL-FORMAT ask. */
function described({ encoding, designator }: ExternalFormat): Pick<OpenFile, "format" | "lengthOf"> {
  return { format: designator, lengthOf: (text) => encoding.lengthOf(text) };
}

/** The elements of a stream that reads and writes bytes, in its direction. */
function bytePorts(
  content: Content,
  type: ByteType,
  direction: Opening["direction"],
  place: { at: number },
  put: (bytes: Uint8Array) => void,
): Pick<OpenFile, "readByte" | "writeByte"> {
  const size = type.bits / 8;
  const readByte = () => {
    const { data, length } = content.bytes();
    if (place.at + size > length) return null;
    place.at += size;
    return integerOf(data.slice(place.at - size, place.at), type);
  };
  const writeByte = (byte: LispValue) => put(bytesOfInteger(byte, type));
  return {
    ...(direction === "output" ? {} : { readByte }),
    ...(direction === "input" ? {} : { writeByte }),
  };
}

/** A stream that reads and writes at one place of its file. */
export function placedStream(content: Content, opening: Opening): LispStream {
  const { bytes: type, direction, atEnd, format } = opening;
  const size = type === null ? 1 : type.bits / 8;
  const counter = new ColumnCounter();
  const place = { at: atEnd ? content.byteLength() : 0 };
  const put = (bytes: Uint8Array) => {
    // What is opened to append to writes at the end, wherever it reads.
    const start = atEnd ? content.byteLength() : place.at;
    content.put(start, bytes);
    place.at = start + bytes.length;
  };
  const hasCharacters = type === null || type.hasCharacters;
  const source = new CharacterSource(format, () => stream, place, content.bytes);
  const input: TextInput = hasCharacters ? source : noCharacters(() => stream, "INPUT");
  const output: TextOutput = hasCharacters
    ? {
        write(text) {
          writeEncodable(text, format, stream, (part) => put(format.encoding.encode(part)));
          counter.advance(text);
        },
        column: () => counter.column,
      }
    : noCharacters(() => stream, "OUTPUT");
  const file: OpenFile = {
    elementType: () => (type === null || hasCharacters ? sym("CHARACTER") : typeOfBytes(type)),
    ...described(format),
    hasCharacters,
    ...(type === null ? {} : bytePorts(content, type, direction, place, put)),
    position: () => Math.floor(place.at / size),
    moveTo(position) {
      place.at = position === null ? content.byteLength() : position * size;
      source.forget();
    },
    length: () => Math.floor(content.byteLength() / size),
    close: opening.close,
  };
  const stream = new LispStream({
    kind: "FD-STREAM",
    name: opening.name,
    file,
    ...(direction === "input" ? {} : { output }),
    ...(direction === "output" ? {} : { input }),
  });
  return stream;
}

/** What a stream has beside its text that reads all characters of a file, which it has at once. */
export function readFile(text: StringInput, content: Content, format: ExternalFormat): OpenFile {
  const { characters } = text;
  // The place that was asked for last, as characters and as bytes: many ask again a little further on.
  let known = 0;
  let before = 0;
  const position = (): number => {
    const at = text.position();
    if (at < known) known = before = 0;
    spendOnElements(at - known);
    for (; known < at; known++) before += utf8Length(characters[known] as string);
    return before;
  };
  return {
    elementType: () => sym("CHARACTER"),
    ...described(format),
    hasCharacters: true,
    position,
    moveTo(place) {
      let index = 0;
      spendOnElements(characters.length);
      if (place === null) index = characters.length;
      else
        for (let left = place; left > 0 && index < characters.length; index++)
          left -= utf8Length(characters[index] as string);
      text.moveTo(index);
    },
    length: () => content.byteLength(),
    close() {},
  };
}

/** A file that a stream appends text to, or, once it was sent to a place, writes there. */
export interface WrittenFile extends OpenFile {
  /** Whether what is written may belong elsewhere than at the end. */
  isPlaced(): boolean;
  write(text: string): void;
}

export function writtenFile(content: Content, { format, close }: Opening): WrittenFile {
  let at: number | null = null;
  return {
    elementType: () => sym("CHARACTER"),
    ...described(format),
    hasCharacters: true,
    isPlaced: () => at !== null,
    write(text) {
      const bytes = utf8Bytes(text);
      const place = at ?? content.byteLength();
      content.put(place, bytes);
      if (at !== null) at = place + bytes.length;
    },
    position: () => at ?? content.byteLength(),
    moveTo(position) {
      at = position;
    },
    length: content.byteLength,
    close,
  };
}
