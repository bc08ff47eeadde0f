/** Escapes and the case of letters in a symbol's name (CLHS 2.3.1.1, 22.1.3.3). */
import type { PrintCase } from "./settings.js";

const SPECIAL = /[\s"'(),;`:|\\#\u0000-\u0020\u007f]/u;
const DECIMAL_DIGIT = /[0-9]/;
const LETTER = /\p{L}/u;

/** A text as the reader reads it. */
export function stringLiteral(text: string): string {
  const isPlain = !text.includes('"') && !text.includes("\\");
  return isPlain ? `"${text}"` : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** The token that the standard reader reads as a symbol of this name. */
export function escapedToken(name: string, printCase: PrintCase, base: number): string {
  return isEscaped(name, base) ? `|${name.replace(/[|\\]/g, "\\$&")}|` : casedName(name, printCase);
}

/** What is known of names, in base 10: it takes a look at each of their characters. */
const escaped = new Map<string, boolean>();
const MOST_KNOWN = 1000;

function isEscaped(name: string, base: number): boolean {
  if (base !== 10) return needsEscape(name, base);
  let answer = escaped.get(name);
  if (answer === undefined) {
    answer = needsEscape(name, base);
    if (escaped.size >= MOST_KNOWN) escaped.clear();
    escaped.set(name, answer);
  }
  return answer;
}

export function needsEscape(name: string, base: number): boolean {
  if (SPECIAL.test(name) || /^\.*$/.test(name)) return true;
  for (const character of name) if (isLowerCase(character)) return true;
  return isPotentialNumber(name, base);
}

/** A letter with another, single upper-case letter: the reader would have made that of it. */
function isLowerCase(character: string): boolean {
  if (character < "\u0080") return character >= "a" && character <= "z";
  const upper = character.toUpperCase();
  return upper !== character && Array.from(upper).length === 1 && upper.toLowerCase() === character;
}

/** CLHS 2.3.1.1, with digits in `base` unless a decimal point makes them decimal. */
function isPotentialNumber(name: string, base: number): boolean {
  const radix = name.includes(".") ? 10 : base;
  const isDigit = (c: string) => {
    if (radix <= 10) return DECIMAL_DIGIT.test(c) && Number(c) < radix;
    return /[0-9A-Za-z]/.test(c) && !Number.isNaN(Number.parseInt(c, radix));
  };
  const first = name[0];
  const last = name[name.length - 1];
  if (first === undefined || last === undefined) return false;
  if (!isDigit(first) && !DECIMAL_DIGIT.test(first) && !"+-._^".includes(first)) return false;
  if ("+-".includes(last)) return false;
  let digits = false;
  let afterMarker = false;
  for (const c of name) {
    let marker = false;
    if (isDigit(c) || DECIMAL_DIGIT.test(c)) digits = true;
    else if (LETTER.test(c)) {
      if (afterMarker) return false;
      marker = true;
    } else if (!"+-/._^".includes(c)) return false;
    afterMarker = marker;
  }
  return digits;
}

/** The name as *PRINT-CASE* asks for it; lower-case letters of the name stay as they are. */
export function casedName(name: string, printCase: PrintCase): string {
  switch (printCase) {
    case "upcase":
      return name;
    case "downcase":
      return name.replace(/\p{Lu}/gu, lower);
    case "capitalize":
      return name.replace(
        /([\p{L}\p{N}])([\p{L}\p{N}]*)/gu,
        (_, head: string, rest: string) => head + rest.replace(/\p{Lu}/gu, lower),
      );
  }
}

function lower(letter: string): string {
  const result = letter.toLowerCase();
  return Array.from(result).length === 1 ? result : letter;
}
