/** Names of characters as SBCL prints them after `#\`. */
import { table } from "../objects/table.js";

const CONTROL = (
  "Nul Soh Stx Etx Eot Enq Ack Bel Backspace Tab Newline Vt Page Return So Si " +
  "Dle Dc1 Dc2 Dc3 Dc4 Nak Syn Etb Can Em Sub Esc Fs Gs Rs Us"
).split(" ");

/** Names of characters from 128 on. A name like C80, a number alone, is the character's only one. */
const CONTROL_1 = (
  "C80 C81 Break-Permitted No-Break-Permitted C84 Next-Line Start-Selected-Area End-Selected-Area " +
  "Character-Tabulation-Set Character-Tabulation-With-Justification Line-Tabulation-Set Partial-Line-Forward " +
  "Partial-Line-Backward Reverse-Linefeed Single-Shift-Two Single-Shift-Three Device-Control-String Private-Use-One " +
  "Private-Use-Two Set-Transmit-State Cancel-Character Message-Waiting Start-Guarded-Area End-Guarded-Area " +
  "Start-String C99 Single-Character-Introducer Control-Sequence-Introducer String-Terminator " +
  "Operating-System-Command Privacy-Message Application-Program-Command"
).split(" ");

const LATIN_1 = (
  "NO-BREAK_SPACE INVERTED_EXCLAMATION_MARK CENT_SIGN POUND_SIGN CURRENCY_SIGN YEN_SIGN BROKEN_BAR SECTION_SIGN " +
  "DIAERESIS COPYRIGHT_SIGN FEMININE_ORDINAL_INDICATOR LEFT-POINTING_DOUBLE_ANGLE_QUOTATION_MARK NOT_SIGN " +
  "SOFT_HYPHEN REGISTERED_SIGN MACRON DEGREE_SIGN PLUS-MINUS_SIGN SUPERSCRIPT_TWO SUPERSCRIPT_THREE ACUTE_ACCENT " +
  "MICRO_SIGN PILCROW_SIGN MIDDLE_DOT CEDILLA SUPERSCRIPT_ONE MASCULINE_ORDINAL_INDICATOR " +
  "RIGHT-POINTING_DOUBLE_ANGLE_QUOTATION_MARK VULGAR_FRACTION_ONE_QUARTER VULGAR_FRACTION_ONE_HALF " +
  "VULGAR_FRACTION_THREE_QUARTERS INVERTED_QUESTION_MARK"
).split(" ");

const ACCENTS: Record<string, string> = table({
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
});

const GREEK = (
  "ALPHA BETA GAMMA DELTA EPSILON ZETA ETA THETA IOTA KAPPA LAMDA MU NU XI OMICRON PI RHO FINAL_SIGMA " +
  "SIGMA TAU UPSILON PHI CHI PSI OMEGA"
).split(" ");

const OTHERS: Record<string, string> = table({
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
});

/**
 * The result of CHAR-NAME, as far as names are known here: control characters, Latin-1, accented Latin,
 * Greek, Hangul excluded. Undefined for a graphic standard character other than Space and for names not
 * known.
 */
export function characterName(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code < 32) return CONTROL[code];
  if (code === 32) return "Space";
  if (code === 127) return "Rubout";
  if (code < 127) return undefined;
  if (code < 160) return CONTROL_1[code - 128];
  if (code < 192) return LATIN_1[code - 160];
  const other = OTHERS[character];
  if (other !== undefined) return other;
  if ((code >= 0x391 && code <= 0x3a9 && code !== 0x3a2) || (code >= 0x3b1 && code <= 0x3c9)) {
    const size = code < 0x3b1 ? "CAPITAL" : "SMALL";
    return `GREEK_${size}_LETTER_${GREEK[(code - 0x391) % 32]}`;
  }
  const [base = "", accent = "", ...rest] = character.normalize("NFD");
  const accentName = ACCENTS[accent];
  if (/^[A-Za-z]$/.test(base) && accentName !== undefined && rest.length === 0) {
    const size = base < "a" ? "CAPITAL" : "SMALL";
    return `LATIN_${size}_LETTER_${base.toUpperCase()}_WITH_${accentName}`;
  }
  return /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Z}]/u.test(character)
    ? `U${code.toString(16).toUpperCase()}`
    : undefined;
}

/** The blocks that have names here: Latin-1 and its extensions, spacing marks, Greek, punctuation, arrows. */
const NAMED_RANGES: readonly [number, number][] = [
  [0x80, 0x24f],
  [0x391, 0x3c9],
  [0x2000, 0x21ff],
];

let named: Map<string, string> | undefined;

/** The character that is printed by this name after `#\`; undefined for a name not known here. */
export function characterOfName(name: string): string | undefined {
  if (named === undefined) {
    named = new Map();
    for (const [first, last] of NAMED_RANGES) {
      for (let code = first; code <= last; code++) {
        const character = String.fromCharCode(code);
        const own = characterName(character);
        if (own !== undefined) named.set(own.toUpperCase(), character);
      }
    }
    for (const [character, own] of Object.entries(OTHERS)) named.set(own, character);
  }
  return named.get(name.toUpperCase().replace(/ /g, "_"));
}

/** A character as `#\` writes it: standard graphic characters as themselves, Space too, others by name. */
export function characterToken(character: string, readably: boolean, nameOf = characterName): string {
  if (character === " " && !readably) return "#\\ ";
  return `#\\${nameOf(character) ?? character}`;
}
