/** A part of `npm run lint`: no table of names has a prototype. */
import { Problem, runMain } from "./lib/report.mjs";
import { findTables } from "./lib/tables.mjs";

await runMain(async () => {
  const problems = findTables();
  if (problems.length === 0) return;
  throw new Problem(
    `${problems.join("\n")}\nMake such an object with table() of jscl-bridge/runtime/objects/table.ts or a Map; where it is safe as it is, say why in scripts/lib/tables.mjs.`,
  );
});
