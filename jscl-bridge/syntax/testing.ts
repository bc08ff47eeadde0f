import { Indentation } from "./indentation.js";
import type { BodyOf } from "./macros.js";
import { parser } from "./parser.js";
import { reindent } from "./reindent.js";

/** A text with all its lines indented. */
export function indented(text: string, bodyOf?: BodyOf): string {
  let result = "";
  let at = 0;
  for (const { from, to, insert } of reindent(text, parser.parse(text), 0, text.length, bodyOf)) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}

/** The text with all its lines at the column `column`, but those whose blanks belong to a token. */
export function flattened(text: string, column: number): string {
  const indentation = new Indentation(text, parser.parse(text));
  let place = 0;
  const lines = text.split("\n").map((line) => {
    const isFree = line.trim() !== "" && indentation.ofLine(place) !== null;
    place += line.length + 1;
    return isFree ? " ".repeat(column) + line.trimStart() : line;
  });
  return lines.join("\n");
}
