import { runScenario } from "../campaigns/faults/run.mjs";
import { SCENARIOS } from "../campaigns/faults/scenarios.mjs";
import { expect, test } from "./support/test.js";

test.use({ cold: true });

/** The faults that take seconds; `npm run faults` has all of them, and more rounds. */
const QUICK = [
  "the Worker is killed at random moments",
  "a client is gone with requests queued",
  "two servers in one page",
  "the clock jumps",
  "messages are cut or none",
  "the page is frozen and thawed",
  "storage is full or unavailable",
  "the Lisp's file is gone",
  "the calendar is set and the Lisp is stuck",
  "the Worker's script says nothing",
  "the Worker ends while it boots",
  "the Worker ends while idle",
  "the server is closed",
  "the server is started several times",
] as const;

for (const name of QUICK) {
  test(`nothing is lost when ${name}`, async ({ browser, baseURL }) => {
    const { lost, problems } = await runScenario(name, SCENARIOS[name], {
      browser,
      url: `${baseURL}/`.replace(/\/+$/, "/"),
      seed: "test",
      rounds: 2,
    });
    expect(problems).toEqual([]);
    expect(lost).toBe(0);
  });
}
