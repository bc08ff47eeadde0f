/**
 * `npm run bench:lisp`: the speed of compiled Lisp and of the compiler, ours in its Worker, with frames and
 * safepoints on, against stock JSCL in a Worker of the same page, and against SBCL where it is installed. All
 * in one run of Chromium; the Lisps take turns, so that other load of the machine affects all alike.
 * `npm run bench:lisp -- fib tak` measures these. `npm run bench:lisp -- --safepoints` measures ours against
 * ours without safepoints instead.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { findChromium } from "../scripts/lib/browser.mjs";
import { at, DIST } from "../scripts/lib/paths.mjs";
import { Problem, runMain } from "../scripts/lib/report.mjs";
import { listen, wantedPort } from "../scripts/lib/site.mjs";
import { siteWithoutSafepoints } from "./lib/bare.mjs";
import { startOurs, startStock } from "./lib/lisps.mjs";
import { PROGRAMS } from "./lib/programs.mjs";
import { startSbcl } from "./lib/sbcl.mjs";
import { median } from "./lib/stats.mjs";
import { printHead, printRow, printShare } from "./lib/table.mjs";

const ROUNDS = 11;
/** A timed run takes at least this many milliseconds, where a program can be repeated. */
const SHORTEST = 20;
const MOST_TIMES = 2 ** 24;
const FORMS = 40;
const WARM_UP_FORMS = 20;
/** The most that safepoints may add to the time at the median, as a ratio. */
const SAFEPOINTS_AIM = 1.15;

let lastForm = 0;

await runMain(async () => {
  const { values: options, positionals: named } = parseArgs({
    allowPositionals: true,
    options: { safepoints: { type: "boolean" } },
  });
  const names = PROGRAMS.map(({ name }) => name);
  const unknown = named.find((name) => !names.includes(name));
  if (unknown) throw new Problem(`There is no program "${unknown}"; there are ${names.join(", ")}.`);
  if (!existsSync(at("dist", "index.html")))
    throw new Problem("There is no dist/ yet: run `npm run build` first.");
  const executablePath = await findChromium();
  if (!executablePath)
    throw new Problem("No Chromium was found: install one, or set CHROMIUM to the path of one.");
  const programs = PROGRAMS.filter(({ name }) => named.length === 0 || named.includes(name));
  if (options.safepoints) {
    await withAndWithout(executablePath, (lisps) => measureSafepoints(programs, lisps));
    return;
  }
  await withLisps(executablePath, async (lisps) => {
    printHead();
    let missed = 0;
    for (const program of programs) if (!printRow(program, await measure(program, lisps))) missed++;
    console.log(missed === 0 ? "\nEvery aim is met." : `\n${missed} of ${programs.length} miss their aim.`);
  });
});

async function withLisps(executablePath, use) {
  const mounts = {
    "/": DIST,
    "/bench/": at("bench", "pages"),
    "/stock/": at("node_modules", "jscl", "dist"),
  };
  const server = await listen(mounts, wantedPort("0"));
  const browser = await chromium.launch({ executablePath });
  const sbcl = await startSbcl();
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    await use({ ours: await startOurs(page), stock: await startStock(page), sbcl });
  } finally {
    sbcl?.close();
    await browser.close();
    await server.close();
  }
}

/** Ours with safepoints, and without. */
async function withAndWithout(executablePath, use) {
  const site = siteWithoutSafepoints();
  const servers = [
    await listen({ "/": DIST }, wantedPort("0")),
    await listen({ "/": site.folder }, wantedPort("0")),
  ];
  const browser = await chromium.launch({ executablePath });
  try {
    const [ours, bare] = await Promise.all(
      servers.map(async ({ url }) => {
        const page = await browser.newPage();
        await page.goto(url);
        return startOurs(page);
      }),
    );
    await use({ ours, bare });
  } finally {
    await browser.close();
    for (const server of servers) await server.close();
    site.remove();
  }
}

async function measureSafepoints(programs, lisps) {
  const ratios = [];
  for (const program of programs.filter(({ text }) => text === undefined)) {
    // The shortest times: what else the machine does is often more than the difference.
    const measured = await measure(program, lisps);
    const [ours, bare] = [measured.ours, measured.bare].map((each) => ({ ...each, ms: each.least }));
    const ratio = ours.ms / bare.ms;
    if (Number.isFinite(ratio)) ratios.push(ratio);
    printShare(program.title, ours, bare);
  }
  const middle = median(ratios);
  const met = middle <= SAFEPOINTS_AIM;
  console.log(
    `\nSafepoints cost ${percentMore(middle)} at the median (aim: at most ${percentMore(SAFEPOINTS_AIM)}) ${met ? "✓" : "✗"}`,
  );
  if (!met) process.exitCode = 1;
}

function percentMore(ratio) {
  return `${(100 * (ratio - 1)).toFixed(1)} %`;
}

/** Each Lisp's `{ ms }` for doing the thing once, or `{ problem }`. */
function measure(program, lisps) {
  const present = Object.entries(lisps).filter(([, lisp]) => lisp !== null);
  return program.text === undefined ? measureRuns(program, present) : measureForms(program, present);
}

async function measureRuns({ name, file }, lisps) {
  const entry = `RUN-${name.toUpperCase()}`;
  const result = {};
  const able = [];
  for (const [key, lisp] of lisps) {
    const loaded = await lisp.load(at("bench", "lisp", `${file}.lisp`));
    const start = loaded.problem === undefined ? await calibrate(lisp, entry) : loaded;
    if (start.problem === undefined) able.push({ key, lisp, times: start.times, samples: [] });
    else result[key] = start;
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { lisp, times, samples } of able) samples.push((await lisp.run(entry, times)).ms / times);
  }
  for (const { key, samples } of able) result[key] = { ms: median(samples), least: Math.min(...samples) };
  return result;
}

/** The repetitions in one run, found by runs that also warm the code up. */
async function calibrate(lisp, entry) {
  for (let times = 1; ; times *= 2) {
    const { ms, problem } = await lisp.run(entry, times);
    if (problem !== undefined) return { problem };
    if (ms >= SHORTEST || times >= MOST_TIMES) return { times };
  }
}

async function measureForms({ text }, lisps) {
  const result = {};
  const able = lisps.map(([key, lisp]) => ({ key, lisp, samples: [] }));
  for (let round = -WARM_UP_FORMS; round < FORMS; round++) {
    const form = text.replaceAll("$", String(++lastForm));
    for (const { key, lisp, samples } of able) {
      if (result[key] !== undefined) continue;
      const { ms, problem } = await lisp.evaluate(form);
      if (problem !== undefined) result[key] = { problem };
      else if (round >= 0) samples.push(ms);
    }
  }
  for (const { key, samples } of able) result[key] ??= { ms: median(samples) };
  return result;
}
