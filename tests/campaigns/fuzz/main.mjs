/**
 * `npm run fuzz`: feeds each target with generated cases, and reports how many were tried and which went
 * wrong. Needs dist/.
 *
 *   npm run fuzz                                   every target, a minute each
 *   npm run fuzz -- --seconds 600 --seed 7         longer, from another seed
 *   npm run fuzz -- programs --count 10000         one target, this many cases
 *   npm run fuzz -- programs --from 563 --count 1  one case again, with its answer
 *   npm run fuzz -- differential                   10,000 programs, by our compiler, an evaluator and SBCL
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { at } from "../../../scripts/lib/paths.mjs";
import { bold, Problem, runMain } from "../../../scripts/lib/report.mjs";
import { differential, PROGRAMS } from "./differential/target.mjs";
import { programs } from "./programs/target.mjs";
import { reader } from "./reader/target.mjs";
import { server } from "./server.mjs";

/** Each resolves to `{ tried, problems }`, both to be printed; `problems` is how many there were. */
const TARGETS = { differential, programs, reader, server };

/** The number of cases of a target that is named without a number. */
const COUNTS = { differential: PROGRAMS };

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: "string" },
      count: { type: "string" },
      from: { type: "string", default: "0" },
      seed: { type: "string", default: "1" },
    },
  });
  const unknown = positionals.find((name) => !Object.hasOwn(TARGETS, name));
  if (unknown)
    throw new Problem(`There is no target "${unknown}"; there are ${Object.keys(TARGETS).join(", ")}.`);
  if (!existsSync(at("dist", "jscl-mcp.js")))
    throw new Problem("There is no dist/ yet: run `npm run build` first.");
  const wanted = positionals.length > 0 ? positionals : Object.keys(TARGETS);
  let sum = 0;
  for (const name of wanted) {
    console.log(bold(name));
    const given = values.seconds === undefined && positionals.length > 0 ? COUNTS[name] : undefined;
    const count = Number(values.count ?? given ?? Number.POSITIVE_INFINITY);
    const seconds = Number(values.seconds ?? (Number.isFinite(count) ? Number.POSITIVE_INFINITY : 60));
    const { tried, problems } = await TARGETS[name]({
      seed: values.seed,
      from: Number(values.from),
      count,
      seconds,
    });
    console.log(`tried: ${tried}\nproblems: ${problems}\n`);
    sum += problems;
  }
  if (sum > 0) process.exitCode = 1;
});
