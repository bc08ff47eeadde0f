import {
  digitWeight,
  exactDecimal,
  type FloatFormat,
  floatFormatOf,
  isNumber,
  type NumberFault,
  parseNumber,
} from "../runtime/numbers.js";
import type { LispPackage, LispValue } from "../runtime/objects/marshal.js";
import { packageNameOf } from "../runtime/objects/package-objects.js";
import { makeString } from "../runtime/objects/vectors.js";
import { list, sym } from "../runtime/signals.js";
import type { Reader } from "./reader.js";
import {
  CONSTITUENT,
  INVALID,
  MULTIPLE_ESCAPE,
  NON_TERMINATING,
  type Readtable,
  type ReadtableCase,
  SINGLE_ESCAPE,
} from "./readtable.js";
import { END } from "./source.js";

/** Tokens (CLHS 2.2 steps 7 to 10, 2.3): collected from a source, then read as numbers or symbols. */

const COLON = 58;
const DIGIT_NINE = 57;

/** A token as it stands in the text. */
interface Token {
  /** Its characters without escapes. */
  readonly text: string;
  /** Flags by UTF-16 unit of the text: 1 where escaped; null if nothing was. */
  readonly escapes: readonly number[] | null;
  /** The index of the package marker in the text, -1 if there is none. */
  readonly marker: number;
  /** The number of colons of the marker, 0, 1 or 2; they are not part of the text. */
  readonly colons: number;
  /** Whether nothing, not even ||, follows the marker. */
  readonly isUnnamed: boolean;
}

function noEscapes(length: number): number[] {
  return new Array<number>(length).fill(0);
}

/**
 * Collects a token from the source up to a delimiter, which stays there. `prefix` is what was taken of it
 * before. With `checksMarkers`, signals for markers that no symbol can have; else colons are ordinary.
 */
export function collectToken(reader: Reader, checksMarkers: boolean, prefix = ""): Token {
  const { source } = reader;
  const readtable = reader.readtable;
  let text = prefix;
  let escapes: number[] | null = null;
  let marker = -1;
  let colons = 0;
  let isUnnamed = false;
  for (;;) {
    const code = source.peek();
    if (code === END) break;
    const syntax = readtable.syntax(code);
    if (syntax === CONSTITUENT || syntax === NON_TERMINATING) {
      source.next();
      if ((code <= SPACE || code === RUBOUT) && isInvalid(code)) {
        const isFirst = text === "" && escapes === null && marker < 0;
        if (isFirst) return reader.fail("invalid constituent: ~S", String.fromCodePoint(code));
        return reader.fail("invalid constituent");
      }
      if (code === COLON && checksMarkers) {
        isUnnamed = true;
        if (marker < 0) {
          marker = text.length;
          colons = 1;
        } else if (text.length > marker) {
          return reader.fail("too many colons in ~S", makeString(text.slice(marker)));
        } else {
          colons++;
          if (colons > 2)
            reader.fail("too many colons after ~S name", makeString(foldName(text, escapes, readtable.case)));
        }
        continue;
      }
      isUnnamed = false;
      const character = String.fromCodePoint(code);
      text += character;
      if (escapes !== null) for (let i = 0; i < character.length; i++) escapes.push(0);
    } else if (syntax === SINGLE_ESCAPE) {
      source.next();
      const escaped = source.next();
      if (escaped === END) return reader.failAtEnd("after single-escape character");
      isUnnamed = false;
      escapes ??= noEscapes(text.length);
      text += String.fromCodePoint(escaped);
      while (escapes.length < text.length) escapes.push(1);
    } else if (syntax === MULTIPLE_ESCAPE) {
      isUnnamed = false;
      escapes ??= noEscapes(text.length);
      text += collectBars(reader, readtable);
      while (escapes.length < text.length) escapes.push(1);
    } else if (syntax === INVALID) {
      source.next();
      return reader.fail("invalid constituent");
    } else break;
  }
  return { text, escapes, marker, colons, isUnnamed };
}

const SPACE = 32;
const RUBOUT = 127;
const BACKSPACE = 8;
const VERTICAL_TAB = 11;

/** Whether a character cannot be part of a token unless it is escaped (CLHS 2.1.4.2), whatever its syntax. */
function isInvalid(code: number): boolean {
  const isBlank = code > BACKSPACE && code <= 13 && code !== VERTICAL_TAB;
  return isBlank || code === BACKSPACE || code === SPACE || code === RUBOUT;
}

/** The characters between two multiple escapes. */
function collectBars(reader: Reader, readtable: Readtable): string {
  const { source } = reader;
  reader.open("|", source.offset);
  source.next();
  let text = "";
  for (;;) {
    const code = source.next();
    if (code === END) return reader.failAtEnd();
    const syntax = readtable.syntax(code);
    if (syntax === MULTIPLE_ESCAPE) break;
    if (syntax === SINGLE_ESCAPE) {
      const escaped = source.next();
      if (escaped === END) return reader.failAtEnd();
      text += String.fromCodePoint(escaped);
    } else text += String.fromCodePoint(code);
  }
  reader.close();
  return text;
}

const ASCII_TEXT = /^[\x20-\x7e]*$/;

/**
 * A name under a readtable's case. Escaped characters keep their case, as do those whose counterpart is not
 * one character (ß).
 */
export function foldName(
  text: string,
  escapes: readonly number[] | null,
  readtableCase: ReadtableCase,
): string {
  if (readtableCase === "preserve") return text;
  const isPlain = escapes === null && ASCII_TEXT.test(text);
  if (readtableCase === "invert") return invertName(text, escapes);
  const fold = readtableCase === "upcase" ? upcase : downcase;
  if (isPlain) return readtableCase === "upcase" ? text.toUpperCase() : text.toLowerCase();
  let name = "";
  let offset = 0;
  for (const character of text) {
    name += escapes?.[offset] === 1 ? character : fold(character);
    offset += character.length;
  }
  return name;
}

function upcase(character: string): string {
  const other = character.toUpperCase();
  return other.length === character.length && other.toLowerCase() === character ? other : character;
}

function downcase(character: string): string {
  const other = character.toLowerCase();
  return other.length === character.length && other.toUpperCase() === character ? other : character;
}

/** Readtable case :invert: a name whose unescaped letters are all of one case changes it. */
function invertName(text: string, escapes: readonly number[] | null): string {
  const characters = [...text];
  let offset = 0;
  let name = "";
  let hasUpper = false;
  let hasLower = false;
  const isEscaped: boolean[] = [];
  for (const character of characters) {
    const escaped = escapes?.[offset] === 1;
    isEscaped.push(escaped);
    offset += character.length;
    if (escaped) continue;
    if (upcase(character) !== character) hasLower = true;
    if (downcase(character) !== character) hasUpper = true;
  }
  if (hasUpper && hasLower) return text;
  characters.forEach((character, i) => {
    name += isEscaped[i] ? character : hasUpper ? downcase(character) : upcase(character);
  });
  return name;
}

/** Reads a number or a symbol at the source, of which `prefix` was taken before. */
export function readToken(reader: Reader, prefix = ""): LispValue {
  const start = reader.source.offset - prefix.length;
  const isSuppressed = reader.isSuppressed;
  const token = collectToken(reader, !isSuppressed, prefix);
  if (isSuppressed) return reader.image.nil;
  if (token.marker >= 0) return readQualified(reader, token, start);
  const { text, escapes } = token;
  if (escapes === null && mayBeNumber(text.charCodeAt(0), reader.base)) {
    const number = parseNumber(text, reader.base, reader.image.defaultFloatFormat());
    if (isNumber(number)) return number;
    if (number !== undefined) return impossibleNumber(reader, text, number);
    if (text.charCodeAt(0) === 46 && /^\.+$/.test(text)) {
      return reader.fail(text === "." ? "dot context error" : "too many dots");
    }
  }
  return reader.image.intern(symbolName(reader, text, escapes), reader.package);
}

/** Whether a token that starts so can be a number or made of dots; most tokens are symbols. */
function mayBeNumber(code: number, base: number): boolean {
  return code <= DIGIT_NINE || (base > 10 && digitWeight(code) < base);
}

function symbolName(reader: Reader, text: string, escapes: readonly number[] | null): string {
  const { case: readtableCase } = reader.readtable;
  if (ASCII_TEXT.test(text)) return foldName(text, escapes, readtableCase);
  const name = normalized(text, escapes);
  return foldName(name.text, name.escapes, readtableCase);
}

/** SBCL normalizes the names of symbols that it reads, but for what is escaped in them. */
function normalized(text: string, escapes: readonly number[] | null) {
  if (escapes === null) return { text: text.normalize("NFKC"), escapes };
  let result = "";
  const marks: number[] = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    const mark = escapes[from] === 1 ? 1 : 0;
    while (to < text.length && (escapes[to] === 1) === (mark === 1)) to++;
    const part = text.slice(from, to);
    result += mark === 1 ? part : part.normalize("NFKC");
    while (marks.length < result.length) marks.push(mark);
  }
  return { text: result, escapes: marks };
}

function impossibleNumber(reader: Reader, text: string, fault: NumberFault): never {
  const isRatio = fault === "division-by-zero";
  const operands = isRatio
    ? text.split("/").map((part) => parseNumber(part, reader.base))
    : overflowOperands(text, reader.image.defaultFloatFormat());
  const cause = reader.image.makeCondition(
    isRatio ? "DIVISION-BY-ZERO" : "FLOATING-POINT-OVERFLOW",
    "OPERATION",
    sym(isRatio ? "/" : "FLOAT"),
    "OPERANDS",
    list(...operands),
  );
  const control = isRatio ? "failed to build ratio" : "failed to build float from ~a";
  return reader.failWith(
    "READER-IMPOSSIBLE-NUMBER-ERROR",
    ["ERROR", cause],
    control,
    ...(isRatio ? [] : [makeString(text)]),
  );
}

function overflowOperands(text: string, defaultFormat: FloatFormat): LispValue[] {
  const exact = exactDecimal(text);
  return exact === undefined ? [] : [exact, sym(floatFormatOf(text, defaultFormat))];
}

/** A token with a package marker. */
function readQualified(reader: Reader, token: Token, start: number): LispValue {
  const { image, source } = reader;
  const { text, escapes, marker, colons } = token;
  if (token.isUnnamed) {
    const next = source.peek();
    if (next === END) return reader.failAtEnd("after reading a colon");
    return reader.fail("illegal terminating character after a colon: ~S", String.fromCodePoint(next));
  }
  const name = symbolName(reader, text.slice(marker), escapes?.slice(marker) ?? null);
  if (marker === 0) return image.intern(name, reader.keywordPackage);
  const packageName = symbolName(reader, text.slice(0, marker), escapes?.slice(0, marker) ?? null);
  const pkg = image.findPackage(packageName);
  if (pkg === undefined) {
    return image.missingPackage({
      stream: reader.stream,
      place: reader.noteFailure(start),
      home: packageName,
      package: undefined,
      symbolName: name,
      formatControl: "Package ~A does not exist.",
      formatArguments: [packageName],
    });
  }
  const isOpen = colons === 2 || pkg === reader.keywordPackage;
  if (isOpen && !image.isHidden(name, pkg)) return image.intern(name, pkg);
  return readExternal(reader, name, pkg, start);
}

function readExternal(reader: Reader, name: string, pkg: LispPackage, start: number): LispValue {
  const found = reader.image.findSymbol(name, pkg);
  if (found?.status === "external") return found.symbol;
  return reader.image.inaccessibleSymbol({
    stream: reader.stream,
    place: reader.noteFailure(start),
    home: packageNameOf(pkg),
    package: pkg,
    symbolName: name,
    formatControl:
      found === undefined
        ? "Symbol ~S not found in the ~A package."
        : "The symbol ~S is not external in the ~A package.",
    formatArguments: [name, packageNameOf(pkg)],
  });
}
