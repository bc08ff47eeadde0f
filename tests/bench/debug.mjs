/**
 * `node tests/bench/debug.mjs`: how much slower programs are that are compiled with `(debug 2)`, in Node.
 * Both kinds of the same program take turns; ratios are of medians. Needs dist/ (`npm run build`).
 *
 *   node tests/bench/debug.mjs                  the groups objects, evaluation, classical and ordinary
 *   node tests/bench/debug.mjs queens fib       some programs, by their names or groups of bench:lisp
 */
import { readFileSync } from "node:fs";
import { at } from "../../scripts/lib/paths.mjs";
import { runMain } from "../../scripts/lib/report.mjs";
import { startLisp, timesToMeasure } from "./lib/node-lisp.mjs";
import { chosen } from "./lib/programs.mjs";
import { geometricMean, median } from "./lib/stats.mjs";

const ROUNDS = 5;
/** How many times slower the programs may be in the mean. */
const AIM = 1.5;
const GROUPS = ["objects", "evaluation", "classical", "ordinary"];

/** Milliseconds of one repetition at the median, without the policy and with it. */
async function measure(lisps, { name, file }) {
  const source = readFileSync(at("tests", "bench", "lisp", `${file}.lisp`), "utf8");
  const kinds = [];
  for (const [i, lisp] of lisps.entries()) {
    await lisp.refresh();
    if (i === 1) await lisp.evaluate("(proclaim '(optimize (debug 2)))");
    await lisp.evaluate(source);
    const run = (times) => lisp.time(`(run-${name} ${times})`);
    kinds.push({ run, times: await timesToMeasure(run), samples: [] });
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const { run, times, samples } of kinds) samples.push((await run(times)) / times);
  return kinds.map(({ samples }) => median(samples));
}

await runMain(async () => {
  const names = process.argv.slice(2);
  const programs = chosen(names.length > 0 ? names : GROUPS).filter(({ file }) => file);
  const lisps = [await startLisp(), await startLisp()];
  try {
    const ratios = [];
    for (const program of programs) {
      const [plain, debug] = await measure(lisps, program);
      if (plain === 0) {
        console.log(`${program.name.padEnd(28)} takes no time without the policy, and is left out`);
        continue;
      }
      ratios.push(debug / plain);
      console.log(
        `${program.name.padEnd(28)} ${plain.toFixed(3)} ms, (debug 2) ${debug.toFixed(3)} ms: ${(debug / plain).toFixed(2)}`,
      );
    }
    const mean = geometricMean(ratios);
    console.log(
      `${ratios.length} programs, geometric mean: ${mean.toFixed(2)}, median: ${median(ratios).toFixed(2)} (aim: a mean of at most ${AIM}) ${mean <= AIM ? "✓" : "✗"}`,
    );
  } finally {
    for (const lisp of lisps) await lisp.close();
  }
});
