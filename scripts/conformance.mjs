/**
 * `npm run conformance`: builds what has changed, and runs the official conformance suite against servers in
 * a page of Chromium. `npm run conformance -- 2025-11-25 tools-list` looks into one scenario.
 */
import { requireBrowser } from "./lib/browser.mjs";
import { buildSteps, conformanceSteps } from "./lib/build-steps.mjs";
import { runConformance } from "./lib/conformance.mjs";
import { prerequisites } from "./lib/prerequisites.mjs";
import { runMain } from "./lib/report.mjs";
import { runSteps } from "./lib/steps.mjs";

await runMain(async () => {
  await runSteps([...prerequisites, ...buildSteps, ...conformanceSteps]);
  const { chromium } = await requireBrowser();
  process.exitCode = (await runConformance({ chromium, scenario: process.argv.slice(2) })).status;
});
