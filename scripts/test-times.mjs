/** `npm run test-times -- "after"`: writes the times of the last whole run into docs/test-times.md. */
import { Problem, runMain } from "./lib/report.mjs";
import { writeTimes } from "./suites/times.mjs";

await runMain(() => {
  const [heading] = process.argv.slice(2);
  if (!heading) throw new Problem('Name the section that this run becomes: npm run test-times -- "after".');
  writeTimes(heading);
});
