/** How many characters (code points) a text has. */
export function countCharacters(text: string): number {
  let characters = text.length;
  for (let i = 0; i < text.length - 1; i++) if (isPairAt(text, i)) characters -= 1;
  return characters;
}

/** The first characters (code points) of a text. */
export function firstCharacters(text: string, characters: number): string {
  let end = 0;
  for (let left = characters; left > 0 && end < text.length; left--) end += isPairAt(text, end) ? 2 : 1;
  return text.slice(0, end);
}

function isPairAt(text: string, at: number): boolean {
  return isBetween(text.charCodeAt(at), 0xd800, 0xdbff) && isBetween(text.charCodeAt(at + 1), 0xdc00, 0xdfff);
}

function isBetween(code: number, low: number, high: number): boolean {
  return code >= low && code <= high;
}
