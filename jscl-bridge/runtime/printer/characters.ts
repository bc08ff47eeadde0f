/** Names of characters as SBCL prints them after `#\`. */
import { graphicName, laterName } from "./later-character-names.js";

const CONTROL = (
  "Nul Soh Stx Etx Eot Enq Ack Bel Backspace Tab Newline Vt Page Return So Si " +
  "Dle Dc1 Dc2 Dc3 Dc4 Nak Syn Etb Can Em Sub Esc Fs Gs Rs Us"
).split(" ");

/** The name of a character that is printed by it; undefined for graphic characters of ASCII but Space. */
export function characterName(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code < 32) return CONTROL[code];
  if (code === 32) return "Space";
  if (code < 127) return undefined;
  return code === 127 ? "Rubout" : laterName(character, code);
}

/** A character as `#\` writes it: standard graphic characters as themselves, Space too, others by name. */
export function characterToken(character: string, readably: boolean, nameOf = characterName): string {
  if (character === " " && !readably) return "#\\ ";
  return `#\\${nameOf(character) ?? (readably ? graphicName(character) : character)}`;
}
