import { isHighSurrogate, isLowSurrogate } from "../runtime/surrogates.js";
/** How many characters (code points) a text has. */
export function countCharacters(text: string): number {
  let characters = text.length;
  // Most texts have no pairs, which a search finds out ten times as fast.
  const first = text.search(/[\ud800-\udbff]/);
  if (first < 0) return characters;
  for (let i = first; i < text.length - 1; i++) if (isPairAt(text, i)) characters -= 1;
  return characters;
}

/** The first characters (code points) of a text. */
export function firstCharacters(text: string, characters: number): string {
  let end = 0;
  for (let left = characters; left > 0 && end < text.length; left--) end += isPairAt(text, end) ? 2 : 1;
  return text.slice(0, end);
}

/** The last UTF-16 units of a text, without half of a surrogate pair at the beginning. */
export function lastUnits(text: string, units: number): string {
  const start = Math.max(0, text.length - units);
  return text.slice(start > 0 && isPairAt(text, start - 1) ? start + 1 : start);
}

function isPairAt(text: string, at: number): boolean {
  return isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1));
}
