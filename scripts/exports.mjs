/** `node scripts/exports.mjs`: fails where something is exported that nothing imports. */
import { unusedExports } from "./lib/exports.mjs";
import { Problem, runMain } from "./lib/report.mjs";

await runMain(async () => {
  const unused = unusedExports();
  if (unused.length > 0) throw new Problem(`Nothing imports:\n${unused.join("\n")}`);
  console.log("Each export is imported.");
});
