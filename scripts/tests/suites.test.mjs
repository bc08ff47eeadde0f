import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at } from "../lib/paths.mjs";
import { filesUnder } from "../lib/stamps.mjs";
import { countLibtest, countPlaywright, countVitest } from "../suites/counts.mjs";

test("libtest: every binary's summary counts", () => {
  const output = [
    "     Running unittests src/lib.rs (target/debug/deps/x)",
    "running 3 tests",
    "test a ... ok",
    "test reports::long ... \u001b[31mFAILED\u001b[0m",
    "test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
    "     Running tests/server/main.rs (target/debug/deps/y)",
    "test result: \u001b[31mFAILED\u001b[0m. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.50s",
  ].join("\n");
  const files = [
    { file: "src/lib.rs", ms: 10 },
    { file: "tests/server/main.rs", ms: 1500 },
  ];
  const counts = { passed: 6, failed: 2, skipped: 1, names: ["reports::long"], files };
  expect(countLibtest(output)).toEqual(counts);
});

test("Vitest: a file that cannot be loaded is a failure", () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      { name: at("a.test.ts"), status: "failed", message: "It is not there.", assertionResults: [] },
      {
        name: at("b.test.ts"),
        status: "failed",
        assertionResults: [
          {
            status: "failed",
            fullName: "a list ends",
            failureMessages: ["\u001b[31mexpected 1\u001b[0m\n\n to be 2"],
          },
          { status: "failed", fullName: "a list goes on", failureMessages: [null] },
          { status: "passed", fullName: "a list begins" },
        ],
      },
      {
        name: at("c.test.ts"),
        status: "passed",
        startTime: 1000,
        endTime: 1250,
        assertionResults: [{ status: "passed" }],
      },
    ],
  };
  const names = [
    "a.test.ts: the file itself\n    It is not there.",
    "b.test.ts: a list ends\n    expected 1\n     to be 2",
    "b.test.ts: a list goes on",
  ];
  const files = [
    { file: "a.test.ts", ms: 0 },
    { file: "b.test.ts", ms: 0 },
    { file: "c.test.ts", ms: 250 },
  ];
  expect(countVitest(report)).toEqual({ passed: 5, failed: 2, skipped: 2, names, files });
});

test("Playwright: a flaky test is a failure, and so is an error outside any test", () => {
  const results = [{ duration: 20 }, { duration: 30, error: { message: "It is late." } }];
  const spec = (title, ok, status) => ({
    file: "x.spec.ts",
    line: 3,
    title,
    ok,
    tests: [{ status, results }],
  });
  const specs = [spec("stops", false, "unexpected"), spec("goes", true, "expected")];
  const suites = [{ file: "x.spec.ts", specs: [spec("waits", true, "flaky")], suites: [{ specs }] }];
  const report = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}], suites };
  const names = ["x.spec.ts:3: waits\n    It is late.", "x.spec.ts:3: stops\n    It is late."];
  const files = [{ file: "x.spec.ts", ms: 150 }];
  expect(countPlaywright(report)).toEqual({ passed: 3, failed: 3, skipped: 2, names, files });
});

test("the tests that the suite `wasm` builds are all that there are", () => {
  const sources = ["src", "tests/server", "tests/costs"].flatMap((folder) => filesUnder(at(folder)));
  const others = sources.filter((file) => readFileSync(file, "utf8").includes("wasm_bindgen_test"));
  expect(others).toEqual([]);
});
