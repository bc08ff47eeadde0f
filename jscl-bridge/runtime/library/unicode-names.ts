/**
 * The names of Unicode's characters, from a file of their own that comes when the first of them is asked for.
 * `derive/character-names.ts` writes it: runs of code points, a step for each, and the words.
 */

/** Where the text of the file comes from; empty where there is no file. It throws where it cannot be had. */
export const characterNames: { text: () => string } = { text: () => "" };

interface Names {
  readonly byCode: ReadonlyMap<number, string>;
  readonly byName: ReadonlyMap<string, number>;
}

/** The step to a name whose last word follows that of the name before. */
export const NEXT = "+";
/** A step is a character: this many before it, four for each word kept in front, one for each kept behind. */
export const FIRST_STEP = 44;
export const MOST_KEPT_BEHIND = 3;

/** The word after `word` where words count: B after A, 08 after 07, 1B0 after 1AF behind a hyphen. */
export function wordAfter(word: string): string | null {
  const [, before = "", digits] = /^(.*?)(\d+)$/.exec(word) ?? [];
  if (digits !== undefined) return before + String(Number(digits) + 1).padStart(digits.length, "0");
  return /^[A-Y]$/.test(word) ? String.fromCharCode(word.charCodeAt(0) + 1) : null;
}

function decoded(text: string): Names {
  const [runs, steps, between] = JSON.parse(text) as [runs: string, steps: string, between: string];
  const words = between.split(",");
  const byCode = new Map<number, string>();
  let [at, code, last] = [0, 0, [] as string[]];
  let word = 0;
  for (const run of runs.split(" ")) {
    const [gap = 0, length = 0] = run.split(",").map((digits) => Number.parseInt(digits, 36));
    code += gap;
    for (const end = code + length; code < end; code++) {
      const step = steps.charAt(at++);
      if (step === NEXT) last[last.length - 1] = wordAfter(last.at(-1) as string) as string;
      else {
        const kept = step.charCodeAt(0) - FIRST_STEP;
        const behind = kept & MOST_KEPT_BEHIND;
        const its = (words[word++] ?? "").toUpperCase();
        last = [
          ...last.slice(0, kept >> 2),
          ...(its === "" ? [] : its.split(" ")),
          ...last.slice(last.length - behind),
        ];
      }
      byCode.set(code, last.join("_"));
    }
  }
  return { byCode, byName: new Map([...byCode].map(([at, name]) => [name, at])) };
}

const kept: { names: Names | null } = { names: null };

/** The names; none where the file cannot be had, which the next call tries again. */
function names(): Names {
  if (kept.names !== null) return kept.names;
  try {
    kept.names = decoded(characterNames.text());
    return kept.names;
  } catch {
    return { byCode: new Map(), byName: new Map() };
  }
}

/** Characters whose names have their code points in them, behind a prefix. */
const NUMBERED = (): readonly (readonly [first: number, last: number, prefix: string])[] => [
  [0xf900, 0xfa6d, "CJK_COMPATIBILITY_IDEOGRAPH-"],
  [0xfa70, 0xfad9, "CJK_COMPATIBILITY_IDEOGRAPH-"],
  [0x2f800, 0x2fa1d, "CJK_COMPATIBILITY_IDEOGRAPH-"],
  [0x1b170, 0x1b2fb, "NUSHU_CHARACTER-"],
];

const hexadecimal = (code: number) => code.toString(16).toUpperCase();

const SYLLABLES = { first: 0xac00, last: 0xd7a3, prefix: "HANGUL_SYLLABLE_" };

/** Unicode's short names of the letters of a syllable: those in front, in the middle and behind. */
const letters = () =>
  [
    "G GG N D DD R M B BB S SS  J JJ C K T P H",
    "A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I",
    " G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H",
  ].map((names) => names.split(" ")) as [string[], string[], string[]];

function syllableName(code: number): string {
  const [front, middle, behind] = letters();
  const index = code - SYLLABLES.first;
  const rest = Math.floor(index / behind.length);
  return `${SYLLABLES.prefix}${front[Math.floor(rest / middle.length)]}${middle[rest % middle.length]}${behind[index % behind.length]}`;
}

/** The code point of a syllable by its name. */
function syllableNamed(name: string): number | undefined {
  const sound = name.slice(SYLLABLES.prefix.length);
  const [front, middle, behind] = letters();
  for (let i = front.length - 1; i >= 0; i--) {
    if (!sound.startsWith(front[i] as string)) continue;
    for (let j = 0; j < middle.length; j++) {
      const open = `${front[i]}${middle[j]}`;
      const last = sound.startsWith(open) ? behind.indexOf(sound.slice(open.length)) : -1;
      if (last >= 0) return SYLLABLES.first + (i * middle.length + j) * behind.length + last;
    }
  }
  return undefined;
}

/** The name of any character but control characters; U and its number for one that Unicode gives none. */
export function unicodeName(code: number): string {
  if (code >= SYLLABLES.first && code <= SYLLABLES.last) return syllableName(code);
  for (const [first, last, prefix] of NUMBERED())
    if (code >= first && code <= last) return prefix + hexadecimal(code);
  const isNameless = NAMELESS().some(([first, last]) => code >= first && code <= last);
  return (isNameless ? undefined : names().byCode.get(code)) ?? `U${hexadecimal(code)}`;
}

/** Great blocks in which no character has a name: ideographs, surrogates, private use. */
const NAMELESS = (): readonly (readonly [first: number, last: number])[] => [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xd800, 0xf8ff],
  [0x17000, 0x187ff],
  [0x20000, 0xdffff],
  [0xe0200, 0x10ffff],
];

/** The code point of the character with that name, in upper case with underscores. */
export function unicodeCharacterNamed(name: string): number | undefined {
  if (name.startsWith(SYLLABLES.prefix)) return syllableNamed(name);
  for (const [first, last, prefix] of NUMBERED()) {
    const code = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 16) : Number.NaN;
    if (code >= first && code <= last && prefix + hexadecimal(code) === name) return code;
  }
  return /^[A-Z][A-Z0-9_-]*$/.test(name) ? names().byName.get(name) : undefined;
}
