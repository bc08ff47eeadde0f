/**
 * Names of characters beyond ASCII. Those of European texts are known here; Unicode's file of names has the
 * others, and comes when it is needed.
 */
import { unicodeCharacterNamed, unicodeName } from "../library/unicode-names.js";

/** Names of characters from 128 on. A name like C80, a number alone, is the character's only one. */
const control1Names = () =>
  (
    "C80 C81 Break-Permitted No-Break-Permitted C84 Next-Line Start-Selected-Area End-Selected-Area " +
    "Character-Tabulation-Set Character-Tabulation-With-Justification Line-Tabulation-Set Partial-Line-Forward " +
    "Partial-Line-Backward Reverse-Linefeed Single-Shift-Two Single-Shift-Three Device-Control-String Private-Use-One " +
    "Private-Use-Two Set-Transmit-State Cancel-Character Message-Waiting Start-Guarded-Area End-Guarded-Area " +
    "Start-String C99 Single-Character-Introducer Control-Sequence-Introducer String-Terminator " +
    "Operating-System-Command Privacy-Message Application-Program-Command"
  ).split(" ");

const latin1Names = () =>
  (
    "NO-BREAK_SPACE INVERTED_EXCLAMATION_MARK CENT_SIGN POUND_SIGN CURRENCY_SIGN YEN_SIGN BROKEN_BAR SECTION_SIGN " +
    "DIAERESIS COPYRIGHT_SIGN FEMININE_ORDINAL_INDICATOR LEFT-POINTING_DOUBLE_ANGLE_QUOTATION_MARK NOT_SIGN " +
    "SOFT_HYPHEN REGISTERED_SIGN MACRON DEGREE_SIGN PLUS-MINUS_SIGN SUPERSCRIPT_TWO SUPERSCRIPT_THREE ACUTE_ACCENT " +
    "MICRO_SIGN PILCROW_SIGN MIDDLE_DOT CEDILLA SUPERSCRIPT_ONE MASCULINE_ORDINAL_INDICATOR " +
    "RIGHT-POINTING_DOUBLE_ANGLE_QUOTATION_MARK VULGAR_FRACTION_ONE_QUARTER VULGAR_FRACTION_ONE_HALF " +
    "VULGAR_FRACTION_THREE_QUARTERS INVERTED_QUESTION_MARK"
  ).split(" ");

const accentNames = () =>
  new Map(
    Object.entries({
      "\u0300": "GRAVE",
      "\u0301": "ACUTE",
      "\u0302": "CIRCUMFLEX",
      "\u0303": "TILDE",
      "\u0308": "DIAERESIS",
      "\u030a": "RING_ABOVE",
      "\u0327": "CEDILLA",
      "\u030c": "CARON",
      "\u0306": "BREVE",
      "\u0304": "MACRON",
      "\u0328": "OGONEK",
      "\u0307": "DOT_ABOVE",
      "\u030b": "DOUBLE_ACUTE",
    }),
  );

const greekNames = () =>
  (
    "ALPHA BETA GAMMA DELTA EPSILON ZETA ETA THETA IOTA KAPPA LAMDA MU NU XI OMICRON PI RHO FINAL_SIGMA " +
    "SIGMA TAU UPSILON PHI CHI PSI OMEGA"
  ).split(" ");

const otherNames = () =>
  new Map(
    Object.entries({
      Æ: "LATIN_CAPITAL_LETTER_AE",
      æ: "LATIN_SMALL_LETTER_AE",
      Ð: "LATIN_CAPITAL_LETTER_ETH",
      ð: "LATIN_SMALL_LETTER_ETH",
      Ø: "LATIN_CAPITAL_LETTER_O_WITH_STROKE",
      ø: "LATIN_SMALL_LETTER_O_WITH_STROKE",
      Þ: "LATIN_CAPITAL_LETTER_THORN",
      þ: "LATIN_SMALL_LETTER_THORN",
      ß: "LATIN_SMALL_LETTER_SHARP_S",
      "×": "MULTIPLICATION_SIGN",
      "÷": "DIVISION_SIGN",
      "\u200b": "ZERO_WIDTH_SPACE",
      "\u061c": "ARABIC_LETTER_MARK",
      "\u200c": "ZERO_WIDTH_NON-JOINER",
      "\u200d": "ZERO_WIDTH_JOINER",
      "\u200e": "LEFT-TO-RIGHT_MARK",
      "\u200f": "RIGHT-TO-LEFT_MARK",
      "\u202a": "LEFT-TO-RIGHT_EMBEDDING",
      "\u202b": "RIGHT-TO-LEFT_EMBEDDING",
      "\u202c": "POP_DIRECTIONAL_FORMATTING",
      "\u202d": "LEFT-TO-RIGHT_OVERRIDE",
      "\u202e": "RIGHT-TO-LEFT_OVERRIDE",
      "\u2060": "WORD_JOINER",
      "\u2066": "LEFT-TO-RIGHT_ISOLATE",
      "\u2067": "RIGHT-TO-LEFT_ISOLATE",
      "\u2068": "FIRST_STRONG_ISOLATE",
      "\u2069": "POP_DIRECTIONAL_ISOLATE",
      "\ufffd": "REPLACEMENT_CHARACTER",
      "\u2028": "LINE_SEPARATOR",
      "\u2029": "PARAGRAPH_SEPARATOR",
      "\ufeff": "ZERO_WIDTH_NO-BREAK_SPACE",
      "\u212b": "ANGSTROM_SIGN",
      "€": "EURO_SIGN",
      "–": "EN_DASH",
      "—": "EM_DASH",
      "…": "HORIZONTAL_ELLIPSIS",
      "“": "LEFT_DOUBLE_QUOTATION_MARK",
      "”": "RIGHT_DOUBLE_QUOTATION_MARK",
      "‘": "LEFT_SINGLE_QUOTATION_MARK",
      "’": "RIGHT_SINGLE_QUOTATION_MARK",
      "→": "RIGHTWARDS_ARROW",
      "←": "LEFTWARDS_ARROW",
    }),
  );

/** The name of a character from U+80 on. */
export function laterName(character: string, code: number): string {
  return commonName(character, code) ?? unicodeName(code);
}

/** The name of a graphic character of ASCII, which is printed by it where the reader must be sure of it. */
export function graphicName(character: string): string {
  if (!/^[A-Za-z]$/.test(character)) return unicodeName(character.charCodeAt(0));
  return `LATIN_${character < "a" ? "CAPITAL" : "SMALL"}_LETTER_${character.toUpperCase()}`;
}

function commonName(character: string, code: number): string | undefined {
  if (code < 160) return control1Names()[code - 128];
  if (code < 192) return latin1Names()[code - 160];
  const other = otherNames().get(character);
  if (other !== undefined) return other;
  if ((code >= 0x391 && code <= 0x3a9 && code !== 0x3a2) || (code >= 0x3b1 && code <= 0x3c9)) {
    const size = code < 0x3b1 ? "CAPITAL" : "SMALL";
    return `GREEK_${size}_LETTER_${greekNames()[(code - 0x391) % 32]}`;
  }
  const [base = "", accent = "", ...rest] = character.normalize("NFD");
  const accentName = accentNames().get(accent);
  if (!/^[A-Za-z]$/.test(base) || accentName === undefined || rest.length > 0) return undefined;
  const size = base < "a" ? "CAPITAL" : "SMALL";
  return `LATIN_${size}_LETTER_${base.toUpperCase()}_WITH_${accentName}`;
}

/** The blocks that common names are in: Latin-1 and its extensions, Greek, punctuation, arrows. */
const commonRanges = (): readonly (readonly [first: number, last: number])[] => [
  [0x80, 0x24f],
  [0x391, 0x3c9],
  [0x2000, 0x21ff],
];

const common: { byName: Map<string, number> | null } = { byName: null };

function commonNames(): Map<string, number> {
  if (common.byName !== null) return common.byName;
  const found = new Map<string, number>();
  for (const [first, last] of commonRanges()) {
    for (let code = first; code <= last; code++) {
      const name = commonName(String.fromCharCode(code), code);
      if (name !== undefined) found.set(name.toUpperCase(), code);
    }
  }
  for (const [character, name] of otherNames()) found.set(name, character.charCodeAt(0));
  common.byName = found;
  return found;
}

const LAST_CODE_POINT = 0x10ffff;

/** U+XXXX or UXXXX. */
function numbered(upper: string): number | undefined {
  const [, digits] = /^U\+?([0-9A-F]+)$/.exec(upper) ?? [];
  const code = digits === undefined ? Number.NaN : Number.parseInt(digits, 16);
  return code <= LAST_CODE_POINT ? code : undefined;
}

function latinLetter(upper: string): number | undefined {
  const [, size, letter = ""] = /^LATIN_(SMALL|CAPITAL)_LETTER_([A-Z])$/.exec(upper) ?? [];
  return size === undefined ? undefined : letter.charCodeAt(0) + (size === "SMALL" ? 32 : 0);
}

/** The character that Unicode gives this name, in any case; undefined where there is none. */
export function characterOfName(name: string): string | undefined {
  const upper = name.toUpperCase();
  const own = numbered(upper) ?? latinLetter(upper);
  // Unicode 1.0 wrote it so.
  const spelt = upper.replace(/^(GREEK_(?:SMALL|CAPITAL)_LETTER_)LAMBDA$/, "$1LAMDA");
  const code = own ?? commonNames().get(spelt) ?? unicodeCharacterNamed(spelt);
  return code === undefined ? undefined : String.fromCodePoint(code);
}
