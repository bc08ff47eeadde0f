/** The official conformance suite, run against a server in a page. */
import { copyFileSync, cpSync, rmSync } from "node:fs";
import { at, DIST } from "./paths.mjs";
import { bundleTool } from "./programs.mjs";
import { run } from "./run.mjs";

/** The file that receives the numbers of scenarios, as { passed, failed, skipped }. */
export const CONFORMANCE_COUNTS = at("build", "test-results", "conformance.json");

/**
 * Runs it, or one scenario of a version, and prints its table. Resolves to the status.
 * @param {{ chromium: string, scenario?: string[] }} options
 */
export async function runConformance({ chromium, scenario = [] }) {
  const folders = [at("build", "conformance", "site"), shippedSite()];
  const tool = await bundleTool(at("tests", "conformance", "main.ts"), "conformance.mjs");
  return run(process.execPath, [tool, ...folders, ...scenario], { env: { CHROMIUM: chromium } });
}

/** dist/ with a page for the suite. */
function shippedSite() {
  const folder = at("build", "conformance", "shipped");
  rmSync(folder, { recursive: true, force: true });
  cpSync(DIST, folder, { recursive: true });
  for (const file of ["page.html", "page.js"])
    copyFileSync(at("tests", "conformance", "page", file), `${folder}/${file}`);
  return folder;
}
