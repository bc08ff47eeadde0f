/**
 * Runs the official conformance suite against servers in a page: one with the fixtures that the suite asks
 * for, and the one that is shipped, as far as that can be judged. Arguments: the folders with the page of
 * each; then, to look into one scenario, its version and name.
 */
import { writeFileSync } from "node:fs";
import { at } from "../../scripts/lib/paths.mjs";
import { openBridge } from "./bridge/bridge.js";
import { LispPage } from "./lisp-page.js";
import { runSuite, type Scenario } from "./suite.js";
import { printTable, type Results, summary } from "./table.js";

const VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];

/** The scenarios that the suite can judge on a server without its fixtures. */
const WITHOUT_FIXTURES: Readonly<Record<string, readonly string[]>> = {
  "2026-07-28": [
    "caching",
    "dns-rebinding-protection",
    "http-header-validation",
    "input-required-result-unsupported-methods",
    "prompts-list",
    "resources-list",
    "sep-2164-resource-not-found",
    "server-sse-multiple-streams",
    "tools-list",
  ],
  "2025-11-25": [
    "dns-rebinding-protection",
    "logging-set-level",
    "ping",
    "prompts-list",
    "resources-list",
    "server-initialize",
    "server-session-lifecycle",
    "server-sse-multiple-streams",
    "tools-list",
  ],
};

/** A server that sends something invalid time and again is shown in a few messages. */
const MOST_PROBLEMS = 20;

const problems: string[] = [];
let messages = 0;

/** The suite's findings when `run` tests the server of a folder's page. */
async function against(folder: string, run: (url: string) => Promise<Results>): Promise<Results> {
  const page = await LispPage.open(folder);
  const bridge = await openBridge(page.connect);
  const results = await run(bridge.url);
  await bridge.close();
  const checked = page.check();
  problems.push(...checked.problems);
  messages += checked.count;
  await page.close();
  return results;
}

const [withFixtures = "", shipped = "", version, scenario] = process.argv.slice(2);

const ofAll = against(withFixtures, async (url) => {
  const results = new Map<string, Scenario[]>();
  for (const one of version === undefined ? VERSIONS : [version])
    results.set(one, await runSuite(one, url, { only: scenario }));
  return results;
});

const ofShipped = against(shipped, async (url) => {
  const results = new Map<string, Scenario[]>();
  for (const [one, names] of Object.entries(version === undefined ? WITHOUT_FIXTURES : {})) {
    const label = `${one} shipped`;
    const found = await runSuite(one, url, { label });
    // Its own tools and prompts have to do what the list asks of servers, whether the version requires the
    // scenario or not.
    const judged = names.map((name) => found.find((other) => other.name === name));
    results.set(
      label,
      judged.filter((other) => other !== undefined),
    );
  }
  return results;
});

// Each has a page and a bridge of its own.
const [found, foundOfShipped] = await Promise.all([ofAll, ofShipped]);
const results: Results = new Map([...found, ...foundOfShipped]);
printTable(results);
const all = [...results.values()].flat();
const passes = ({ failures }: Scenario) => failures.length === 0;
const counts = {
  passed: all.filter(passes).length,
  // A message that its version does not allow fails the whole run, whatever the suite found.
  failed: all.filter((one) => one.isRequired && !passes(one)).length + (problems.length > 0 ? 1 : 0),
  skipped: all.filter((one) => !one.isRequired && !passes(one)).length,
};
for (const problem of problems.slice(0, MOST_PROBLEMS)) console.log(`not valid: ${problem}`);
console.log(`${messages} messages held against their schemas, ${problems.length} not valid`);
for (const line of summary(results)) console.log(line);
writeFileSync(at("build", "test-results", "conformance.json"), JSON.stringify(counts));
if (counts.failed > 0) process.exitCode = 1;
