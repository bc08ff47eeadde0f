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
