/**
 * A part of `npm run lint`: no file but those of jscl-bridge/runtime/objects/ spells a property of JSCL's
 * objects.
 */
import { findSpelled } from "./lib/doors.mjs";
import { Problem, runMain } from "./lib/report.mjs";

await runMain(async () => {
  const problems = findSpelled();
  if (problems.length === 0) return;
  throw new Problem(
    `${problems.join("\n")}\nThese are properties of JSCL's objects: read and write them by the functions of jscl-bridge/runtime/objects/.`,
  );
});
