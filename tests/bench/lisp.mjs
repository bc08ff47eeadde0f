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
 *   npm run bench:lisp -- --before folder    against another build's dist/, and which programs are slower now
 *   npm run bench:lisp -- --by-hand          against what a person would write in JavaScript
 *   npm run bench:lisp -- --safepoints       ours against ours without safepoints instead
 */
import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { DIST } from "../../scripts/lib/paths.mjs";
import { bold, duration, Problem, runMain } from "../../scripts/lib/report.mjs";
import { siteWithoutSafepoints } from "./lib/bare.mjs";
import { places } from "./lib/lisp-places.mjs";
import { isWrittenByHand } from "./lib/lisps.mjs";
import { measure } from "./lib/measure.mjs";
import { aimsOf, chosen } from "./lib/programs.mjs";
import { before as beforeKey, byHand as byHandKey, comparison, problemsOf } from "./lib/ratios.mjs";
import { startSbcl } from "./lib/sbcl.mjs";
import { median } from "./lib/stats.mjs";
import { facts, printSummary } from "./lib/summary.mjs";
import { columnsFor, factor, printHead, printRow, printShare } from "./lib/table.mjs";

/** Images of a program that seems slower than in the build before, beyond the first. */
const MORE_IMAGES = 3;
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
      before: { type: "string" },
      "by-hand": { type: "boolean" },
      safepoints: { type: "boolean" },
    },
  });
  const { "by-hand": byHand, before: folder } = options;
  const programs = chosen(names).filter(({ name }) => !byHand || names.length > 0 || isWrittenByHand(name));
  const build = requireBuild(DIST, "There is no dist/ yet: run `npm run build` first.");
  if (options.safepoints) return measureSafepoints(programs);
  const old = folder && requireBuild(resolve(folder), `There is no build in ${folder}.`);
  const all = Object.keys(places);
  const wanted = all.filter((key) => options[key]);
  const keys = wanted.length > 0 ? wanted : all;
  await measureAll(programs, { build, old, keys, byHand, ...options });
});

function requireBuild(folder, sentence) {
  if (!existsSync(`${folder}/jscl-mcp-node.js`)) throw new Problem(sentence);
  return folder;
}

async function measureAll(programs, options) {
  const began = performance.now();
  const opened = [];
  const lisps = {};
  try {
    for (const key of options.keys) opened.push({ key, ...(await places[key]()) });
    await startAll(lisps, opened, options);
    const rows = await measureRows(programs, lisps, opened);
    printSummary(rows, opened);
    console.log(`\n${rows.length} programs, ${duration(performance.now() - began)}.`);
    if (options.json) writeFileSync(options.json, `${JSON.stringify(facts(rows, opened), null, 1)}\n`);
    if (rows.some(({ slower }) => slower.length > 0)) process.exitCode = 1;
  } finally {
    for (const lisp of Object.values(lisps)) await lisp.close();
    for (const { close } of opened) await close();
  }
}

async function startAll(lisps, opened, { build, old, byHand, "without-stock": withoutStock }) {
  for (const { key, ...place } of opened) {
    lisps[key] = await place.ours(build);
    if (old) lisps[beforeKey(key)] = await place.ours(old);
    if (byHand) lisps[byHandKey(key)] = await place.byHand();
  }
  if (!withoutStock) lisps.stock = await opened[0].stock();
  const sbcl = await startSbcl();
  if (sbcl !== null) lisps.sbcl = sbcl;
}

/** Each program as `{ program, measures, aims, problems, slower }`, printed as it comes. */
async function measureRows(programs, lisps, opened) {
  const columns = columnsFor(opened, lisps);
  const titles = { stock: "stock", sbcl: "SBCL" };
  for (const { key, title } of opened) {
    titles[key] = title;
    titles[beforeKey(key)] = `${title}, before`;
    titles[byHandKey(key)] = `${title}, by hand`;
  }
  const rows = [];
  let group;
  printHead(columns);
  for (const program of programs) {
    if (program.group !== group) console.log(bold(program.group));
    ({ group } = program);
    const measures = await measure(program, Object.entries(lisps));
    const aims = aimsOf(program, measures, opened[0].key);
    const problems = problemsOf(measures, titles);
    const slower = await slowerThanBefore(program, measures, lisps, opened);
    const told = slower.map(({ title, ratio }) => `${title}: ${factor(ratio)} times the build before`);
    printRow(columns, program.title, measures, aims, [...problems, ...told]);
    rows.push({ program, measures, aims, problems, slower });
  }
  return rows;
}

/**
 * Where a program is slower than the build before, as `{ title, ratio }`, by its shortest times in several
 * images: what V8 makes of a program is not the same in each.
 */
async function slowerThanBefore(program, measures, lisps, opened) {
  const slower = [];
  for (const { key, title } of opened) {
    const old = beforeKey(key);
    let found = comparison(measures[key], measures[old]);
    for (let more = 0; more < MORE_IMAGES && found?.slower; more++) {
      const again = await measure(program, [
        [old, lisps[old]],
        [key, lisps[key]],
      ]);
      for (const each of [key, old]) measures[each] = shorter(measures[each], again[each]);
      found = comparison(measures[key], measures[old]);
    }
    if (found?.slower) slower.push({ title, ratio: found.ratio });
  }
  return slower;
}

function shorter(one, other) {
  return other.ms < one.ms ? other : one;
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
      const { ours, bare } = await measure(program, lisps);
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
