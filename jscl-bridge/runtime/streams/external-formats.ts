/** External formats of streams: an encoding, and what stands for what it cannot say (SBCL's manual, 12.1). */

import { carOf } from "../objects/conses.js";
import type { LispSymbol, LispValue, LispVector } from "../objects/marshal.js";
import { symbolName } from "../objects/symbols.js";
import { makeString, stringText } from "../objects/vectors.js";
import { callLisp, elementsOf, isCons, keyword, listOf, nil, simpleError } from "../signals.js";
import { safepoint } from "../stack/safepoints.js";
import type { Encoding } from "./encoding.js";
import { encodingNamed, nameOf } from "./encodings.js";

export interface ExternalFormat {
  readonly encoding: Encoding;
  /** What STREAM-EXTERNAL-FORMAT answers. */
  readonly designator: LispValue;
  /** A designator of the string for what cannot be read or written; undefined where that is an error. */
  readonly replacement: LispValue;
}

/** What OPEN's argument EXTERNAL-FORMAT stands for: a keyword, or a list of one and of options. */
export function externalFormat(x: LispValue): ExternalFormat {
  const isList = isCons(x);
  const encoding = encodingNamed(symbolName((isList ? carOf(x) : x) as LispSymbol));
  if (encoding === undefined) return simpleError("Undefined external-format: ~S", x);
  const options = isList ? elementsOf(x) : [];
  const at = options.indexOf(keyword("REPLACEMENT"), 1);
  const given = at % 2 === 1 ? options[at + 1] : nil();
  const replacement = given === nil() ? undefined : given;
  return { encoding, designator: isList ? x : nameOf(encoding), replacement };
}

/** The text that a replacement is. */
export function replacementText(replacement: LispValue): string {
  return stringText(callLisp("STRING", "COMMON-LISP", replacement) as LispVector);
}

/** Signals that something cannot be read or written; answers what a restart puts in its place. */
function ask(name: string, ...args: LispValue[]): LispValue {
  // The conditions are SBCL's, and there once something has looked for one of its packages.
  callLisp("FIND-PACKAGE", "COMMON-LISP", makeString("SB-INT"));
  return callLisp(name, "SB-IMPL", ...args);
}

/**
 * Has `write` write the parts of a text that can be encoded, and in the place of each other character what
 * the format, or a restart of the error, puts there.
 */
export function writeEncodable(
  text: string,
  format: ExternalFormat,
  stream: LispValue,
  write: (part: string) => void,
): void {
  const { encoding, replacement, designator } = format;
  const { unencodable } = encoding;
  let rest = text;
  for (;;) {
    const at = unencodable === null ? -1 : rest.search(unencodable);
    if (at < 0) break;
    if (at > 0) write(rest.slice(0, at));
    const code = rest.codePointAt(at) as number;
    rest = rest.slice(at + (code > 0xffff ? 2 : 1));
    const instead =
      replacement === undefined
        ? stringText(ask("REPLACED-CHARACTER", stream, designator, code) as LispVector)
        : replacementText(replacement);
    // A replacement that cannot be encoded is not replaced by itself.
    writeEncodable(instead, { ...format, replacement: undefined }, stream, write);
  }
  if (rest !== "") write(rest);
}

/** The characters of bytes, read at a place that bytes may be read from, too. */
export class CharacterSource {
  /** What stands for bytes that were no character, and was not read yet. */
  #instead: string[] = [];
  #cameInstead = false;
  /** Whether a restart has the next character be the end. */
  #isEnded = false;

  readonly #format: ExternalFormat;
  readonly #owner: () => LispValue;
  readonly #place: { at: number };
  readonly #bytes: () => { data: Uint8Array; length: number };

  /** Reads bytes at a place, in a format, for the stream that `owner` answers. */
  constructor(
    format: ExternalFormat,
    owner: () => LispValue,
    place: { at: number },
    bytes: () => { data: Uint8Array; length: number },
  ) {
    this.#format = format;
    this.#owner = owner;
    this.#place = place;
    this.#bytes = bytes;
  }

  /** Forgets what was put in the place of bytes: the stream was sent elsewhere. */
  forget(): void {
    this.#instead = [];
    this.#isEnded = false;
  }

  peek(): string | null {
    const found = this.#next();
    return typeof found === "string" || found === null ? found : String.fromCodePoint(found.code);
  }

  read(): string | null {
    const found = this.#next();
    this.#cameInstead = typeof found === "string";
    if (found === null) {
      this.#isEnded = false;
      return null;
    }
    if (typeof found === "string") return this.#instead.shift() as string;
    this.#place.at += found.size;
    return String.fromCodePoint(found.code);
  }

  unread(character: string): void {
    const place = this.#place;
    if (this.#cameInstead) this.#instead.unshift(character);
    else place.at = Math.max(0, place.at - this.#format.encoding.lengthOf(character));
  }

  /** The next character: of the bytes, or of what stands for some; null at the end. */
  #next(): string | { code: number; size: number } | null {
    const { encoding } = this.#format;
    for (;;) {
      const [first] = this.#instead;
      if (first !== undefined) return first;
      const { data, length } = this.#bytes();
      const { at } = this.#place;
      if (this.#isEnded || at >= length) return null;
      const found = encoding.decode(data, at, length);
      if (found.code >= 0) return found;
      this.#replace(data.slice(at, at + found.size));
    }
  }

  /** Puts something in the place of bytes that are no character, as the format or a restart says. */
  #replace(octets: Uint8Array): void {
    const { replacement, designator } = this.#format;
    let instead = "";
    if (replacement !== undefined) instead = replacementText(replacement);
    else {
      const answer = ask("REPLACED-OCTETS", this.#owner(), designator, listOf([...octets]));
      if (answer === keyword("EOF")) {
        this.#isEnded = true;
        return;
      }
      instead = stringText(answer as LispVector);
    }
    this.#instead.push(...instead);
    this.#resync();
  }

  /** Goes on to the next place where a character is, or may be cut off by the end, as SBCL does. */
  #resync(): void {
    const { data, length } = this.#bytes();
    const place = this.#place;
    const { encoding } = this.#format;
    for (place.at++; place.at < length; place.at++) {
      safepoint();
      const found = encoding.decode(data, place.at, length);
      if (found.code >= 0 || found.isCut) return;
    }
  }
}

/** The external format of the standard streams, on which nothing fails to be written. */
export function standardStreamFormat(): LispValue {
  return listOf([keyword("UTF-8"), keyword("REPLACEMENT"), "\ufffd"]);
}
