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
export function escapedToken(
  name: string,
  printCase: PrintCase,
  base: number,
  readCase: ReadCase = "upcase",
): string {
  const isPlain = readCase === "upcase" ? !isEscaped(name, base) : !isEscapedIn(name, base, readCase);
  return isPlain ? casedName(name, printCase, readCase) : `|${name.replace(/[|\\]/g, "\\$&")}|`;
}

/** Whether a name needs escapes where the reader does not make its letters upper case. */
function isEscapedIn(name: string, base: number, readCase: ReadCase): boolean {
  if (SPECIAL.test(name) || /^\.*$/.test(name) || isPotentialNumber(name, base)) return true;
  return readCase === "downcase" && Array.from(name).some((character) => lower(character) !== character);
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

/** How the reader changes the letters of a token: READTABLE-CASE. */
export type ReadCase = "upcase" | "downcase" | "preserve" | "invert";

/** The name as *PRINT-CASE* and READTABLE-CASE ask for it (CLHS 22.1.3.3.2). */
export function casedName(name: string, printCase: PrintCase, readCase: ReadCase = "upcase"): string {
  if (readCase !== "upcase") return casedOtherwise(name, printCase, readCase);
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

function casedOtherwise(name: string, printCase: PrintCase, readCase: ReadCase): string {
  if (readCase === "preserve") return name;
  if (readCase === "invert") {
    const isUpper = /\p{Lu}/u.test(name);
    const isLower = /\p{Ll}/u.test(name);
    if (isUpper === isLower) return name;
    return isUpper ? name.replace(/\p{Lu}/gu, lower) : name.replace(/\p{Ll}/gu, upper);
  }
  if (printCase === "downcase") return name;
  if (printCase === "upcase") return name.replace(/\p{Ll}/gu, upper);
  return name.replace(/[\p{L}\p{N}]+/gu, (word) => word.replace(/^\p{N}*\p{Ll}/u, upper));
}

function upper(letters: string): string {
  const result = letters.toUpperCase();
  return Array.from(result).length === Array.from(letters).length ? result : letters;
}

function lower(letter: string): string {
  const result = letter.toLowerCase();
  return Array.from(result).length === 1 ? result : letter;
}
