/**
 * `node tests/e2e/site/serve.mjs --port N`: serves dist/ for the tests, with the public package behind a module of its name that tells the
 * tests of all its servers' messages. So no page of any test can have a server that nobody watches.
 */
import { copyFileSync, cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { at, DIST } from "../../../scripts/lib/paths.mjs";
import { Problem, runMain } from "../../../scripts/lib/report.mjs";
import { listen, wantedPort } from "../../../scripts/lib/site.mjs";

const PACKAGE = "jscl-mcp.js";
const UNWATCHED = "jscl-mcp-unwatched.js";

/** Makes the folder that is served; dist/ stays as it is. */
function lay(folder) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(DIST, folder, { recursive: true, preserveTimestamps: true });
  for (const ending of ["", ".br", ".gz"]) {
    const file = join(folder, PACKAGE + ending);
    if (existsSync(file)) renameSync(file, join(folder, UNWATCHED + ending));
  }
  copyFileSync(at("tests", "e2e", "site", "watched-package.js"), join(folder, PACKAGE));
}

await runMain(async () => {
  if (!existsSync(join(DIST, "index.html")))
    throw new Problem("There is no dist/ yet: run `npm run build` first.");
  const { port, fixed } = wantedPort(process.argv[process.argv.indexOf("--port") + 1]);
  const folder = at("build", "e2e-site", String(port));
  lay(folder);
  const { url } = await listen({ "/": folder }, { port, fixed });
  console.log(`Serving dist/, watched, at ${url}`);
});
