/**
 * `npm run repair`: LispRepair, a measure of reports without a model. Faults are put into small programs with
 * known answers; of each report that follows it is counted whether the faulty form is among the first three
 * places that it prints, whether the wrong value is visible, and how many tokens it has. Needs dist/.
 *
 *   npm run repair                        twelve kinds of fault, ten programs each, from fixed seeds
 *   npm run repair -- --fresh 3           and from three other seeds, reported apart
 *   npm run repair -- --kind shadowing    one kind
 *   npm run repair -- --json out.json     the table as data as well
 *   npm run repair -- --before ../dist    another build beside this one
 *   npm run repair -- --export DIR        the tasks as files, arms paired, for those who run a model
 *   npm run repair -- --check             whether the programs give their answers here
 */
import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { at } from "../../../scripts/lib/paths.mjs";
import { bold, Problem, runMain } from "../../../scripts/lib/report.mjs";
import { exportTasks } from "./export.mjs";
import { KINDS } from "./faults/kinds.mjs";
import { tableOf, tasksOf } from "./measure.mjs";
import { printTable } from "./print.mjs";
import { answers, programs } from "./programs.mjs";
import { startRunner, valuesOf } from "./run.mjs";

/** The seed that every run has. */
const FIXED = "fixed";

async function tasks(kinds, seed, runner) {
  const found = [];
  for (const kind of kinds) found.push(...(await tasksOf(kind, seed, runner)));
  return found;
}

async function check(runner) {
  const known = answers();
  let wrong = 0;
  for (const { name, code } of programs()) {
    const answer = await runner.answer(code, known[name]);
    if (valuesOf(answer) === known[name]) continue;
    wrong += 1;
    console.log(`${name}: ${known[name]} was expected, not\n${answer.full.text}`);
  }
  console.log(
    `${programs().length - wrong} of ${programs().length} programs give the answers that SBCL gave.`,
  );
  if (wrong > 0) process.exitCode = 1;
}

/** The fixed run and the fresh ones, of one build. */
async function measure(folder, kinds, fresh, directory) {
  const runner = await startRunner(folder);
  try {
    const seeds = Array.from({ length: fresh }, (_, i) => `fresh-${Date.now().toString(36)}-${i}`);
    const fixed = await tasks(kinds, FIXED, runner);
    if (directory !== undefined) exportTasks(resolve(directory), fixed);
    const others = [];
    for (const seed of seeds) others.push(...(await tasks(kinds, seed, runner)));
    return { fixed: tableOf(fixed), fresh: fresh > 0 ? { seeds, ...tableOf(others) } : null };
  } finally {
    await runner.close();
  }
}

const options = {
  fresh: { type: "string", default: "0" },
  kind: { type: "string", multiple: true },
  json: { type: "string" },
  before: { type: "string" },
  export: { type: "string" },
  check: { type: "boolean", default: false },
};

await runMain(async () => {
  const { values } = parseArgs({ options });
  const kinds = values.kind ?? Object.keys(KINDS);
  const unknown = kinds.find((kind) => !Object.hasOwn(KINDS, kind));
  if (unknown)
    throw new Problem(`There is no kind "${unknown}"; there are ${Object.keys(KINDS).join(", ")}.`);
  const fresh = Number(values.fresh);
  if (!Number.isInteger(fresh) || fresh < 0)
    throw new Problem(`--fresh wants a number, not ${values.fresh}.`);
  if (!existsSync(at("dist", "jscl-mcp-node.js")))
    throw new Problem("There is no dist/ yet: run `npm run build` first.");
  if (values.check) {
    const runner = await startRunner(at("dist"));
    await check(runner);
    await runner.close();
    return;
  }
  const builds = { ...(values.before ? { before: resolve(values.before) } : {}), "this build": at("dist") };
  const results = {};
  for (const [title, folder] of Object.entries(builds)) {
    const result = await measure(folder, kinds, fresh, title === "this build" ? values.export : undefined);
    console.log(bold(`${title}, fixed seed`));
    printTable(result.fixed);
    if (result.fresh !== null) {
      console.log(bold(`${title}, fresh seeds ${result.fresh.seeds.join(", ")}`));
      printTable(result.fresh);
    }
    results[title] = result;
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
});
