/**
 * `node bench/recording.mjs`: how much slower programs are while they are recorded, in Node. Recorded and
 * other runs of the same program take turns; ratios are of medians. Needs dist/ (`npm run build`).
 *
 *   node bench/recording.mjs                  the ordinary programs, and those that only call
 *   node bench/recording.mjs queens fib       some programs, by their names or groups of bench:lisp
 */
import { readFileSync } from "node:fs";
import { at } from "../scripts/lib/paths.mjs";
import { bold, runMain } from "../scripts/lib/report.mjs";
import { startLisp, timesToMeasure } from "./lib/node-lisp.mjs";
import { chosen } from "./lib/programs.mjs";
import { geometricMean, median } from "./lib/stats.mjs";

const ROUNDS = 5;
/** How many times slower recorded programs may be: the ordinary ones in the mean, those that only call. */
const ORDINARY_AIM = 5;
const CALLING_AIM = 20;
const CALLING = ["fib", "tak", "ackermann"];

/** Milliseconds of one repetition at the median, `[plain, recorded]`. */
async function measure(lisp, { name, file }) {
  await lisp.refresh();
  await lisp.evaluate(readFileSync(at("bench", "lisp", `${file}.lisp`), "utf8"));
  const kinds = [false, true].map((record) => ({ record, samples: [] }));
  const run = ({ record }, times) => lisp.time(`(run-${name} ${times})`, record);
  for (const kind of kinds) kind.times = await timesToMeasure((times) => run(kind, times));
  for (let round = 0; round < ROUNDS; round++)
    for (const kind of kinds) kind.samples.push((await run(kind, kind.times)) / kind.times);
  return kinds.map(({ samples }) => median(samples));
}

async function measureGroup(lisp, title, programs, aim) {
  console.log(bold(title));
  const ratios = [];
  for (const program of programs) {
    const [plain, recorded] = await measure(lisp, program);
    ratios.push(recorded / plain);
    console.log(
      `${program.name.padEnd(28)} ${plain.toFixed(3)} ms, recorded ${recorded.toFixed(3)} ms: ${(recorded / plain).toFixed(1)}`,
    );
  }
  const mean = geometricMean(ratios);
  console.log(`Geometric mean: ${mean.toFixed(1)} (aim: at most ${aim}) ${mean <= aim ? "✓" : "✗"}`);
}

await runMain(async () => {
  const names = process.argv.slice(2);
  const programs = chosen(names.length > 0 ? names : ["ordinary", ...CALLING]).filter(({ file }) => file);
  const calling = programs.filter(({ name }) => CALLING.includes(name));
  const others = programs.filter(({ name }) => !CALLING.includes(name));
  const lisp = await startLisp();
  try {
    if (others.length > 0) await measureGroup(lisp, "Programs", others, ORDINARY_AIM);
    if (calling.length > 0) await measureGroup(lisp, "Calls alone", calling, CALLING_AIM);
  } finally {
    await lisp.close();
  }
});
