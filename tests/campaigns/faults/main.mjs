/**
 * `npm run faults`: does to the server in headless Chromium what a hard life does to it, and says what was
 * tried and what was lost. Every request must get exactly one answer, and every definition must be there
 * after it. Needs dist/.
 *
 *   npm run faults -- --rounds 50 --seed 7     more, from another seed
 *   npm run faults -- clock reloaded           those whose names have one of these words
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { findChromium } from "../../../scripts/lib/browser.mjs";
import { at, DIST } from "../../../scripts/lib/paths.mjs";
import { Problem, runMain } from "../../../scripts/lib/report.mjs";
import { listen, wantedPort } from "../../../scripts/lib/site.mjs";
import { runScenario } from "./run.mjs";
import { SCENARIOS } from "./scenarios.mjs";

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: "string", default: "10" }, seed: { type: "string", default: "1" } },
  });
  if (!existsSync(at("dist", "index.html")))
    throw new Problem("There is no dist/ yet: run `npm run build` first.");
  const executablePath = await findChromium();
  if (!executablePath) throw new Problem("No Chromium was found: install one, or set CHROMIUM to its path.");
  const wanted = Object.entries(SCENARIOS).filter(
    ([name]) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
  );
  const site = await listen({ "/": DIST }, wantedPort("0"));
  // Pages that are left are kept, as people's browsers do it.
  const browser = await chromium.launch({
    executablePath,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  let requests = 0;
  let lost = 0;
  let wrong = 0;
  try {
    for (const [name, scenario] of wanted) {
      const result = await runScenario(name, scenario, {
        browser,
        url: site.url,
        seed: values.seed,
        rounds: Number(values.rounds),
      });
      requests += result.requests;
      lost += result.lost;
      wrong += result.problems.length;
      console.log(
        `${result.problems.length + result.lost === 0 ? "✓" : "✗"} ${name}: ${result.tried}; ${result.requests} requests, ${result.lost} answers lost`,
      );
      for (const problem of result.problems) console.log(`    ${problem}`);
    }
  } finally {
    await browser.close();
    await site.close();
  }
  console.log(`\n${wanted.length} faults, ${requests} requests: ${lost} answers lost, ${wrong} problems`);
  if (lost + wrong > 0) process.exitCode = 1;
});
