/**
 * `node scripts/status.mjs`: writes the numbers of docs/status.md and the table of CONTRIBUTING that says
 * what a change reaches. With `--check` it says whether they are stale.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { ROOT } from "./lib/paths.mjs";
import { CONTRIBUTING, contributingPage } from "./lib/reach-table.mjs";
import { Problem, runMain } from "./lib/report.mjs";
import { STATUS, statusPage } from "./lib/status.mjs";

await runMain(() => {
  const pages = [
    [STATUS, statusPage()],
    [CONTRIBUTING, contributingPage()],
  ];
  const stale = pages.filter(([file, text]) => readFileSync(file, "utf8") !== text);
  const names = stale.map(([file]) => relative(ROOT, file)).join(", ");
  if (!process.argv.includes("--check")) for (const [file, text] of stale) writeFileSync(file, text);
  else if (stale.length > 0) throw new Problem(`Stale: ${names}. Run \`npm run generate\`.`);
});
