/**
 * `npm run bench`: the project's own measurements, each against its alternative in the same run, as ratios of
 * medians. `npm run bench -- roundtrip` runs the named ones. Needs dist/ (`npm run build`) and a Chromium.
 */
import { existsSync } from "node:fs";
import { findChromium } from "../../scripts/lib/browser.mjs";
import { at, BENCH, DIST } from "../../scripts/lib/paths.mjs";
import { bold, Problem, runMain } from "../../scripts/lib/report.mjs";
import { listen, wantedPort } from "../../scripts/lib/site.mjs";
import { measureSizes, printSizes } from "../../scripts/lib/sizes.mjs";
import { ask } from "./ask.mjs";
import { boot } from "./boot.mjs";
import { cancel } from "./cancel.mjs";
import { embed } from "./embed.mjs";
import { mcp } from "./mcp.mjs";
import { playground } from "./playground.mjs";
import { roundtrip } from "./roundtrip.mjs";
import { sessions } from "./sessions.mjs";

const benches = {
  roundtrip,
  boot,
  embed,
  playground,
  sessions,
  cancel,
  ask,
  mcp,
  sizes: async () => printSizes(await measureSizes()),
};

await runMain(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !(name in benches));
  if (unknown)
    throw new Problem(`There is no bench "${unknown}"; there are ${Object.keys(benches).join(", ")}.`);
  if (!existsSync(at("dist", "index.html")))
    throw new Problem("There is no dist/ yet: run `npm run build` first.");
  const executablePath = await findChromium();
  if (!executablePath)
    throw new Problem("No Chromium was found: install one, or set CHROMIUM to the path of one.");
  const mounts = {
    "/": DIST,
    "/bench/": at("tests", "bench", "pages"),
    "/built/": BENCH,
    "/stock/": at("node_modules", "jscl", "dist"),
  };
  const server = await listen(mounts, wantedPort("0"));
  try {
    for (const name of named.length > 0 ? named : Object.keys(benches)) {
      console.log(`\n${bold(name)}`);
      await benches[name]({ url: server.url, executablePath });
    }
  } finally {
    await server.close();
  }
});
