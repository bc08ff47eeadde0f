import type { LispValue } from "../runtime/objects/marshal.js";
import { table } from "../runtime/objects/table.js";
import { makeString } from "../runtime/objects/vectors.js";
import { expandBackquote } from "./backquote.js";
import { Comma } from "./comma.js";
import { readList } from "./lists.js";
import type { Reader } from "./reader.js";
import {
  MULTIPLE_ESCAPE,
  NOTHING,
  type ReaderMacro,
  Readtable,
  SINGLE_ESCAPE,
  type StandardMacro,
  WHITESPACE,
} from "./readtable.js";
import { readSharp, SHARP_MACROS } from "./sharp.js";
import { END } from "./source.js";
import { callUserMacro, readWrapped } from "./user-macros.js";

/** The standard macro characters (CLHS 2.4) and the standard readtable. */

/** Runs a macro whose character was just read. */
export function callMacro(
  reader: Reader,
  macro: ReaderMacro,
  code: number,
  argument: number | null,
): LispValue | typeof NOTHING {
  if (macro.standard !== undefined) return macro.standard(reader, code, argument);
  return callUserMacro(reader, macro.fn, String.fromCodePoint(code));
}

const readParenthesis: StandardMacro = (reader) => readList(reader, "(", reader.source.offset - 1);

const readUnmatched: StandardMacro = (reader) => reader.fail("unmatched close parenthesis");

const readQuote: StandardMacro = (reader) => readWrapped(reader, "QUOTE", reader.source.offset - 1);

const DOUBLE_QUOTE = 34;

const readString: StandardMacro = (reader, closing) => {
  const { source, readtable } = reader;
  reader.open(String.fromCodePoint(DOUBLE_QUOTE), source.offset - 1);
  let text = "";
  for (;;) {
    let code = source.next();
    if (code === closing) break;
    if (code !== END && readtable.syntax(code) === SINGLE_ESCAPE) code = source.next();
    if (code === END) return reader.failAtEnd();
    text += String.fromCodePoint(code);
  }
  reader.close();
  return makeString(text);
};

const NEWLINE = 10;

const readComment: StandardMacro = (reader) => {
  const { source } = reader;
  for (let code = source.next(); code !== NEWLINE && code !== END; ) code = source.next();
  return NOTHING;
};

const readBackquote: StandardMacro = (reader) => {
  const start = reader.source.offset - 1;
  reader.backquoteDepth++;
  const template = reader.readRequired();
  reader.backquoteDepth--;
  if (reader.isSuppressed) return reader.image.nil;
  const form = expandBackquote(reader, template);
  if (reader.image.isCons(form)) reader.notePlace(form, start);
  return form;
};

const AT = 64;
const DOT = 46;
const CLOSE = 41;

const readComma: StandardMacro = (reader) => {
  const { source } = reader;
  if (reader.backquoteDepth === 0)
    return reader.isSuppressed ? reader.image.nil : reader.fail("Comma not inside a backquote.");
  const mark = source.peek();
  const kind = mark === AT ? "comma-at" : mark === DOT ? "comma-dot" : "comma";
  if (kind !== "comma") source.next();
  const depth = reader.backquoteDepth;
  if (reader.skipWhitespace() === CLOSE) {
    source.next();
    return reader.fail("Trailing ~A in backquoted expression.", makeString(kind));
  }
  reader.backquoteDepth = depth - 1;
  const form = reader.readRequired();
  reader.backquoteDepth = depth;
  return reader.isSuppressed ? reader.image.nil : new Comma(form, kind);
};

const STANDARD_MACROS: Readonly<Record<string, StandardMacro>> = table({
  "(": readParenthesis,
  ")": readUnmatched,
  "'": readQuote,
  '"': readString,
  ";": readComment,
  "`": readBackquote,
  ",": readComma,
});

/** A fresh standard readtable (CLHS 2.1.4). */
export function standardReadtable(): Readtable {
  const readtable = new Readtable();
  for (const character of "\t\n\f\r ") readtable.setSyntax(character.charCodeAt(0), WHITESPACE);
  readtable.setSyntax("\\".charCodeAt(0), SINGLE_ESCAPE);
  readtable.setSyntax("|".charCodeAt(0), MULTIPLE_ESCAPE);
  for (const [character, standard] of Object.entries(STANDARD_MACROS)) {
    readtable.setMacro(character.charCodeAt(0), { standard });
  }
  const sharp = "#".charCodeAt(0);
  readtable.makeDispatching(sharp, { standard: readSharp });
  for (const [characters, standard] of SHARP_MACROS) {
    for (const character of characters)
      readtable.setDispatchMacro(sharp, character.charCodeAt(0), { standard });
  }
  return readtable;
}
