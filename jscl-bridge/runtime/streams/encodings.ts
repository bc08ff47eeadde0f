/** Characters as bytes and back: the encodings that SBCL's external formats name. */

import type { LispSymbol } from "../objects/marshal.js";
import { TextReader } from "../platform.js";
import { keyword } from "../signals.js";
import { spend } from "../stack/safepoints.js";
import { utf8Bytes, utf8Length } from "../utf8.js";
import { cut, type Decoded, type Encoding, isSurrogate, SURROGATES, wrong } from "./encoding.js";
import { otherEncodings } from "./other-encodings.js";

/** SBCL takes as many bytes for a character as its first byte asks for, whatever the others are. */
function decodeUtf8(bytes: Uint8Array, at: number, end: number): Decoded {
  const first = bytes[at] as number;
  if (first < 0x80) return { code: first, size: 1 };
  if (first < 0xc2) return wrong(1);
  const size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const rest = cut(at, size, end);
  if (rest !== null) return rest;
  let code = first & (0xff >> (size + 1));
  for (let k = 1; k < size; k++) {
    const next = bytes[at + k] as number;
    if (next >> 6 !== 2) return wrong(size);
    code = (code << 6) | (next & 0x3f);
  }
  const least = size === 2 ? 0x80 : size === 3 ? 0x800 : 0x10000;
  const isValid = first < 0xf5 && code >= least && code <= 0x10ffff && !isSurrogate(code);
  return isValid ? { code, size } : wrong(size);
}

/** The encoding of a file for which none is named. */
export const STANDARD_ENCODING: Encoding = {
  names: ["UTF-8", "UTF8"],
  unencodable: SURROGATES,
  encode: utf8Bytes,
  lengthOf: (text) => utf8Length(text),
  decode: decodeUtf8,
};

/** The other encodings by their names, made when one is asked for. */
let others: ReadonlyMap<string, Encoding> | null = null;

/** The encoding of that name of a keyword; undefined where SBCL or we have none. */
export function encodingNamed(name: string): Encoding | undefined {
  if (STANDARD_ENCODING.names.includes(name)) return STANDARD_ENCODING;
  others ??= otherEncodings();
  return others.get(name);
}

/** The keyword that names an encoding first. */
export function nameOf(encoding: Encoding): LispSymbol {
  return keyword(encoding.names[0] as string);
}

/** All of a file's text in the standard encoding; null where some of its bytes are no character. */
export function wholeText(bytes: Uint8Array): string | null {
  spend(bytes.length / 64);
  try {
    return new TextReader("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** What is wrong with octets that are no UTF-8, and how many of them OCTETS-TO-STRING leaves out. */
export function utf8Fault(bytes: Uint8Array, at: number): { size: number; kind: string } {
  const first = bytes[at] as number;
  if (first < 0xc2 || first > 0xf4) return { size: 1, kind: "STARTER" };
  const whole = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let size = 1; size < whole; size++) {
    const next = bytes[at + size];
    if (next === undefined) return { size, kind: "END" };
    // The second octet says whether the character is too long, a surrogate, or beyond the last one.
    const least = size > 1 ? 0x80 : first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    const most = size > 1 ? 0xbf : first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    if (next < least || next > most) return { size, kind: "CONTINUATION" };
  }
  return { size: whole, kind: "CONTINUATION" };
}
