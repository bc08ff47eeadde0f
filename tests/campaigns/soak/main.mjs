/**
 * `npm run soak`: 100,000 evaluations of a mixed diet through the shipped server, in headless Chromium with
 * Lisp in its Worker. Prints memory and latency after each block, and their slopes; fails when one of them
 * grows or an answer is not the right one. Needs dist/ (`npm run build`).
 *
 *   npm run soak -- --count 20000     fewer
 *   npm run soak -- --node            in this process, for quick looks
 *   npm run soak -- --seed 7          another diet
 * npm run soak -- --minutes 60      by the clock: in Node and in Chromium at the same time, slowly, with
 * every
 *                                     surface in the diet; an hour is written into docs/soak.md
 *   npm run soak -- --minutes 5 --node    the same in Node alone, `--chromium` in Chromium alone
 *
 * JSCL_MCP_SOAK_LEAK=200 plants a leak of that many bytes for each request, which a run by the clock has to
 * find.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { at } from "../../../scripts/lib/paths.mjs";
import { duration, Problem, runMain } from "../../../scripts/lib/report.mjs";
import { median } from "../../bench/lib/stats.mjs";
import { startInChromium } from "./browser.mjs";
import { soakForMinutes } from "./hours/main.mjs";
import { startInNode } from "./node.mjs";
import { soak, verdict } from "./soak.mjs";

const BLOCKS = 20;

await runMain(async () => {
  const { values: options } = parseArgs({
    options: {
      count: { type: "string", default: "100000" },
      seed: { type: "string", default: "1" },
      node: { type: "boolean", default: false },
      chromium: { type: "boolean", default: false },
      minutes: { type: "string" },
    },
  });
  if (!existsSync(at("dist", "jscl-mcp.js")))
    throw new Problem("There is no dist/ yet: run `npm run build` first.");
  if (options.minutes !== undefined) {
    const only = ["node", "chromium"].filter((name) => options[name]);
    const isSound = await soakForMinutes({ minutes: Number(options.minutes), seed: options.seed, only });
    if (!isSound) process.exitCode = 1;
    return;
  }
  const began = performance.now();
  const server = await (options.node ? startInNode() : startInChromium());
  const blocks = [];
  console.log("evaluations   Lisp's heap   page's heap   (+ 1 2): median   all: median   problems");
  try {
    const size = Math.ceil(Number(options.count) / BLOCKS);
    for await (const block of soak(server, { seed: options.seed, size, blocks: BLOCKS })) {
      blocks.push(block);
      const { evaluations, memory, probes, all, problems } = block;
      const heap = (bytes) => (bytes === undefined ? "-" : `${(bytes / 2 ** 20).toFixed(2)} MB`).padStart(11);
      console.log(
        `${String(evaluations).padStart(11)} ${heap(memory.lisp)}   ${heap(memory.page)}   ${median(probes).toFixed(2).padStart(12)} ms ${median(all).toFixed(2).padStart(10)} ms   ${String(problems.length).padStart(8)}`,
      );
      for (const problem of problems.slice(0, 5)) console.log(`    ${problem}`);
    }
  } finally {
    await server.close();
  }
  const { lines, sound } = verdict(blocks);
  console.log(`\n${lines.join("\n")}\n${duration(performance.now() - began)}`);
  if (!sound) process.exitCode = 1;
});
