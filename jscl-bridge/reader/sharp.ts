import { characterNamed } from "../runtime/library/character-names.js";
import { wrongType } from "../runtime/numbers/errors.js";
import { isRational, isReal, makeComplex } from "../runtime/numbers.js";
import { carOf, cdrOf } from "../runtime/objects/conses.js";
import { ELEMENT_BYTES, LONGEST_VECTOR } from "../runtime/objects/heap.js";
import type { LispValue } from "../runtime/objects/marshal.js";
import { makeString } from "../runtime/objects/vectors.js";
import { characterOfName } from "../runtime/printer/later-character-names.js";
import { list } from "../runtime/signals.js";
import { heapExhausted } from "../runtime/stack/exhaustion.js";
import { next, safepoint } from "../runtime/stack/safepoints.js";
import { readArray } from "./arrays.js";
import { evaluateFeature } from "./features.js";
import { readList } from "./lists.js";
import type { Reader } from "./reader.js";
import { NOTHING, type StandardMacro } from "./readtable.js";
import { END } from "./source.js";
import { collectToken, foldName } from "./token.js";
import { callUserMacro, primaryOrNothing, readWrapped } from "./user-macros.js";

/** The sharpsign macros (CLHS 2.4.8). Each gets the sub-character and the number before it. */

/** Reads the number and the sub-character after a dispatching character, and what they introduce. */
export const readSharp: StandardMacro = (reader, code) => {
  const { source } = reader;
  let argument: number | null = null;
  for (;;) {
    const next = source.next();
    if (next === END) return reader.failAtEnd("inside dispatch character");
    if (next >= 48 && next <= 57) {
      argument = (argument ?? 0) * 10 + next - 48;
      continue;
    }
    const macro = reader.readtable.dispatchMacro(code, next);
    if (macro === undefined && reader.isSuppressed) {
      collectToken(reader, false);
      return reader.image.nil;
    }
    if (macro === undefined)
      return reader.fail("no dispatch function defined for ~S", String.fromCodePoint(next));
    if (macro.standard !== undefined) return macro.standard(reader, next, argument);
    return callUserMacro(reader, macro.fn, String.fromCodePoint(next), argument ?? reader.image.nil);
  }
};

/** The offset of the sharpsign, given that all up to the sub-character was just read. */
function sharpStart(reader: Reader, argument: number | null): number {
  return reader.source.offset - 2 - (argument === null ? 0 : String(argument).length);
}

const readFunction: StandardMacro = (reader, _code, argument) =>
  readWrapped(reader, "FUNCTION", sharpStart(reader, argument));

const readIllegal: StandardMacro = (reader, code) =>
  reader.fail("illegal sharp macro character: ~S", String.fromCodePoint(code));

const readCharacter: StandardMacro = (reader) => {
  const { source } = reader;
  const first = source.next();
  if (first === END) return reader.failAtEnd("after escape");
  const character = String.fromCodePoint(first);
  const rest = reader.isTokenPart(source.peek()) ? collectToken(reader, false).text : "";
  if (rest === "") {
    if (character === "(" || character === ")") reader.bracketCharacterEnd = source.offset;
    return character;
  }
  if (reader.isSuppressed) return reader.image.nil;
  const name = character + rest;
  return (
    characterNamed(name) ??
    characterOfName(name) ??
    reader.fail("unrecognized character name: ~S", makeString(name))
  );
};

/** `#|` to `|#`, nested. */
const readBlockComment: StandardMacro = (reader, _code, argument) => {
  const { source } = reader;
  const bar = 124;
  const sharp = 35;
  reader.open("#|", sharpStart(reader, argument));
  let depth = 1;
  while (depth > 0) {
    const code = source.next();
    if (code === END) return reader.failAtEnd();
    const next = source.peek();
    if (code === bar && next === sharp) {
      source.next();
      depth--;
    } else if (code === sharp && next === bar) {
      source.next();
      depth++;
    }
  }
  reader.close();
  return NOTHING;
};

const readUninterned: StandardMacro = (reader) => {
  const { text, escapes } = collectToken(reader, false);
  if (reader.isSuppressed) return reader.image.nil;
  const name = foldName(text, escapes, reader.readtable.case);
  for (let i = 0; i < text.length; i++) {
    if (text[i] === ":" && escapes?.[i] !== 1) {
      return reader.fail("The symbol following #: contains a package marker: ~S", makeString(name));
    }
  }
  return reader.image.makeSymbol(name);
};

const readEvaluated: StandardMacro = (reader) => {
  if (reader.isSuppressed) {
    reader.readRequired();
    return reader.image.nil;
  }
  if (!reader.image.readEval()) return reader.fail("can't read #. while *READ-EVAL* is NIL");
  const form = reader.readRequired();
  return reader.inLisp(() => primaryOrNothing(reader.image.evaluate(form)));
};

/** `#+` and `#-`: symbols of the expression are keywords by default. */
const readConditional: StandardMacro = (reader, code) => {
  const { image, keywordPackage } = reader;
  const expression = image.binding("*PACKAGE*", keywordPackage, () =>
    image.binding("*READ-SUPPRESS*", image.nil, () => reader.readRequired()),
  );
  const plus = 43;
  if (evaluateFeature(reader, expression) === (code === plus)) return reader.readRequired();
  reader.skip();
  return NOTHING;
};

function readInBase(reader: Reader, code: number, base: number): LispValue {
  const value = reader.image.binding("*READ-BASE*", base, () => reader.readRequired());
  if (isRational(value) || reader.isSuppressed) return value;
  return reader.fail("#~A (base ~D.) value is not a rational: ~S.", String.fromCodePoint(code), base, value);
}

function fixedBase(base: number): StandardMacro {
  return (reader, code) => readInBase(reader, code, base);
}

const readRadix: StandardMacro = (reader, code, argument) => {
  if (reader.isSuppressed) {
    reader.readRequired();
    return reader.image.nil;
  }
  if (argument === null) return reader.fail("radix missing in #R");
  if (argument < 2 || argument > 36) return reader.fail("illegal radix for #R: ~D.", argument);
  return readInBase(reader, code, argument);
};

const readVector: StandardMacro = (reader, _code, argument) => {
  const { image } = reader;
  const contents = readList(reader, "#(", sharpStart(reader, argument));
  if (reader.isSuppressed) return image.nil;
  const elements: LispValue[] = [];
  let rest = contents;
  for (; image.isCons(rest); rest = next(rest)) elements.push(carOf(rest));
  if (rest !== image.nil) return reader.fail("Improper list in #(): ~S.", contents);
  if (argument !== null) {
    if (elements.length > argument) {
      return reader.fail("Vector longer than the specified length: #~S~S.", argument, contents);
    }
    if (elements.length === 0 && argument > 0) {
      return reader.fail("Vector of length ~D can't be initialized from ()", argument);
    }
    lengthen(elements, argument, elements.at(-1));
  }
  return image.makeVector(elements);
};

/** Adds an element until there are so many. */
function lengthen<T>(elements: T[], length: number, element: T): void {
  if (length > LONGEST_VECTOR) heapExhausted(length * ELEMENT_BYTES);
  while (elements.length < length) {
    safepoint();
    elements.push(element);
  }
}

const readBitVector: StandardMacro = (reader, _code, argument) => {
  const { text } = collectToken(reader, false);
  if (reader.isSuppressed) return reader.image.nil;
  const wrong = /[^01]/u.exec(text);
  if (wrong !== null) return reader.fail("illegal element given for bit-vector: ~S", wrong[0]);
  const bits = Array.from(text, Number);
  if (argument !== null) {
    if (bits.length === 0 && argument > 0)
      return reader.fail("#~D* requires at least 1 bit of input.", argument);
    if (bits.length > argument) {
      return reader.fail("Too many bits in ~S: expected ~D or fewer", makeString(text), argument);
    }
    lengthen(bits, argument, bits.at(-1) ?? 0);
  }
  return reader.image.makeBitVector(bits);
};

const readComplex: StandardMacro = (reader) => {
  const { image } = reader;
  const parts = reader.readRequired();
  if (reader.isSuppressed) return image.nil;
  const rest = image.isCons(parts) ? cdrOf(parts) : undefined;
  if (!image.isCons(parts) || !image.isCons(rest) || cdrOf(rest) !== image.nil) {
    return reader.fail("illegal complex number format: #C~S", parts);
  }
  const re = carOf(parts);
  const im = carOf(rest);
  if (!isReal(re)) return wrongType(re, "REAL");
  if (!isReal(im)) return wrongType(im, "REAL");
  return makeComplex(re, im);
};

/** Whether an opening parenthesis comes next, or nothing; another character is read. */
function beginsList({ source }: Parameters<StandardMacro>[0]): boolean {
  const next = source.peek();
  if (next === END || next === OPENING) return true;
  source.next();
  return false;
}

const OPENING = "(".charCodeAt(0);

const readStructure: StandardMacro = (reader) => {
  const { image } = reader;
  if (!reader.isSuppressed && !beginsList(reader)) return reader.fail("non-list following #S");
  const contents = reader.readRequired();
  if (reader.isSuppressed) return image.nil;
  const [name, ...initargs] = listItems(reader, contents);
  const type = name ?? image.nil;
  if (!image.isSymbol(type)) return reader.fail("Structure type is not a symbol: ~S", type);
  if (initargs.length % 2 === 1) {
    const control = "the arglist for the ~S constructor in #S has an odd length: ~S.";
    return reader.fail(control, type, list(...initargs));
  }
  const made = reader.inLisp(() => image.makeStructure(type, initargs));
  return made ?? reader.fail("~S is not a defined structure type.", type);
};

function listItems(reader: Reader, items: LispValue): LispValue[] {
  const found: LispValue[] = [];
  for (let rest = items; reader.image.isCons(rest); rest = next(rest)) found.push(carOf(rest));
  return found;
}

const readPathname: StandardMacro = (reader) => {
  const designator = reader.readRequired();
  if (reader.isSuppressed) return reader.image.nil;
  return (
    reader.inLisp(() => reader.image.makePathname(designator)) ??
    reader.fail("there are no pathnames here: #P~S", designator)
  );
};

const readLabel: StandardMacro = (reader, _code, argument) => {
  if (reader.isSuppressed) return reader.readRequired();
  if (argument === null) return reader.fail("Missing label for #=");
  const { labels } = reader;
  if (labels.has(argument)) return reader.fail("Multiply defined label: #~D=", argument);
  const placeholder = labels.begin(argument);
  const value = reader.readRequired();
  if (value === placeholder) return reader.fail("Must label something more than just #~D#", argument);
  labels.finish(argument, placeholder, value);
  return value;
};

const readReference: StandardMacro = (reader, _code, argument) => {
  if (reader.isSuppressed) return reader.image.nil;
  if (argument === null) return reader.fail("Missing label for ##");
  if (!reader.labels.has(argument)) return reader.fail("Reference to undefined label #~D#", argument);
  return reader.labels.refer(argument);
};

/** `#j:a:b` names something of JavaScript that the page grants, by its path. The syntax is JSCL's. */
const readJavaScript: StandardMacro = (reader) => {
  const { text } = collectToken(reader, false);
  if (!text.startsWith(":")) return reader.fail("FFI descriptor must start with a colon.");
  if (reader.isSuppressed) return reader.image.nil;
  const form = reader.image.foreignForm(text.slice(1).split(":"));
  return typeof form === "string" ? reader.fail("~A", makeString(form)) : form;
};

export const SHARP_MACROS: ReadonlyArray<readonly [characters: string, macro: StandardMacro]> = [
  ["'", readFunction],
  ["\\", readCharacter],
  ["(", readVector],
  ["*", readBitVector],
  [":", readUninterned],
  [".", readEvaluated],
  ["B", fixedBase(2)],
  ["O", fixedBase(8)],
  ["X", fixedBase(16)],
  ["R", readRadix],
  ["C", readComplex],
  ["A", readArray],
  ["S", readStructure],
  ["P", readPathname],
  ["=", readLabel],
  ["#", readReference],
  ["+-", readConditional],
  ["|", readBlockComment],
  ["J", readJavaScript],
  [")< \t\n\f\r\x7f\b", readIllegal],
];
