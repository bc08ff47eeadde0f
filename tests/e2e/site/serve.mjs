/**
 * `node tests/e2e/site/serve.mjs --port N`: serves dist/ for the tests, with the public package behind a
 * module of its name that reports all its servers' messages to the tests. So no page of any test can have an
 * unwatched server.
 */
import { existsSync } from "node:fs";
import { bundleOpenWorker } from "../../../scripts/lib/bundle.mjs";
import { at, DIST } from "../../../scripts/lib/paths.mjs";
import { Problem, runMain } from "../../../scripts/lib/report.mjs";
import { listen, wantedPort } from "../../../scripts/lib/site.mjs";
import { answerMade } from "./made-pages.mjs";
import { bundleOfficialClients } from "./official-clients.mjs";

await runMain(async () => {
  const thePackage = at("dist", "jscl-mcp.js");
  if (!existsSync(thePackage)) throw new Problem("There is no dist/ yet: run `npm run build` first.");
  const mounts = {
    "/": DIST,
    "/jscl-mcp.js": at("tests", "e2e", "site", "watched-package.js"),
    "/jscl-mcp-unwatched.js": thePackage,
    "/rest.html": at("tests", "e2e", "site", "rest.html"),
    "/open-worker.js": await bundleOpenWorker(),
    "/official-clients.js": await bundleOfficialClients(),
  };
  const port = wantedPort(process.argv[process.argv.indexOf("--port") + 1]);
  const { url } = await listen(mounts, port, { first: answerMade });
  console.log(`Serving dist/, watched, at ${url}`);
});
