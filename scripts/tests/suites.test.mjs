import { expect, test } from "vitest";
import { countLibtest, countPlaywright, countVitest } from "../lib/suites.mjs";

test("libtest: every binary's summary counts", () => {
  const output = [
    "running 3 tests",
    "test a ... ok",
    "test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
    "test result: \u001b[31mFAILED\u001b[0m. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
  ].join("\n");
  expect(countLibtest(output)).toEqual({ passed: 6, failed: 2, skipped: 1 });
});

test("Vitest: a file that cannot be loaded is a failure", () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      { status: "failed", assertionResults: [] },
      { status: "failed", assertionResults: [{}] },
      { status: "passed", assertionResults: [{}] },
    ],
  };
  expect(countVitest(report)).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

test("Playwright: a flaky test is a failure, and so is an error outside any test", () => {
  const report = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] };
  expect(countPlaywright(report)).toEqual({ passed: 3, failed: 3, skipped: 2 });
});
