/**
 * `npm run docs-sites`: installs the documentation tools that are missing, under build/docs-sites/, and
 * builds the sites of docs/sites/ with them. Needs dist/ (`npm run build`) and a network for what is missing.
 */
import { existsSync } from "node:fs";
import { installSteps, SITES, siteSteps } from "./lib/docs-sites.mjs";
import { at } from "./lib/paths.mjs";
import { Problem, runMain } from "./lib/report.mjs";
import { runSteps } from "./lib/steps.mjs";

await runMain(async () => {
  if (!existsSync(at("dist", "index.html")))
    throw new Problem("There is no dist/ yet: run `npm run build` first.");
  await runSteps(installSteps());
  await runSteps(siteSteps());
  console.log(`The sites are in ${SITES}.`);
});
