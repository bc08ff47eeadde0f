/**
 * `npm run lint`: formatters, linters and the type checker; each warning is an error. Runs all, then reports
 * which failed.
 */
import { buildSteps } from "./lib/build-steps.mjs";
import { at, WASM_TARGET } from "./lib/paths.mjs";
import { prerequisites, rustLinters } from "./lib/prerequisites.mjs";
import { bold, Problem, runMain } from "./lib/report.mjs";
import { run } from "./lib/run.mjs";
import { runSteps } from "./lib/steps.mjs";

const node = (program, ...args) => [process.execPath, [at("node_modules", ...program.split("/")), ...args]];
const cargo = (...args) => ["cargo", args];
const clippy = (...args) => cargo("clippy", "--all-targets", ...args, "--", "-D", "warnings");

const checks = [
  ["cargo fmt", cargo("fmt", "--all", "--check")],
  ["clippy, native", clippy("--workspace")],
  ["clippy, with the tests' tools", clippy("--features", "fixtures")],
  ["clippy, WebAssembly", clippy("--target", WASM_TARGET)],
  ["Biome", node("@biomejs/biome/bin/biome", "ci", "--error-on-warnings")],
  ["Tables of names", [process.execPath, [at("scripts", "tables.mjs")]]],
  ["Doors to JSCL's objects", [process.execPath, [at("scripts", "doors.mjs")]]],
  ["Exports", [process.execPath, [at("scripts", "exports.mjs")]]],
  ["TypeScript", node("typescript/bin/tsc", "--noEmit")],
];

await runMain(async () => {
  // The type checker reads the wasm bindings' declarations, so those have to be built.
  const preparation = [
    ...prerequisites,
    rustLinters,
    ...buildSteps.filter((step) => ["server", "bindings"].includes(step.name)),
  ];
  const total = preparation.length + checks.length;
  await runSteps(preparation, { total });
  const failed = [];
  for (const [index, [title, [command, args]]] of checks.entries()) {
    console.log(`${bold(`[${preparation.length + index + 1}/${total}]`)} ${title} …`);
    const { status } = await run(command, args);
    if (status !== 0) failed.push(title);
  }
  if (failed.length > 0) throw new Problem(`Lint failed: ${failed.join("; ")}.`);
  console.log("Lint is clean.");
});
