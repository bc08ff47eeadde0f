/** `npm run symbols`: writes docs/symbols.md. Needs dist/ (`npm run build`). */
import { writeFileSync } from "node:fs";
import { at } from "./lib/paths.mjs";
import { runMain } from "./lib/report.mjs";
import { symbolFacts, tableOfSymbols } from "./lib/symbols.mjs";

await runMain(async () => {
  writeFileSync(at("docs", "symbols.md"), tableOfSymbols(await symbolFacts()));
});
process.exit();
