/** Characters by name: SBCL's names of control characters, code points, and the commonest Unicode names. */
import { table } from "../objects/table.js";

const NAMES: Readonly<Record<string, number>> = table({
  NUL: 0,
  NULL: 0,
  SOH: 1,
  STX: 2,
  ETX: 3,
  EOT: 4,
  ENQ: 5,
  ACK: 6,
  BEL: 7,
  BACKSPACE: 8,
  BS: 8,
  TAB: 9,
  HT: 9,
  NEWLINE: 10,
  LINEFEED: 10,
  LF: 10,
  NL: 10,
  VT: 11,
  PAGE: 12,
  FF: 12,
  FORM: 12,
  RETURN: 13,
  CR: 13,
  SO: 14,
  SI: 15,
  DLE: 16,
  DC1: 17,
  DC2: 18,
  DC3: 19,
  DC4: 20,
  NAK: 21,
  SYN: 22,
  ETB: 23,
  CAN: 24,
  EM: 25,
  SUB: 26,
  ESC: 27,
  ESCAPE: 27,
  ALTMODE: 27,
  ALT: 27,
  FS: 28,
  GS: 29,
  RS: 30,
  US: 31,
  SPACE: 32,
  SP: 32,
  RUBOUT: 127,
  DELETE: 127,
  DEL: 127,
  "NO-BREAK_SPACE": 160,
  SOFT_HYPHEN: 173,
});

const DIGITS = ["ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"];

/**
 * In the order of the code points from U+0391 and U+03B1; the gap is the capital that final sigma does not
 * have.
 */
const GREEK = [
  ..."ALPHA BETA GAMMA DELTA EPSILON ZETA ETA THETA IOTA KAPPA LAMDA MU NU XI OMICRON PI RHO".split(" "),
  ..."FINAL_SIGMA SIGMA TAU UPSILON PHI CHI PSI OMEGA".split(" "),
];

const LAST_CODE_POINT = 0x10ffff;

function letterNamed(name: string): number | undefined {
  const match = /^(LATIN|GREEK)_(SMALL|CAPITAL)_LETTER_(\w+)$/.exec(name);
  if (match === null) return undefined;
  const [, script, size, letter = ""] = match;
  if (script === "LATIN") {
    if (!/^[A-Z]$/.test(letter)) return undefined;
    return letter.charCodeAt(0) + (size === "SMALL" ? 32 : 0);
  }
  const index = GREEK.indexOf(letter === "LAMBDA" ? "LAMDA" : letter);
  if (index < 0 || (size === "CAPITAL" && letter === "FINAL_SIGMA")) return undefined;
  return (size === "SMALL" ? 0x3b1 : 0x391) + index;
}

/** White space of Unicode. */
function spaceNamed(upper: string): number | undefined {
  const general = `EN_QUAD EM_QUAD EN_SPACE EM_SPACE THREE-PER-EM_SPACE FOUR-PER-EM_SPACE SIX-PER-EM_SPACE FIGURE_SPACE
    PUNCTUATION_SPACE THIN_SPACE HAIR_SPACE ZERO_WIDTH_SPACE`.split(/\s+/);
  const others: Record<string, number> = {
    "NEXT-LINE": 0x85,
    OGHAM_SPACE_MARK: 0x1680,
    LINE_SEPARATOR: 0x2028,
    PARAGRAPH_SEPARATOR: 0x2029,
    "NARROW_NO-BREAK_SPACE": 0x202f,
    MEDIUM_MATHEMATICAL_SPACE: 0x205f,
    IDEOGRAPHIC_SPACE: 0x3000,
    "ZERO_WIDTH_NO-BREAK_SPACE": 0xfeff,
  };
  const index = general.indexOf(upper);
  return index < 0 ? others[upper] : 0x2000 + index;
}

/** The character with a name, upper and lower case alike, as a string of one code point. */
export function characterNamed(name: string): string | undefined {
  const upper = name.toUpperCase();
  const known = Object.hasOwn(NAMES, upper) ? NAMES[upper] : undefined;
  const code = known ?? codePointNamed(upper) ?? letterNamed(upper) ?? digitNamed(upper) ?? spaceNamed(upper);
  return code === undefined ? undefined : String.fromCodePoint(code);
}

/** U+XXXX or UXXXX. */
function codePointNamed(upper: string): number | undefined {
  const match = /^U\+?([0-9A-F]+)$/.exec(upper);
  if (match === null) return undefined;
  const code = Number.parseInt(match[1] ?? "", 16);
  return code <= LAST_CODE_POINT ? code : undefined;
}

function digitNamed(upper: string): number | undefined {
  const index = upper.startsWith("DIGIT_") ? DIGITS.indexOf(upper.slice(6)) : -1;
  return index < 0 ? undefined : 48 + index;
}
