/**
 * `npm test`: builds what has changed and runs every suite whose inputs have changed since it passed.
 *
 *   npm test -- --all             every suite, also those that are up to date
 *   npm test -- rust e2e          the named ones, up to date or not
 *   npm test -- --changed         what the change since this branch left its upstream reaches
 *   npm test -- --changed --since main~3
 *   npm test -- --plan            only says what would run
 */
import { parseArgs } from "node:util";
import { requireBrowser } from "./lib/browser.mjs";
import { buildSteps, conformanceSteps, imageSteps, packageSteps } from "./lib/build-steps.mjs";
import { prerequisites } from "./lib/prerequisites.mjs";
import { bold, dim, duration, Problem, red, runMain } from "./lib/report.mjs";
import { runSteps } from "./lib/steps.mjs";
import { NOTHING } from "./suites/counts.mjs";
import { changedFiles, filesOf, reachOf } from "./suites/reach.mjs";
import { fingerprint, passedWith, stampSuite, unstampSuite } from "./suites/stamps.mjs";
import { needsOf, suites } from "./suites/suites.mjs";
import { recordTimes } from "./suites/times.mjs";

/** Failed tests of a suite that the summary names. */
const MOST_NAMES = 20;

const options = {
  all: { type: "boolean" },
  changed: { type: "boolean" },
  since: { type: "string" },
  plan: { type: "boolean" },
};

/** The suites to run, each with the files of its tests where not all are to run, and what chose them. */
function chosenSuites({ values, positionals }) {
  const unknown = positionals.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown)
    throw new Problem(
      `There is no suite "${unknown}"; the suites are ${suites.map((s) => s.name).join(", ")}.`,
    );
  if (values.changed) {
    const files = changedFiles(values.since);
    const reach = reachOf(files);
    console.log(`${files.length} changed files reach ${Object.keys(reach).join(", ") || "no suite"}.`);
    const reached = suites.filter(({ name }) => reach[name] !== undefined);
    const only = (what) => (what === true ? undefined : filesOf(what));
    return reached.map((suite) => ({ suite, only: only(reach[suite.name]) }));
  }
  const named = suites.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  return named.map((suite) => ({ suite }));
}

/** What the chosen suites need, in the order in which it is made. */
function stepsFor(chosen) {
  const needs = (what) => chosen.some(({ suite, only }) => needsOf(suite, only).includes(what));
  return [
    ...(needs("build") ? buildSteps : needs("image") ? imageSteps : []),
    ...(needs("package") ? packageSteps : []),
    ...(needs("fixtures") ? conformanceSteps : []),
  ];
}

/**
 * Runs a suite. A runner that broke down, or that found nothing to run or to skip, is a failure even when it
 * counted none.
 */
async function runSuite({ suite, only }, browser) {
  const start = performance.now();
  const { status, ...counts } = await suite.run(browser, only);
  const ms = performance.now() - start;
  const broken = counts.failed === 0 && (status !== 0 || counts.passed + counts.skipped === 0);
  const time = ` (${duration(ms)})`;
  if (!broken) return { ...NOTHING, ...counts, ms, remark: time };
  const remark = `${time}: the suite itself did not run to its end`;
  return { ...NOTHING, ...counts, failed: 1, ms, remark };
}

const notBuilt = { ...NOTHING, failed: 1, remark: " (not run: the build failed)" };

/** A suite with its result: from its stamp, where it is up to date, or from a run. */
async function resultOf(choice, { browser, built, mayBeFresh }) {
  const { suite, only } = choice;
  if (needsOf(suite, only).some((need) => need !== "browser") && !built) return notBuilt;
  const print = fingerprint(suite, browser);
  const before = mayBeFresh ? passedWith(suite, print) : undefined;
  if (before) return { ...NOTHING, fresh: before };
  if (only === undefined) unstampSuite(suite);
  const result = await runSuite(choice, browser);
  // Not when a run has changed what it reads.
  if (only === undefined && result.failed === 0 && print === fingerprint(suite, browser))
    stampSuite(suite, print, result);
  return result;
}

/** What the summary says of a suite. */
function linesOf({ title }, { passed, failed, skipped, names, remark, fresh }) {
  if (fresh) {
    const also = fresh.skipped ? `, ${fresh.skipped} skipped` : "";
    return [`${title}: up to date, not run (${fresh.passed} passed${also} when it ran)`];
  }
  return [
    `${title}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}${remark}`,
    // Said again at the end: a log that is cut off at its beginning still names them.
    ...names.slice(0, MOST_NAMES).map((name) => `  failed: ${name}`),
    ...(names.length > MOST_NAMES ? [`  and ${names.length - MOST_NAMES} more`] : []),
  ];
}

await runMain(async () => {
  const start = performance.now();
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const chosen = chosenSuites({ values, positionals });
  if (values.plan) {
    for (const { suite, only } of chosen) console.log(`${suite.name}: ${only?.join(" ") ?? "all"}`);
    return;
  }
  let browser = {};
  const findBrowser = {
    name: "browser",
    title: "Looking for Chromium",
    needs: ["packages"],
    async run() {
      browser = await requireBrowser();
      return browser.chromium;
    },
  };
  const needed = chosen.some(({ suite }) => suite.needs.includes("browser")) ? [findBrowser] : [];
  // Without these nothing else is worth a word.
  const [tools, ...others] = prerequisites;
  const steps = [...others, ...needed, ...stepsFor(chosen)];
  const total = 1 + steps.length + chosen.length;
  await runSteps([tools], { total });
  const built = await runSteps(steps, { first: 2, total }).then(
    () => true,
    (error) => {
      console.error(red(error instanceof Problem ? error.message : String(error)));
      return false;
    },
  );
  const times = [
    { name: "build", title: "Installing and building", ms: performance.now() - start, files: [] },
  ];

  const mayBeFresh = !values.all && positionals.length === 0;
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  for (const [index, choice] of chosen.entries()) {
    const { suite, only } = choice;
    console.log(`\n${bold(`[${steps.length + index + 2}/${total}]`)} ${suite.title} …`);
    const result = await resultOf(choice, { browser, built, mayBeFresh });
    for (const key of Object.keys(sum)) sum[key] += result[key];
    const said = linesOf(suite, result);
    console.log(dim(`      ${said[0]}`));
    lines.push(...said);
    if (result.ms !== undefined && only === undefined)
      times.push({ name: suite.name, title: suite.title, ...result });
  }
  if (!values.changed && positionals.length === 0) recordTimes(times, performance.now() - start);
  const whole = ` in ${duration(performance.now() - start)}`;
  // The last line stands alone and has this form for programs that read it.
  console.log(`\n${lines.join("\n")}\nAll${whole}\n\n${sum.passed} passed, ${sum.failed} failed`);
  if (sum.failed > 0) process.exitCode = 1;
});
