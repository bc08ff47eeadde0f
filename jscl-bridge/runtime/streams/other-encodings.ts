/** The encodings that few files have: of one byte for a character, of two, and of four. */

import { spend } from "../stack/safepoints.js";
import { cut, type Encoding, isSurrogate, SURROGATES, wrong } from "./encoding.js";

/** The bytes of each unit of a text, written by `put` at a place. */
function inUnits(
  size: number,
  units: Iterable<number> & { length: number },
  put: (view: DataView, at: number, unit: number) => void,
): Uint8Array {
  const bytes = new Uint8Array(units.length * size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const unit of units) {
    put(view, at, unit);
    at += size;
  }
  spend(bytes.length / 16);
  return bytes;
}

function codesOf(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) as number);
}

/** The units of UTF-16, in which surrogates are pairs. */
function unitsOf(text: string): number[] {
  const units: number[] = [];
  for (let i = 0; i < text.length; i++) units.push(text.charCodeAt(i));
  return units;
}

function twoBytes(name: string, other: string, isLittle: boolean, hasPairs: boolean): Encoding {
  const unitAt = (bytes: Uint8Array, at: number): number => {
    const [low, high] = isLittle ? [bytes[at], bytes[at + 1]] : [bytes[at + 1], bytes[at]];
    return ((high as number) << 8) | (low as number);
  };
  return {
    names: [name, other],
    unencodable: hasPairs ? SURROGATES : /[\u{10000}-\u{10ffff}]/u,
    encode: (text) => inUnits(2, unitsOf(text), (view, at, unit) => view.setUint16(at, unit, isLittle)),
    lengthOf: (text) => 2 * (hasPairs ? text.length : codesOf(text).length),
    decode(bytes, at, end) {
      const rest = cut(at, 2, end);
      if (rest !== null) return rest;
      const unit = unitAt(bytes, at);
      if (!hasPairs || !isSurrogate(unit)) return { code: unit, size: 2 };
      if (unit >= 0xdc00) return wrong(2);
      const half = cut(at, 4, end);
      if (half !== null) return half;
      const low = unitAt(bytes, at + 2);
      if (low < 0xdc00 || low >= 0xe000) return wrong(2);
      return { code: 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff), size: 4 };
    },
  };
}

function fourBytes(name: string, other: string, isLittle: boolean, hasSurrogates: boolean): Encoding {
  return {
    names: [name, other],
    unencodable: hasSurrogates ? null : SURROGATES,
    encode: (text) => inUnits(4, codesOf(text), (view, at, code) => view.setUint32(at, code, isLittle)),
    lengthOf: (text) => 4 * codesOf(text).length,
    decode(bytes, at, end) {
      const rest = cut(at, 4, end);
      if (rest !== null) return rest;
      const code = new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0, isLittle);
      return code > 0x10ffff || (!hasSurrogates && isSurrogate(code)) ? wrong(4) : { code, size: 4 };
    },
  };
}

/** A place of a byte, and the code of its character; -1 where it has none. */
type Replaced = readonly [place: number, code: number];

/**
 * An encoding of one byte for a character, the code of that character but for those at the places of
 * `others`.
 */
function oneByte(names: readonly string[], limit: number, others: readonly Replaced[] = []): Encoding {
  const places = new Map(others);
  const byteOf = new Map(others.map(([place, code]) => [code, place]));
  const escaped = (code: number) => `\\u{${code.toString(16)}}`;
  const without = others
    .map(([place]) => place)
    .filter((place) => !byteOf.has(place))
    .map(escaped);
  const more = [...byteOf.keys()].filter((code) => code >= 0).map(escaped);
  const outside = `[^\\0-${escaped(limit - 1)}${more.join("")}]`;
  return {
    names,
    unencodable: new RegExp(without.length === 0 ? outside : `${outside}|[${without.join("")}]`, "u"),
    encode: (text) => {
      spend(text.length / 16);
      return Uint8Array.from(codesOf(text), (code) => byteOf.get(code) ?? code);
    },
    lengthOf: (text) => codesOf(text).length,
    decode(bytes, at) {
      const byte = bytes[at] as number;
      const code = byte >= limit ? -1 : (places.get(byte) ?? byte);
      return { code, size: 1 };
    },
  };
}

/** Latin-1 with the euro sign and seven letters in the place of signs. */
const LATIN_9: readonly Replaced[] = [
  [0xa4, 0x20ac],
  [0xa6, 0x160],
  [0xa8, 0x161],
  [0xb4, 0x17d],
  [0xb8, 0x17e],
  [0xbc, 0x152],
  [0xbd, 0x153],
  [0xbe, 0x178],
];

/** What Windows has in the place of Latin-1's control characters, from 128 on. */
const WINDOWS_1252: readonly Replaced[] = [
  0x20ac, -1, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, -1, 0x17d,
  -1, -1, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, -1,
  0x17e, 0x178,
].map((code, i) => [0x80 + i, code] as const);

/** All of them by each of their names in SBCL. */
export function otherEncodings(): ReadonlyMap<string, Encoding> {
  const encodings = [
    oneByte(["LATIN-1", "LATIN1", "ISO-8859-1", "ISO8859-1"], 256),
    oneByte(["ASCII", "US-ASCII", "ANSI_X3.4-1968", "ISO-646", "ISO-646-US", "646"], 128),
    twoBytes("UTF-16LE", "UTF16LE", true, true),
    twoBytes("UTF-16BE", "UTF16BE", false, true),
    twoBytes("UCS-2LE", "UCS2LE", true, false),
    twoBytes("UCS-2BE", "UCS2BE", false, false),
    fourBytes("UTF-32LE", "UTF32LE", true, false),
    fourBytes("UTF-32BE", "UTF32BE", false, false),
    fourBytes("UCS-4LE", "UCS4LE", true, true),
    fourBytes("UCS-4BE", "UCS4BE", false, true),
    oneByte(["LATIN-9", "LATIN9", "ISO-8859-15", "ISO8859-15"], 256, LATIN_9),
    oneByte(["CP1252", "cp1252", "WINDOWS-1252", "windows-1252"], 256, WINDOWS_1252),
  ];
  return new Map(encodings.flatMap((encoding) => encoding.names.map((name) => [name, encoding] as const)));
}
