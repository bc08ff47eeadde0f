/**
 * `node tests/bench/recording.mjs`: how much slower programs are while they are recorded, in Node. Recorded
 * and other runs of the same program take turns; ratios are of medians. Needs dist/ (`npm run build`).
 *
 *   node tests/bench/recording.mjs                  the ordinary programs, and those that only call
 *   node tests/bench/recording.mjs queens fib       some programs, by their names or groups of bench:lisp
 *   node tests/bench/recording.mjs --before folder  against recording in another build's dist/
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { at } from "../../scripts/lib/paths.mjs";
import { bold, runMain } from "../../scripts/lib/report.mjs";
import { startLisp, timesToMeasure } from "./lib/node-lisp.mjs";
import { chosen } from "./lib/programs.mjs";
import { geometricMean, median } from "./lib/stats.mjs";

const ROUNDS = 5;
/** How many times slower recorded programs may be: the ordinary ones in the mean, those that only call. */
const ORDINARY_AIM = 5;
const CALLING_AIM = 20;
const CALLING = ["fib", "tak", "ackermann"];

/** Milliseconds of one repetition at the median: plain, recorded and, if asked for, recorded before. */
async function measure(lisps, { name, file }) {
  const text = readFileSync(at("tests", "bench", "lisp", `${file}.lisp`), "utf8");
  for (const lisp of lisps) {
    await lisp.refresh();
    await lisp.evaluate(text);
  }
  const kinds = [{ lisp: lisps[0], record: false }, ...lisps.map((lisp) => ({ lisp, record: true }))];
  const run = ({ lisp, record }, times) => lisp.time(`(run-${name} ${times})`, record);
  for (const kind of kinds) {
    kind.samples = [];
    kind.times = await timesToMeasure((times) => run(kind, times));
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const kind of kinds) kind.samples.push((await run(kind, kind.times)) / kind.times);
  return kinds.map(({ samples }) => median(samples));
}

async function measureGroup(lisps, title, programs, aim) {
  console.log(bold(title));
  const ratios = [];
  const overBefore = [];
  for (const program of programs) {
    const [plain, recorded, before] = await measure(lisps, program);
    ratios.push(recorded / plain);
    if (before !== undefined) overBefore.push(recorded / before);
    const old = before === undefined ? "" : `, ${(recorded / before).toFixed(2)} times the build before`;
    console.log(
      `${program.name.padEnd(28)} ${plain.toFixed(3)} ms, recorded ${recorded.toFixed(3)} ms: ${(recorded / plain).toFixed(1)}${old}`,
    );
  }
  const mean = geometricMean(ratios);
  console.log(`Geometric mean: ${mean.toFixed(1)} (aim: at most ${aim}) ${mean <= aim ? "✓" : "✗"}`);
  if (overBefore.length > 0)
    console.log(`Geometric mean, × the build before: ${geometricMean(overBefore).toFixed(2)}`);
}

await runMain(async () => {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { before: { type: "string" } },
  });
  const programs = chosen(names.length > 0 ? names : ["ordinary", ...CALLING]).filter(({ file }) => file);
  const calling = programs.filter(({ name }) => CALLING.includes(name));
  const others = programs.filter(({ name }) => !CALLING.includes(name));
  const lisps = [await startLisp()];
  if (values.before !== undefined) lisps.push(await startLisp(resolve(values.before)));
  try {
    if (others.length > 0) await measureGroup(lisps, "Programs", others, ORDINARY_AIM);
    if (calling.length > 0) await measureGroup(lisps, "Calls alone", calling, CALLING_AIM);
  } finally {
    for (const lisp of lisps) await lisp.close();
  }
});
