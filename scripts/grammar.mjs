/** `node scripts/grammar.mjs`: writes the tables of the editor's grammar. */
import { writeFileSync } from "node:fs";
import { grammarTables } from "./lib/grammar.mjs";
import { at } from "./lib/paths.mjs";

for (const [file, text] of Object.entries(await grammarTables())) writeFileSync(at(file), text);
