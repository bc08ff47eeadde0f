/**
 * `npm run lint`: formatters, linters and the type checker; each warning is an error. Runs all, then reports
 * which failed.
 */
import { cargoArguments, clientCrate, whyNot } from "../tests/campaigns/clients/environments.mjs";
import { buildSteps } from "./lib/build-steps.mjs";
import { at, WASM_TARGET } from "./lib/paths.mjs";
import { prerequisites, rustLinters } from "./lib/prerequisites.mjs";
import { bold, Problem, runMain } from "./lib/report.mjs";
import { run } from "./lib/run.mjs";
import { runSteps } from "./lib/steps.mjs";

const node = (program, ...args) => [process.execPath, [at("node_modules", ...program.split("/")), ...args]];
const cargo = (...args) => ["cargo", args];
const clippy = (...args) => cargo("clippy", "--all-targets", ...args, "--", "-D", "warnings");

/** Of the client in Rust, whose crates are none of ours: clippy looks at it where they have been fetched. */
const clientChecks = [
  ["cargo fmt, the client", cargo("fmt", "--manifest-path", clientCrate, "--check")],
  ...(whyNot("rust") ? [] : [["clippy, the client", clippy("--offline", ...cargoArguments)]]),
];

/** Told before anything is built: what is stale makes other checks fail, or is built for nothing. */
const firstCheck = ["What is generated", [process.execPath, [at("scripts", "generate.mjs"), "--check"]]];

const checks = [
  ["cargo fmt", cargo("fmt", "--all", "--check")],
  ["clippy, native", clippy("--workspace")],
  ["clippy, with the tests' tools", clippy("--features", "fixtures")],
  ["clippy, WebAssembly", clippy("--target", WASM_TARGET)],
  ...clientChecks,
  ["Biome", node("@biomejs/biome/bin/biome", "ci", "--error-on-warnings")],
  ["Tables of names", [process.execPath, [at("scripts", "tables.mjs")]]],
  ["Doors to JSCL's objects", [process.execPath, [at("scripts", "doors.mjs")]]],
  ["Exports", [process.execPath, [at("scripts", "exports.mjs")]]],
  ["TypeScript", node("typescript/bin/tsc", "--noEmit")],
];

await runMain(async () => {
  // The type checker reads the wasm bindings' declarations, so those have to be built.
  const preparation = [
    rustLinters,
    ...buildSteps.filter((step) => ["server", "generator", "bindings"].includes(step.name)),
  ];
  const total = prerequisites.length + 1 + preparation.length + checks.length;
  const failed = [];
  let done = prerequisites.length;
  const check = async ([title, [command, args]]) => {
    console.log(`${bold(`[${++done}/${total}]`)} ${title} …`);
    const { status } = await run(command, args);
    if (status !== 0) failed.push(title);
  };
  await runSteps(prerequisites, { total });
  await check(firstCheck);
  await runSteps(preparation, { first: done + 1, total });
  done += preparation.length;
  for (const each of checks) await check(each);
  if (failed.length > 0) throw new Problem(`Lint failed: ${failed.join("; ")}.`);
  console.log("Lint is clean.");
});
