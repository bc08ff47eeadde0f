/** A character in upper case, itself where that is no single character. */
export function upcaseCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 128) return code >= 97 && code <= 122 ? String.fromCharCode(code - 32) : character;
  const upper = character.toUpperCase();
  return upper.length === character.length ? upper : character;
}
