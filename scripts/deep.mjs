/**
 * `npm run deep`: the campaigns, one after the other; hours. `npm run deep -- soak ansi` runs some of them.
 * What they need from elsewhere is fetched before, by each one's own `--fetch`: without it a campaign says
 * what is missing, and counts as failed.
 */
import { at } from "./lib/paths.mjs";
import { bold, duration, Problem, runMain } from "./lib/report.mjs";
import { run } from "./lib/run.mjs";

const campaign = (name) => at("tests", "campaigns", name, "main.mjs");
const bench = (...name) => at("tests", "bench", ...name);

/** What node is given for each, in the order in which they run: the quickest to fail first. */
const CAMPAIGNS = {
  differential: [campaign("fuzz"), "differential"],
  fuzz: [campaign("fuzz")],
  escape: [campaign("escape"), "--share", "1"],
  runaways: [bench("runaways.mjs")],
  faults: [campaign("faults")],
  corpus: [campaign("corpus")],
  repair: [bench("repair", "main.mjs")],
  ansi: [campaign("ansi")],
  libraries: [campaign("libraries")],
  book: [at("tests", "campaigns", "libraries", "book.mjs")],
  clients: [campaign("clients")],
  soak: [campaign("soak")],
};

await runMain(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !Object.hasOwn(CAMPAIGNS, name));
  if (unknown)
    throw new Problem(`There is no campaign "${unknown}"; they are ${Object.keys(CAMPAIGNS).join(", ")}.`);
  const names = named.length > 0 ? named : Object.keys(CAMPAIGNS);
  const lines = [];
  for (const [index, name] of names.entries()) {
    console.log(`\n${bold(`[${index + 1}/${names.length}]`)} ${name} …`);
    const start = performance.now();
    const { status } = await run(process.execPath, CAMPAIGNS[name]);
    lines.push(
      `${name}: ${status === 0 ? "passed" : `failed, status ${status}`} (${duration(performance.now() - start)})`,
    );
    if (status !== 0) process.exitCode = 1;
  }
  console.log(`\n${lines.join("\n")}`);
});
