/** A character in upper case, itself where that is no single character. */
export function upcaseCharacter(character: string): string {
  const upper = character.toUpperCase();
  return upper.length === character.length ? upper : character;
}
