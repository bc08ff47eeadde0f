/**
 * Runs the official conformance suite against a server in a page. Arguments: the folder with the page; then, to look into one scenario,
 * its version and name.
 */
import { writeFileSync } from "node:fs";
import { at } from "../../scripts/lib/paths.mjs";
import { openBridge } from "./bridge/bridge.js";
import { LispPage } from "./lisp-page.js";
import { runSuite } from "./suite.js";
import { printTable, type Results, summary } from "./table.js";

const VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];
/** A server that sends something invalid time and again is shown in a few messages. */
const MOST_PROBLEMS = 20;

const [folder = "", version, scenario] = process.argv.slice(2);
const page = await LispPage.open(folder);
const bridge = await openBridge(page.connect);
const results: Results = await runAll();
await bridge.close();

printTable(results);
const required = [...results.values()].flat().filter(({ isRequired }) => isRequired);
const failed = required.filter(({ failures }) => failures.length > 0).length;
const counts = {
  passed: [...results.values()].flat().filter(({ failures }) => failures.length === 0).length,
  // A message that its version does not allow fails all of it, whatever the suite made of it.
  failed: failed + (page.problems.length > 0 ? 1 : 0),
  skipped: [...results.values()]
    .flat()
    .filter(({ isRequired, failures }) => !isRequired && failures.length > 0).length,
};
for (const problem of page.problems.slice(0, MOST_PROBLEMS)) console.log(`not valid: ${problem}`);
console.log(`${page.count} messages held against their schemas, ${page.problems.length} not valid`);
for (const line of summary(results)) console.log(line);
writeFileSync(at("build", "test-results", "conformance.json"), JSON.stringify(counts));
await page.close();
if (counts.failed > 0) process.exitCode = 1;

async function runAll(): Promise<Results> {
  const all = new Map();
  for (const one of version === undefined ? VERSIONS : [version])
    all.set(one, await runSuite(one, bridge.url, scenario));
  return all;
}
