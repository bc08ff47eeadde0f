/** `npm test`: builds what has changed and runs every suite; `npm test -- rust e2e` runs the named ones. */
import { requireBrowser } from "./lib/browser.mjs";
import { buildSteps, conformanceSteps, packageSteps } from "./lib/build-steps.mjs";
import { prerequisites } from "./lib/prerequisites.mjs";
import { bold, dim, duration, Problem, red, runMain } from "./lib/report.mjs";
import { runSteps } from "./lib/steps.mjs";
import { suites } from "./lib/suites.mjs";

const notBuilt = { passed: 0, failed: 1, skipped: 0, names: [], remark: " (not run: the build failed)" };

/** Failed tests of a suite that the summary names. */
const MOST_NAMES = 20;

/**
 * Runs a suite. A runner that broke down, or that found nothing to run or to skip, is a failure even when it
 * counted none.
 */
async function runSuite(suite, browser) {
  const start = performance.now();
  const { status, passed, failed, skipped, names = [] } = await suite.run(browser);
  const broken = failed === 0 && (status !== 0 || passed + skipped === 0);
  const time = ` (${duration(performance.now() - start)})`;
  if (!broken) return { passed, failed, skipped, names, remark: time };
  return { passed, failed: 1, skipped, names, remark: `${time}: the suite itself did not run to its end` };
}

await runMain(async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown)
    throw new Problem(
      `There is no suite "${unknown}"; the suites are ${suites.map((s) => s.name).join(", ")}.`,
    );
  const chosen = names.length === 0 ? suites : suites.filter((suite) => names.includes(suite.name));

  const needs = (what) => chosen.some((suite) => suite.needs.includes(what));
  let browser = {};
  const findBrowser = {
    name: "browser",
    title: "Looking for Chromium and chromedriver",
    async run() {
      browser = await requireBrowser();
      return browser.chromium;
    },
  };
  const needed = needs("browser") ? [findBrowser] : [];
  const setUp = [...prerequisites, ...needed];
  const build = [
    ...(needs("build") ? buildSteps : []),
    ...(needs("package") ? packageSteps : []),
    ...(needs("fixtures") ? conformanceSteps : []),
  ];
  const total = setUp.length + build.length + chosen.length;
  await runSteps(setUp, { total });
  const built = await runSteps(build, { first: setUp.length + 1, total }).then(
    () => true,
    (error) => {
      console.error(red(error instanceof Problem ? error.message : String(error)));
      return false;
    },
  );

  const sum = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  for (const [index, suite] of chosen.entries()) {
    console.log(`\n${bold(`[${setUp.length + build.length + index + 1}/${total}]`)} ${suite.title} …`);
    const counts = suite.needs.includes("build") && !built ? notBuilt : await runSuite(suite, browser);
    for (const key of Object.keys(sum)) sum[key] += counts[key];
    lines.push(
      `${suite.title}: ${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ""}${counts.remark}`,
    );
    console.log(dim(`      ${lines.at(-1)}`));
    // Said again at the end: a log that is cut off at its beginning still names them.
    lines.push(...counts.names.slice(0, MOST_NAMES).map((name) => `  failed: ${name}`));
    if (counts.names.length > MOST_NAMES) lines.push(`  and ${counts.names.length - MOST_NAMES} more`);
  }
  // The last line stands alone and has this form for programs that read it.
  console.log(`\n${lines.join("\n")}\n\n${sum.passed} passed, ${sum.failed} failed`);
  if (sum.failed > 0) process.exitCode = 1;
});
