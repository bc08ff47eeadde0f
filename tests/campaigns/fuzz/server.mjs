/**
 * The target `server`: the state machine in Rust, natively. Messages of any kind (`tests/server/hostile.rs`),
 * requests, events and the clock in any order (`races.rs`, and `interleaved.rs` for both eras), and reports
 * of any outcome (`layout.rs`). What failed is kept in `tests/server/fuzz-failures.txt` and tried first from
 * then on.
 */
import { run } from "../../../scripts/lib/run.mjs";
import { countLibtest } from "../../../scripts/suites/counts.mjs";

/** Cases of each property in one run of the tests. */
const CASES = 1000;

export async function server({ seed, from, count, seconds }) {
  const until = performance.now() + seconds * 1000;
  let tried = 0;
  let problems = 0;
  for (let round = from; tried < count && performance.now() < until; round++) {
    const cases = Math.min(CASES, count - tried);
    const env = { FUZZ_CASES: String(cases), FUZZ_SEED: String(seedOf(seed, round)) };
    const { output } = await run(
      "cargo",
      ["test", "--quiet", "--test", "server", "--", "hostile", "races", "interleaved", "layout"],
      { capture: true, env },
    );
    const { passed, failed } = countLibtest(output);
    tried += cases;
    // Nothing passed: the tests themselves did not run.
    problems += failed + (passed === 0 ? 1 : 0);
  }
  return { tried: `${tried} cases of each property`, problems };
}

function seedOf(seed, round) {
  let number = round;
  for (const character of seed) number = (number * 31 + character.codePointAt(0)) >>> 0;
  return number;
}
