/**
 * How the tests of costs (tests/costs/) are compiled: so that each step that code takes is counted.
 */

/** LLVM puts a call of a function of theirs at the beginning of each block that can be branched to. */
const COUNTED = [
  "-Cpasses=sancov-module",
  "-Cllvm-args=-sanitizer-coverage-level=3",
  "-Cllvm-args=-sanitizer-coverage-trace-pc",
];

/**
 * `cargo test` with these. A target is named so that macros and what else runs in the compiler count nothing.
 */
export const COSTS = [
  ...["--package", "costs", "--target", "host-tuple"],
  ...["--config", `build.rustflags=${JSON.stringify(COUNTED)}`],
];
