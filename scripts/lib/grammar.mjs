/** The tables of the editor's grammar, which are committed: a test holds them against the grammar. */
import { readFileSync } from "node:fs";
import { at } from "./paths.mjs";

const ROOM = "jscl-bridge/syntax";
const GENERATED = "// Generated from lisp.grammar by `npm run generate`.\n";

/** The files and what belongs into each. */
export async function grammarTables() {
  const { buildParserFile } = await import("@lezer/generator");
  const grammar = readFileSync(at(ROOM, "lisp.grammar"), "utf8");
  const warn = (message) => {
    throw new Error(message);
  };
  const { parser, terms } = buildParserFile(grammar, { fileName: "lisp.grammar", typeScript: true, warn });
  const own = (text) => `${GENERATED}${text.replace(/^\/\/.*\n/, "").trim()}\n`;
  return { [`${ROOM}/parser.ts`]: own(parser), [`${ROOM}/parser.terms.ts`]: own(terms) };
}
