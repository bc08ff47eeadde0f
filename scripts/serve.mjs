/** `node scripts/serve.mjs [--port N]`: serves dist/ as it is, without building. */
import { existsSync } from "node:fs";
import { at, DIST } from "./lib/paths.mjs";
import { Problem, runMain } from "./lib/report.mjs";
import { listen, wantedPort } from "./lib/site.mjs";

await runMain(async () => {
  if (!existsSync(at("dist", "index.html")))
    throw new Problem("There is no dist/ yet: run `npm run build` first.");
  const flag = process.argv.indexOf("--port");
  const port = flag === -1 ? wantedPort() : wantedPort(process.argv[flag + 1]);
  const { url } = await listen({ "/": DIST }, port);
  console.log(`Serving dist/ at ${url}`);
});
