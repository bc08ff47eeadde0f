/**
 * `npm run conformance`: builds what has changed, and runs the official conformance suite against a server in a page of Chromium.
 * `npm run conformance -- 2025-11-25 tools-list` looks into one scenario; `npm run conformance -- --shipped` takes the server that is shipped,
 * which has none of the tools that the suite asks for.
 */
import { requireBrowser } from "./lib/browser.mjs";
import { buildSteps, conformanceSteps } from "./lib/build-steps.mjs";
import { runConformance } from "./lib/conformance.mjs";
import { prerequisites } from "./lib/prerequisites.mjs";
import { runMain } from "./lib/report.mjs";
import { runSteps } from "./lib/steps.mjs";

await runMain(async () => {
  const isShipped = process.argv.includes("--shipped");
  const scenario = process.argv.slice(2).filter((argument) => argument !== "--shipped");
  await runSteps([...prerequisites, ...buildSteps, ...(isShipped ? [] : conformanceSteps)]);
  const { chromium } = await requireBrowser();
  process.exitCode = (await runConformance({ chromium, isShipped, scenario })).status;
});
