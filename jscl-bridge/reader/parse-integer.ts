import { negateInteger } from "../runtime/numbers/integers.js";
import { digitWeight, integerOf } from "../runtime/numbers/parse.js";
import type { LispInteger } from "../runtime/numbers.js";
import { activeLength, isLispString } from "../runtime/objects/vectors.js";
import { controlString, leavable, list, nil, sym } from "../runtime/signals.js";
import { safepoint } from "../runtime/stack/safepoints.js";
import { bounds, keywordArguments, wrongType } from "../runtime/streams/stream-arguments.js";

/** PARSE-INTEGER over characters: optional white space, sign, digits, white space. */

interface ParsedInteger {
  /** The integer, null if there is no digit. */
  readonly value: LispInteger | null;
  /** The index at which parsing stopped. */
  readonly index: number;
  /** A format control for the whole string where it is no integer alone. */
  readonly problem: string | null;
}

const SPACES: ReadonlySet<string> = new Set("\t\n\f\r \x7f\b");

function isSpace(character: string): boolean {
  return (character <= " " || character === "\x7f") && SPACES.has(character);
}

/** So many digits of any radix make an integer that a double holds. */
const EXACT_DIGITS = 10;

function parseInteger(
  characters: readonly string[],
  start: number,
  end: number,
  radix: number,
): ParsedInteger {
  let index = start;
  const skipSpace = (from: number): number => {
    let at = from;
    while (at < end && isSpace(characters[at] as string)) at++;
    return at;
  };
  index = skipSpace(index);
  if (index === end) return { value: null, index, problem: "no non-whitespace characters in string ~S." };
  const sign = characters[index];
  if (sign === "-" || sign === "+") index++;
  const first = index;
  let sum = 0;
  for (; index < end; index++) {
    const weight = weightOf(characters[index] ?? "");
    if (weight >= radix) break;
    sum = sum * radix + weight;
    safepoint();
  }
  const digits = index - first;
  const text = () => characters.slice(first, index).join("");
  const value = digits === 0 ? null : digits <= EXACT_DIGITS ? sum : integerOf(text(), radix);
  const parsed = value === null || sign !== "-" ? value : negateInteger(value);
  const stopped = index;
  if (skipSpace(index) < end) return { value: parsed, index: stopped, problem: "junk in string ~S" };
  if (parsed === null) return { value: null, index: stopped, problem: "no digits in string ~S" };
  return { value: parsed, index: skipSpace(index), problem: null };
}

function weightOf(character: string): number {
  return character.length === 1 ? digitWeight(character.charCodeAt(0)) : 36;
}

/** The Lisp function. */
export const parseIntegerFunction = leavable((fail) => (values, string, ...keywords) => {
  if (!isLispString(string)) return wrongType(string, sym("STRING"));
  const options = keywordArguments(keywords, 0);
  const { START: start, END: end, RADIX: radix = 10, "JUNK-ALLOWED": junk = nil() } = options;
  if (typeof radix !== "number" || !Number.isInteger(radix) || radix < 2 || radix > 36) {
    return wrongType(radix, list(sym("INTEGER"), 2, 36));
  }
  const part = bounds(string, activeLength(string), start, end);
  const { value, index, problem } = parseInteger(string as readonly string[], part[0], part[1], radix);
  if (problem === null || junk !== nil()) return values(value ?? nil(), index);
  return fail(
    "SIMPLE-PARSE-ERROR",
    "FORMAT-CONTROL",
    controlString(problem),
    "FORMAT-ARGUMENTS",
    list(string),
  );
});
