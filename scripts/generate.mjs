/**
 * `npm run generate`: writes everything that is generated and committed, and says what has changed.
 *
 *   npm run generate                  types, schemas, tables and lists
 *   npm run generate -- --snapshots   and what tests expect reports to look like: read what has changed
 *   npm run generate -- --check       writes nothing; fails where something is stale
 */
import { parseArgs } from "node:util";
import { prerequisites } from "./lib/prerequisites.mjs";
import { Problem, runMain } from "./lib/report.mjs";
import { runSteps } from "./lib/steps.mjs";

const { values } = parseArgs({ options: { check: { type: "boolean" }, snapshots: { type: "boolean" } } });

await runMain(async () => {
  if (values.check && values.snapshots) throw new Problem("--check looks at no snapshots: their tests do.");
  if (!values.check) await runSteps(prerequisites);
  // It imports npm's packages, which may have been missing so far.
  const { generated, snapshots, staleOf, writeAll } = await import("./lib/generated.mjs");
  if (values.check) {
    const { stale, unknown } = await staleOf(generated);
    for (const { files, why } of unknown) console.log(`Not looked at: ${files.join(", ")}. ${why}`);
    if (stale.length === 0) return;
    throw new Problem(`Out of date; \`npm run generate\` writes them:\n${stale.join("\n")}`);
  }
  const changed = await writeAll(values.snapshots ? [...generated, snapshots] : generated);
  console.log(changed.length === 0 ? "Nothing has changed." : `Changed:\n${changed.join("\n")}`);
});
// An image may have been opened, whose threads would keep this waiting.
process.exit();
