/**
 * `npm run runaways`: programs that never end, or would take far too long, each in a fresh session of the
 * shipped server with a deadline of a second; how long it took to the answer and whether the session was
 * intact. Needs dist/ (`npm run build`).
 *
 *   npm run runaways -- numbers readers     some kinds, by the names of the files in tests/bench/runaways
 *   npm run runaways -- --node              in Node; the image runs on its server's thread
 *   npm run runaways -- --page              in Chromium, with the image on the page's thread
 *   npm run runaways -- --timeout 0.3       another deadline, in seconds
 *   npm run runaways -- --title factorial   those whose title contains the text
 *   npm run runaways -- --bad               lists only those that miss an aim
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { at } from "../../scripts/lib/paths.mjs";
import { bold, duration, Problem, runMain } from "../../scripts/lib/report.mjs";
import { startInChromium } from "../campaigns/corpus/browser-server.mjs";
import { startInNode } from "../campaigns/corpus/node-server.mjs";
import { runaways } from "./lib/runaway-programs.mjs";
import { runRunaway } from "./lib/runaway-run.mjs";
import { median } from "./lib/stats.mjs";

/** The share of programs after which the session has to be intact. */
const INTACT_AIM = 0.95;

await runMain(async () => {
  const { values: options, positionals: kinds } = parseArgs({
    allowPositionals: true,
    options: {
      node: { type: "boolean" },
      page: { type: "boolean" },
      bad: { type: "boolean" },
      timeout: { type: "string", default: "1" },
      title: { type: "string", default: "" },
    },
  });
  if (!existsSync(at("dist", "jscl-mcp.js")))
    throw new Problem("There is no dist/ yet: run `npm run build` first.");
  const all = runaways();
  const unknown = kinds.find((name) => !all.some(({ kind }) => kind === name));
  if (unknown) throw new Problem(`There is no kind "${unknown}".`);
  const programs = all.filter(
    ({ kind, title }) => (kinds.length === 0 || kinds.includes(kind)) && title.includes(options.title),
  );
  const began = performance.now();
  const server = await (options.node
    ? startInNode()
    : startInChromium({ mode: options.page ? "page" : "worker" }));
  const results = [];
  try {
    for (const program of programs) {
      const result = await runRunaway(program, server, Number(options.timeout));
      results.push(result);
      if (!options.bad || !result.inTime || !result.intact) printResult(result);
    }
  } finally {
    await server.close();
  }
  if (!summarize(results, performance.now() - began)) process.exitCode = 1;
});

function printResult({ program: { kind, title }, ms, status, type, inTime, intact, value = "", found = "" }) {
  const time = Number.isFinite(ms) ? `${ms.toFixed(0)} ms` : "-";
  const marks = `${inTime ? "✓" : "✗ late"} ${intact ? "✓" : "✗ not intact"}`;
  console.log(
    `${`${kind}: ${title}`.padEnd(64)}${time.padStart(9)}  ${status.padEnd(8)} ${type.padEnd(24)} ${marks}`,
  );
  if (status !== "timeout") console.log(`    ${value.slice(0, 120).replaceAll("\n", " ")}`);
  if (!intact && found) console.log(`    then: ${found.slice(0, 120).replaceAll("\n", " ")}`);
}

/** Prints the shares; whether the aims are met. */
function summarize(results, ms) {
  const share = (kept) => kept.length / results.length;
  const inTime = share(results.filter((each) => each.inTime));
  const intact = share(results.filter((each) => each.intact));
  const statuses = new Map();
  for (const { status, type } of results) {
    const name = status === "error" ? type : status;
    statuses.set(name, (statuses.get(name) ?? 0) + 1);
  }
  const counts = [...statuses].map(([name, count]) => `${count} ${name}`).join(", ");
  const times = results.map((each) => each.ms).filter(Number.isFinite);
  const percent = (x) => `${(100 * x).toFixed(1)} %`;
  console.log(`\n${bold(`${results.length} runaways`)}, ${duration(ms)}: ${counts}`);
  console.log(
    `time to the answer: median ${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
  );
  console.log(`within twice the deadline: ${percent(inTime)} (aim: 100 %) ${inTime === 1 ? "✓" : "✗"}`);
  console.log(
    `session intact: ${percent(intact)} (aim: at least ${percent(INTACT_AIM)}) ${intact >= INTACT_AIM ? "✓" : "✗"}`,
  );
  return inTime === 1 && intact >= INTACT_AIM;
}
