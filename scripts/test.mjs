/** `npm test`: builds what has changed and runs every suite; `npm test -- rust e2e` runs the named ones. */
import { requireBrowser } from "./lib/browser.mjs";
import { buildSteps } from "./lib/build-steps.mjs";
import { prerequisites } from "./lib/prerequisites.mjs";
import { bold, dim, duration, Problem, runMain } from "./lib/report.mjs";
import { runSteps } from "./lib/steps.mjs";
import { suites } from "./lib/suites.mjs";

await runMain(async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown)
    throw new Problem(
      `There is no suite "${unknown}"; the suites are ${suites.map((s) => s.name).join(", ")}.`,
    );
  const chosen = names.length === 0 ? suites : suites.filter((suite) => names.includes(suite.name));

  let browser = {};
  const findBrowser = {
    name: "browser",
    title: "Looking for Chromium and chromedriver",
    async run() {
      browser = await requireBrowser();
      return browser.chromium;
    },
  };
  const needsBrowser = chosen.some((suite) => suite.name === "wasm" || suite.name === "e2e");
  const preparation = [...prerequisites, ...(needsBrowser ? [findBrowser] : []), ...buildSteps];
  const total = preparation.length + chosen.length;
  await runSteps(preparation, { total });

  const sum = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  for (const [index, suite] of chosen.entries()) {
    console.log(`\n${bold(`[${preparation.length + index + 1}/${total}]`)} ${suite.title} …`);
    const start = performance.now();
    const counts = await suite.run(browser);
    // A runner that broke down, or that found nothing to run, is a failure even when it counted none.
    const broken = counts.failed === 0 && (counts.status !== 0 || counts.passed === 0);
    if (broken) counts.failed = 1;
    sum.passed += counts.passed;
    sum.failed += counts.failed;
    sum.skipped += counts.skipped;
    const remark = `${counts.skipped ? `, ${counts.skipped} skipped` : ""}${broken ? ", the suite itself did not run to its end" : ""}`;
    lines.push(
      `${suite.title}: ${counts.passed} passed, ${counts.failed} failed${remark} ${dim(`(${duration(performance.now() - start)})`)}`,
    );
    console.log(dim(`      ${lines.at(-1)}`));
  }
  console.log(`\n${lines.join("\n")}`);
  if (sum.skipped) console.log(`${sum.skipped} skipped`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  if (sum.failed > 0) process.exitCode = 1;
});
