/**
 * `npm run escape`: programs that try to reach what is not granted, by hand and by the thousand, wherever
 * Lisp runs. Only traces outside count as an escape: a server that was asked, a file, a trace in the page, an
 * answer that nobody gave. Needs dist/.
 *
 *   npm run escape -- --share 1 --seed 7      every form in every way, or what another seed draws
 *   npm run escape -- program worker page     some of the places; `directory` for what leaves that of --files
 *   npm run escape -- --short                 what `npm test` runs
 *   npm run escape -- --report counts.json    writes how many held, and how many did not
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { findChromium } from "../../../scripts/lib/browser.mjs";
import { at, DIST } from "../../../scripts/lib/paths.mjs";
import { bundleTool } from "../../../scripts/lib/programs.mjs";
import { duration, Problem, runMain } from "../../../scripts/lib/report.mjs";
import { listen, wantedPort } from "../../../scripts/lib/site.mjs";
import { Random } from "../fuzz/random.mjs";
import { attempts } from "./attempts.mjs";
import { race, tryLinks } from "./directory.mjs";
import { tryInPage } from "./page.mjs";
import { tryInProgram } from "./program.mjs";

/** The number of attempts that share an image. */
const RESET = 250;

/** About how many of the attempts a short run makes at each place, others at each. */
const SHORT = 200;

/** What leaves the directory of --files, by its name: how it is tried in a whole run, and in a short one. */
const DIRECTORY = {
  "program, links in its directory": (isShort) => tryLinks({ part: isShort ? 4 : 1 }),
  "program, races in its directory": (isShort) => race({ ms: isShort ? 5_000 : 60_000 }),
};

const none = () => ({});
const worker = (policy, grants = none) => ({ mode: "worker", policy, grants });
const inPage = (grants = none) => ({ mode: "page", policy: true, grants });

/** The places where Lisp runs, by name. No grant is one that the attempts look for. */
const PLACES = {
  "program, confined by Node": { confined: true },
  "program, by its lock alone": { confined: false },
  "program, with all extensions, ASDF and a library": {
    confined: true,
    prelude: readFileSync(at("tests", "bridge", "everything.lisp"), "utf8"),
  },
  "worker, with its policy": worker(true),
  "worker, without a policy": worker(false),
  "worker, with the grant fetch": worker(false, (url) => ({ fetch: [new URL(url).origin] })),
  "worker, with the grants timers and console": worker(false, () => ({ timers: true, console: true })),
  page: inPage(),
  "page, with the grant fetch": inPage((url) => ({ fetch: [new URL(url).origin] })),
  "page, with the grants timers and console": inPage(() => ({ timers: true, console: true })),
};

async function written() {
  const file = await bundleTool(at("tests", "e2e", "support", "escapes.ts"), "escapes.mjs");
  return (await import(pathToFileURL(file).href)).ESCAPES;
}

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: "string", default: "1" },
      share: { type: "string", default: "0.1" },
      report: { type: "string" },
      short: { type: "boolean", default: false },
    },
  });
  if (!existsSync(at("dist", "index.html")))
    throw new Problem("There is no dist/ yet: run `npm run build` first.");
  const executablePath = await findChromium();
  if (!executablePath) throw new Problem("No Chromium was found: install one, or set CHROMIUM to its path.");
  const isMeant = ([name]) => positionals.length === 0 || positionals.some((word) => name.includes(word));
  const places = Object.entries(PLACES).filter(isMeant);
  const directory = Object.entries(DIRECTORY).filter(isMeant);
  const all = attempts({
    written: await written(),
    seed: values.seed,
    share: values.short ? 0.05 : Number(values.share),
  });
  const chosenFor = (name) => {
    const random = new Random(values.seed, name);
    return values.short ? all.filter(({ always }) => always || random.chance(SHORT / all.length)) : all;
  };
  const site = await listen({ "/": DIST }, wantedPort("0"));
  const browser = await chromium.launch({ executablePath });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    const tried = places.map(() => undefined);
    const tryPlace = async (name, place) => {
      const began = performance.now();
      const chosen = chosenFor(name);
      const marks =
        "confined" in place
          ? await tryInProgram(chosen, { ...place, reset: RESET })
          : await tryInPage(chosen, { ...place, browser, site, reset: RESET });
      return { chosen, escaped: byAttempt(marks), ms: performance.now() - began };
    };
    const waiting = [...places.entries()];
    // Places share nothing: as many at once as there are cores.
    const lane = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [index, [name, place]] = next;
        tried[index] = tryPlace(name, place);
        await tried[index];
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, lane));
    for (const [index, [name]] of places.entries()) {
      const { chosen, escaped, ms } = await tried[index];
      const sign = escaped.size === 0 ? "✓" : "✗";
      console.log(`${sign} ${name}: ${chosen.length} attempts, ${escaped.size} escapes, ${duration(ms)}`);
      for (const [number, did] of escaped) {
        const attempt = chosen[number];
        console.log(`    ${attempt?.name ?? "some attempt"}: ${[...did].join("; ")}`);
        if (attempt) console.log(`      ${attempt.code.replace(/\s+/g, " ").slice(0, 400)}`);
      }
      counts.failed += escaped.size;
      counts.passed += chosen.length - escaped.size;
    }
    for (const [name, attempt] of directory) {
      const began = performance.now();
      const { count, escapes } = await attempt(values.short);
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      const sign = escapes.length === 0 ? "✓" : "✗";
      console.log(`${sign} ${name}: ${count} attempts, ${escapes.length} escapes, ${seconds} s`);
      for (const escape of escapes) console.log(`    ${escape.slice(0, 400)}`);
      counts.failed += escapes.length;
      counts.passed += count - Math.min(count, escapes.length);
    }
  } finally {
    await browser.close();
    await site.close();
  }
  if (values.report) writeFileSync(values.report, JSON.stringify(counts));
  console.log(
    `\n${places.length + directory.length} places, ${counts.passed + counts.failed} attempts: ${counts.failed} escapes`,
  );
  if (counts.failed > 0) process.exitCode = 1;
});

/** The traces of each attempt that got out. */
function byAttempt(marks) {
  const escaped = new Map();
  for (const [number, did] of marks) {
    if (!escaped.has(number)) escaped.set(number, new Set());
    escaped.get(number).add(did);
  }
  return escaped;
}
