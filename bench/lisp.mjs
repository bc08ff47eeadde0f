/**
 * `npm run bench:lisp`: the speed of compiled Lisp and of the compiler, ours with frames and safepoints on,
 * in Node and in Chromium, against stock JSCL, and against SBCL with its default policy where it is
 * installed. All in one run; the Lisps take turns, so that other load of the machine affects all alike. Needs
 * dist/ (`npm run build`).
 *
 *   npm run bench:lisp -- fib tak            some programs, by their names or groups
 *   npm run bench:lisp -- --node             in Node alone; --chromium in Chromium alone
 *   npm run bench:lisp -- --without-stock    without stock JSCL, which takes long to load programs
 *   npm run bench:lisp -- --json results.json   writes all times and ratios, too
 *   npm run bench:lisp -- --safepoints       ours against ours without safepoints instead
 */
import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { DIST } from "../scripts/lib/paths.mjs";
import { bold, duration, Problem, runMain } from "../scripts/lib/report.mjs";
import { siteWithoutSafepoints } from "./lib/bare.mjs";
import { places } from "./lib/lisp-places.mjs";
import { measure } from "./lib/measure.mjs";
import { aimsOf, chosen } from "./lib/programs.mjs";
import { problemsOf } from "./lib/ratios.mjs";
import { startSbcl } from "./lib/sbcl.mjs";
import { median } from "./lib/stats.mjs";
import { facts, printSummary } from "./lib/summary.mjs";
import { columnsFor, printHead, printRow, printShare } from "./lib/table.mjs";

/** The most that safepoints may add to the time at the median, as a ratio. */
const SAFEPOINTS_AIM = 1.15;

await runMain(async () => {
  const { values: options, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      node: { type: "boolean" },
      chromium: { type: "boolean" },
      "without-stock": { type: "boolean" },
      json: { type: "string" },
      safepoints: { type: "boolean" },
    },
  });
  const programs = chosen(names);
  const build = requireBuild(DIST, "There is no dist/ yet: run `npm run build` first.");
  if (options.safepoints) return measureSafepoints(programs);
  const all = Object.keys(places);
  const wanted = all.filter((key) => options[key]);
  await measureAll(programs, { build, keys: wanted.length > 0 ? wanted : all, ...options });
});

function requireBuild(folder, sentence) {
  if (!existsSync(`${folder}/jscl-mcp-node.js`)) throw new Problem(sentence);
  return folder;
}

async function measureAll(programs, { build, keys, "without-stock": withoutStock, json }) {
  const began = performance.now();
  const opened = [];
  const lisps = {};
  try {
    for (const key of keys) opened.push({ key, ...(await places[key]()) });
    for (const { key, ours } of opened) lisps[key] = await ours(build);
    if (!withoutStock) lisps.stock = await opened.at(-1).stock();
    const sbcl = await startSbcl();
    if (sbcl !== null) lisps.sbcl = sbcl;
    const rows = await measureRows(programs, lisps, opened);
    printSummary(rows, opened);
    console.log(`\n${rows.length} programs, ${duration(performance.now() - began)}.`);
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(facts(rows, opened), null, 1)}\n`);
  } finally {
    for (const lisp of Object.values(lisps)) await lisp.close();
    for (const { close } of opened) await close();
  }
}

/** Each program as `{ program, measures, aims, problems }`, printed as it comes. */
async function measureRows(programs, lisps, opened) {
  const columns = columnsFor(opened, lisps);
  const titles = { stock: "stock", sbcl: "SBCL" };
  for (const { key, title } of opened) titles[key] = title;
  const rows = [];
  let group;
  printHead(columns);
  for (const program of programs) {
    if (program.group !== group) console.log(bold(program.group));
    ({ group } = program);
    const measures = await measure(program, Object.entries(lisps));
    const aims = aimsOf(program, measures, opened[0].key);
    const problems = problemsOf(measures, titles);
    printRow(columns, program.title, measures, aims, problems);
    rows.push({ program, measures, aims, problems });
  }
  return rows;
}

/** Ours against ours without safepoints, in Chromium. */
async function measureSafepoints(programs) {
  const site = siteWithoutSafepoints();
  const place = await places.chromium();
  try {
    const lisps = [
      ["ours", await place.ours(DIST)],
      ["bare", await place.ours(site.folder)],
    ];
    const ratios = [];
    for (const program of programs.filter(({ text }) => text === undefined)) {
      // The shortest times: what else the machine does is often more than the difference.
      const measured = await measure(program, lisps);
      const [ours, bare] = [measured.ours, measured.bare].map((each) => ({ ...each, ms: each.least }));
      const ratio = ours.ms / bare.ms;
      if (Number.isFinite(ratio)) ratios.push(ratio);
      printShare(program.title, ours, bare);
    }
    printSafepoints(median(ratios));
  } finally {
    await place.close();
    site.remove();
  }
}

function printSafepoints(middle) {
  const met = middle <= SAFEPOINTS_AIM;
  console.log(
    `\nSafepoints cost ${percentMore(middle)} at the median (aim: at most ${percentMore(SAFEPOINTS_AIM)}) ${met ? "✓" : "✗"}`,
  );
  if (!met) process.exitCode = 1;
}

function percentMore(ratio) {
  return `${(100 * (ratio - 1)).toFixed(1)} %`;
}
