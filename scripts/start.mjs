/**
 * `npm start`: installs what is missing, builds what has changed, and serves dist/ until it is stopped. It
 * compresses its files when it serves them already.
 */
import { buildSteps, compressed } from "./lib/build-steps.mjs";
import { DIST } from "./lib/paths.mjs";
import { prerequisites } from "./lib/prerequisites.mjs";
import { bold, runMain } from "./lib/report.mjs";
import { listen, wantedPort } from "./lib/site.mjs";
import { runSteps } from "./lib/steps.mjs";

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));

await runMain(async () => {
  const serve = {
    name: "serve",
    title: "Serving dist/",
    needs: ["site"],
    async run() {
      const { url } = await listen({ "/": DIST }, wantedPort());
      console.log(`\n      The playground is at ${bold(url)} (Ctrl-C stops it).\n`);
      return undefined;
    },
  };
  await runSteps([...prerequisites, ...buildSteps, serve, compressed]);
});
