/**
 * `node tests/docs-sites/serve.mjs --port N`: serves the built sites, as a host does that knows nothing of
 * isolation.
 */
import { SITES } from "../../scripts/lib/docs-sites.mjs";
import { runMain } from "../../scripts/lib/report.mjs";
import { listen, wantedPort } from "../../scripts/lib/site.mjs";

await runMain(async () => {
  const port = wantedPort(process.argv[process.argv.indexOf("--port") + 1]);
  const { url } = await listen({ "/": SITES }, port, { isPlain: true });
  console.log(`Serving ${SITES} at ${url}`);
});
