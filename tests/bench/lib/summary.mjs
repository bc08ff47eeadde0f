/** What `npm run bench:lisp` says at its end: the means, the worst programs and the problems. */
import { bold } from "../../../scripts/lib/report.mjs";
import { before, byGroup, byHand, comparison, meanOf, ratioOf, ratiosOf } from "./ratios.mjs";
import { factor } from "./table.mjs";

/** The most that the geometric mean over SBCL, and a single program, may be. */
const MEAN_AIM = 2.5;
const WORST_AIM = 10;

const LISTED = 10;

const mark = (met) => (met ? "✓" : "✗");
const loading = (measure) => ({ ms: measure?.loadMs });

/** The rows whose time is that of a program, not of the compiler. */
const running = (rows) => rows.filter(({ program }) => program.group !== "compiling");

export function printSummary(rows, places) {
  for (const { key, title } of places) printPlace(title, rows, key);
  const missed = rows.filter(({ aims }) => aims.some(({ met }) => !met));
  console.log(
    missed.length === 0 ? "\nEvery aim is met." : `\n${missed.length} of ${rows.length} miss an aim.`,
  );
  for (const { program, slower } of rows)
    for (const { title, ratio } of slower)
      console.log(`${program.name}: ${factor(ratio)} times the build before, ${title}`);
  const wrong = rows.filter(({ problems }) => problems.length > 0);
  for (const { program, problems } of wrong)
    for (const problem of problems) console.log(`${program.name}: ${problem}`);
}

function printPlace(title, rows, key) {
  printMean(`${title}, × the build before`, ratiosOf(rows, key, before(key)));
  printMean(`${title}, × JavaScript by hand`, ratiosOf(rows, key, byHand(key)));
  printMean(`${title}, JavaScript by hand × SBCL`, ratiosOf(rows, byHand(key), "sbcl"));
  const ratios = ratiosOf(running(rows), key, "sbcl");
  if (ratios.length === 0) return;
  const mean = meanOf(ratios);
  console.log(`\n${bold(`${title}, × SBCL`)}`);
  console.log(
    `geometric mean of ${ratios.length}: ${factor(mean)} (aim: at most ${MEAN_AIM}) ${mark(mean <= MEAN_AIM)}`,
  );
  for (const { group, ratios: of } of byGroup(ratiosOf(rows, key, "sbcl")))
    console.log(`  ${group.padEnd(12)}${factor(meanOf(of)).padStart(7)}  (${of.length})`);
  const loads = ratiosOf(rows, key, "sbcl", loading);
  if (loads.length > 0)
    console.log(
      `  ${"definitions".padEnd(12)}${factor(meanOf(loads)).padStart(7)}  (loading each program's file)`,
    );
  const over = ratios.filter(({ ratio }) => ratio > WORST_AIM).length;
  console.log(`over ${WORST_AIM}: ${over} (aim: none) ${mark(over === 0)}`);
  const worst = [...ratios].sort((a, b) => b.ratio - a.ratio).slice(0, LISTED);
  console.log(`worst: ${worst.map(({ program, ratio }) => `${program.name} ${factor(ratio)}`).join(", ")}`);
}

function printMean(head, ratios) {
  if (ratios.length === 0) return;
  console.log(`\n${bold(head)}: geometric mean of ${ratios.length}: ${factor(meanOf(ratios))}`);
}

/** All of it as data. */
export function facts(rows, places) {
  const means = {};
  for (const { key } of places) {
    const ratios = ratiosOf(running(rows), key, "sbcl");
    means[key] = {
      mean: meanOf(ratios),
      over: ratios.filter(({ ratio }) => ratio > WORST_AIM).map(({ program }) => program.name),
      groups: Object.fromEntries(
        byGroup(ratiosOf(rows, key, "sbcl")).map(({ group, ratios: of }) => [group, meanOf(of)]),
      ),
      definitions: meanOf(ratiosOf(rows, key, "sbcl", loading)),
    };
  }
  const programs = rows.map(({ program: { name, group }, measures, problems, slower }) => ({
    name,
    group,
    overSbcl: Object.fromEntries(places.map(({ key }) => [key, ratioOf(measures[key], measures.sbcl)])),
    overBefore: Object.fromEntries(
      places.map(({ key }) => [key, comparison(measures[key], measures[before(key)])]),
    ),
    measures,
    problems,
    slower,
  }));
  return { node: process.version, means, programs };
}
