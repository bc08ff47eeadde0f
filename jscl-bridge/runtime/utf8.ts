/** Characters as the bytes of files: UTF-8, in which a lone surrogate is a character as any other. */

import { spend } from "./stack/safepoints.js";
import { isHighSurrogate, isLowSurrogate } from "./surrogates.js";

/** Bytes that are no character are read as this one. */
const REPLACEMENT = "\ufffd";

function sizeOf(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** How many bytes a text takes, from one index to another. */
export function utf8Length(text: string, from = 0, to = text.length): number {
  spend((to - from) / 16);
  let length = 0;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    const isPair = isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(i + 1));
    length += isPair ? 4 : sizeOf(unit);
    if (isPair) i++;
  }
  return length;
}

export function utf8Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(utf8Length(text));
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) as number;
    const size = sizeOf(code);
    if (size === 4) i++;
    for (let k = size - 1; k > 0; k--) bytes[at + k] = 0x80 | ((code >> (6 * (size - 1 - k))) & 0x3f);
    bytes[at] = size === 1 ? code : ((0xff00 >> size) & 0xff) | (code >> (6 * (size - 1)));
    at += size;
  }
  return bytes;
}

/** The character that begins at an index, and how many bytes it takes. */
function characterAt(bytes: Uint8Array, at: number, end: number): [string, number] {
  const first = bytes[at] as number;
  if (first < 0x80) return [String.fromCharCode(first), 1];
  const size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (size === 0 || at + size > end) return [REPLACEMENT, 1];
  let code = first & (0xff >> (size + 1));
  for (let k = 1; k < size; k++) {
    const next = bytes[at + k] as number;
    if (next >> 6 !== 2) return [REPLACEMENT, 1];
    code = (code << 6) | (next & 0x3f);
  }
  return sizeOf(code) === size && code <= 0x10ffff ? [String.fromCodePoint(code), size] : [REPLACEMENT, 1];
}

export function utf8Text(bytes: Uint8Array, length: number): string {
  spend(length / 8);
  let text = "";
  for (let at = 0; at < length; ) {
    const [character, size] = characterAt(bytes, at, length);
    text += character;
    at += size;
  }
  return text;
}
