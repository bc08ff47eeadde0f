/** Characters (CLHS 13). */

import type { BaseImage } from "../base-image.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { setSymbolValue, symbolName } from "../objects/symbols.js";
import { isLispString, makeString, stringText } from "../objects/vectors.js";
import { characterName } from "../printer/characters.js";
import { characterOfName, graphicName } from "../printer/later-character-names.js";
import { isSymbol, lispError, list, nil, sym } from "../signals.js";
import { wrongType } from "../streams/stream-arguments.js";
import { characterNamed } from "./character-names.js";
import { oneValue, predicate, truth } from "./fixed.js";
import { typedDesignator } from "./string-designators.js";

const CODE_LIMIT = 0x110000;

export function character(x: LispValue): string {
  return typeof x === "string" ? x : wrongType(x, sym("CHARACTER"));
}

const UPPER = /^\p{Lu}$/u;
const LOWER = /^\p{Ll}$/u;

/** The one upper-case letter of a letter; itself where case is no matter of single letters. */
export function upcase(c: string): string {
  const code = c.charCodeAt(0);
  if (code < 128) return code >= 97 && code <= 122 ? String.fromCharCode(code - 32) : c;
  const upper = c.toUpperCase();
  return upper !== c && isOne(upper) && upper.toLowerCase() === c && UPPER.test(upper) ? upper : c;
}

export function downcase(c: string): string {
  const code = c.charCodeAt(0);
  if (code < 128) return code >= 65 && code <= 90 ? String.fromCharCode(code + 32) : c;
  const lower = c.toLowerCase();
  return lower !== c && isOne(lower) && lower.toUpperCase() === c && LOWER.test(lower) ? lower : c;
}

function isOne(text: string): boolean {
  return text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff);
}

const LETTER = /^\p{L}$/u;
const LETTER_OR_DIGIT = /^[\p{L}\p{Nd}]$/u;

function isLetter(c: string): boolean {
  // Letters of both cases differ by one bit.
  const letter = c.charCodeAt(0) | 32;
  return letter < 128 ? letter >= 97 && letter <= 122 : LETTER.test(c);
}

export function isAlphanumeric(c: string): boolean {
  const code = c.charCodeAt(0);
  return code < 128 ? isLetter(c) || (code >= 48 && code <= 57) : LETTER_OR_DIGIT.test(c);
}

const code = (c: LispValue) => character(c).codePointAt(0) ?? 0;
/** All but control characters: also what stands for nothing, and halves of surrogate pairs. */
const isGraphic = (at: number) => at > 159 || (at > 31 && at < 127);
const foldedCode = (c: LispValue) => upcase(character(c)).codePointAt(0) ?? 0;

/** A comparison that must hold between each argument and the next. */
function chain(key: (c: LispValue) => number, holds: (a: number, b: number) => boolean): LispFunction {
  return (_values, ...args) => {
    let before = key(args[0]);
    let answer = true;
    for (let i = 1; i < args.length; i++) {
      const after = key(args[i]);
      answer &&= holds(before, after);
      before = after;
    }
    return truth(answer);
  };
}

function allDifferent(key: (c: LispValue) => number): LispFunction {
  return (values, ...args) => {
    return values(truth(new Set(args.map(key)).size === args.length));
  };
}

function radixArgument(x: LispValue): number {
  if (x === undefined) return 10;
  if (typeof x === "number" && Number.isInteger(x) && x >= 2 && x <= 36) return x;
  return wrongType(x, list(sym("INTEGER"), 2, 36));
}

function asciiWeight(code: number): number | undefined {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 122 ? letter - 87 : undefined;
}

function digitWeight(c: string, radix: number): LispValue {
  const code = c.charCodeAt(0);
  const weight = code < 128 ? asciiWeight(code) : decimalDigit(c);
  return weight !== undefined && weight < radix ? weight : nil();
}

/** The value of a decimal digit of any script; their blocks start at a multiple of ten from each other. */
function decimalDigit(c: string): number | undefined {
  if (!/^\p{Nd}$/u.test(c)) return undefined;
  let zero = c.codePointAt(0) ?? 0;
  const first = zero;
  while (first - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  return first - zero;
}

function notACharacter(datum: LispValue, control: string): never {
  return lispError(
    "SIMPLE-TYPE-ERROR",
    "DATUM",
    datum,
    "EXPECTED-TYPE",
    list(sym("OR"), sym("CHARACTER"), list(sym("STRING"), 1)),
    "FORMAT-CONTROL",
    makeString(control),
    "FORMAT-ARGUMENTS",
    list(datum),
  );
}

function coerceToCharacter(x: LispValue): LispValue {
  if (typeof x === "string") return x;
  if (!isLispString(x) && !isSymbol(x)) return notACharacter(x, "~S cannot be coerced to a character.");
  const text = isLispString(x) ? stringText(x) : symbolName(x);
  return isOne(text)
    ? text
    : notACharacter(x, `${isSymbol(x) ? "Symbol name" : "String"} is not of length one: ~S`);
}

function upcaseOf(x: LispValue): LispValue {
  return typeof x === "string" ? upcase(x) : undefined;
}

function downcaseOf(x: LispValue): LispValue {
  return typeof x === "string" ? downcase(x) : undefined;
}

function isUpper(x: LispValue): LispValue {
  return typeof x === "string" ? truth(downcase(x) !== x) : undefined;
}

function isLower(x: LispValue): LispValue {
  return typeof x === "string" ? truth(upcase(x) !== x) : undefined;
}

function isAlphabetic(x: LispValue): LispValue {
  return typeof x === "string" ? truth(isLetter(x)) : undefined;
}

function isLetterOrDigit(x: LispValue): LispValue {
  return typeof x === "string" ? truth(isAlphanumeric(x)) : undefined;
}

function digitOf(x: LispValue, radix: LispValue): LispValue {
  if (typeof x !== "string" || (radix !== undefined && radix !== 10)) return undefined;
  return digitWeight(x, 10);
}

function characterOf(code: LispValue): LispValue {
  if (typeof code !== "number" || (code | 0) !== code || code < 0 || code >= CODE_LIMIT) return undefined;
  return code < 0x80 ? String.fromCharCode(code) : String.fromCodePoint(code);
}

/** The usual calls of functions of characters, for `operators/deferring.ts`. */
export const quickCharacterFunctions = {
  "ALPHA-CHAR-P": isAlphabetic,
  ALPHANUMERICP: isLetterOrDigit,
  "CHAR-DOWNCASE": downcaseOf,
  "CHAR-UPCASE": upcaseOf,
  "CODE-CHAR": characterOf,
  "DIGIT-CHAR-P": digitOf,
  "LOWER-CASE-P": isLower,
  "UPPER-CASE-P": isUpper,
};

/** The function whose usual call answers undefined for what is no character. */
function onCharacter(usual: (x: LispValue) => LispValue): LispFunction {
  return oneValue((x) => usual(character(x)));
}

export function installCharacterConstants({ definitions }: BaseImage): void {
  const symbol = sym("CHAR-CODE-LIMIT");
  setSymbolValue(symbol, CODE_LIMIT);
  definitions.variables.set(symbol, "constant");
}

export const characterFunctions: Record<string, LispFunction> = {
  CHARACTERP: predicate((x) => typeof x === "string"),
  CHARACTER: oneValue(coerceToCharacter),
  "CHAR-CODE": oneValue(code),
  "CHAR-INT": oneValue(code),
  "CODE-CHAR": oneValue((x) => characterOf(x) ?? wrongType(x, list(sym("MOD"), CODE_LIMIT))),
  "CHAR-UPCASE": onCharacter(upcaseOf),
  "CHAR-DOWNCASE": onCharacter(downcaseOf),
  "UPPER-CASE-P": onCharacter(isUpper),
  "LOWER-CASE-P": onCharacter(isLower),
  "BOTH-CASE-P": predicate((x) => upcase(character(x)) !== x || downcase(x as string) !== x),
  "ALPHA-CHAR-P": onCharacter(isAlphabetic),
  ALPHANUMERICP: onCharacter(isLetterOrDigit),
  "GRAPHIC-CHAR-P": predicate((x) => isGraphic(code(x))),
  "STANDARD-CHAR-P": predicate((x) => /^[\n -~]$/.test(character(x))),
  "DIGIT-CHAR-P": oneValue((x, radix) => digitWeight(character(x), radixArgument(radix))),
  "DIGIT-CHAR": oneValue((weight, given) => {
    const radix = radixArgument(given);
    const isIndex =
      (typeof weight === "number" && Number.isInteger(weight) && weight >= 0) ||
      (typeof weight === "bigint" && weight >= 0n);
    if (!isIndex) return wrongType(weight, sym("UNSIGNED-BYTE"));
    return weight < radix ? Number(weight).toString(36).toUpperCase() : nil();
  }),
  "CHAR-NAME": oneValue((x) => {
    const c = character(x);
    return makeString(characterName(c) ?? graphicName(c));
  }),
  "NAME-CHAR": oneValue((x) => {
    const name = typedDesignator(x);
    return isOne(name) ? nil() : (characterNamed(name) ?? characterOfName(name) ?? nil());
  }),
  "CHAR=": chain(code, (a, b) => a === b),
  "CHAR<": chain(code, (a, b) => a < b),
  "CHAR>": chain(code, (a, b) => a > b),
  "CHAR<=": chain(code, (a, b) => a <= b),
  "CHAR>=": chain(code, (a, b) => a >= b),
  "CHAR/=": allDifferent(code),
  "CHAR-EQUAL": chain(foldedCode, (a, b) => a === b),
  "CHAR-LESSP": chain(foldedCode, (a, b) => a < b),
  "CHAR-GREATERP": chain(foldedCode, (a, b) => a > b),
  "CHAR-NOT-GREATERP": chain(foldedCode, (a, b) => a <= b),
  "CHAR-NOT-LESSP": chain(foldedCode, (a, b) => a >= b),
  "CHAR-NOT-EQUAL": allDifferent(foldedCode),
};
