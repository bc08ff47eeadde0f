/** Stamps of suites, and what a change reaches. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at, ROOT } from "../lib/paths.mjs";
import { changedFiles, filesOf, ROWS, reachOf, SLOW } from "../suites/reach.mjs";
import { readBy } from "../suites/reads.mjs";
import { fingerprint, passedWith, stampSuite, unstampSuite } from "../suites/stamps.mjs";
import { needsOf, RULES, suites } from "../suites/suites.mjs";

const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" })
  .split("\0")
  .filter((file) => file !== "" && existsSync(at(file)));

describe("a stamp", () => {
  const folder = at("build", "test-of-stamps");
  const input = `${relative(ROOT, folder)}/tests`;
  const suite = { name: "test-of-stamps", needs: [], inputs: [input] };
  const write = (name, text) => {
    mkdirSync(dirname(at(input, name)), { recursive: true });
    writeFileSync(at(input, name), text);
  };
  beforeAll(() => write("a.test.ts", "one"));
  afterAll(() => {
    rmSync(folder, { recursive: true });
    unstampSuite(suite);
  });

  test("holds as long as nothing has changed that the suite reads", () => {
    const print = fingerprint(suite);
    expect(passedWith(suite, print)).toBeUndefined();
    stampSuite(suite, print, { passed: 7, failed: 0, skipped: 1 });
    expect(passedWith(suite, fingerprint(suite))).toMatchObject({ passed: 7, skipped: 1 });
    write("b.test.ts", "two");
    expect(passedWith(suite, fingerprint(suite))).toBeUndefined();
    rmSync(at(input, "b.test.ts"));
    expect(passedWith(suite, fingerprint(suite))).toBeDefined();
    write("a.test.ts", "other");
    expect(passedWith(suite, fingerprint(suite))).toBeUndefined();
  });

  test("is another where another tool would run the suite", () => {
    const print = fingerprint(suite);
    expect(fingerprint({ ...suite, also: () => "Firefox" })).not.toBe(print);
    expect(fingerprint({ ...suite, needs: ["browser"] }, { chromium: process.execPath })).not.toBe(print);
  });

  test("is gone while its suite runs", () => {
    const print = fingerprint(suite);
    stampSuite(suite, print, { passed: 1, skipped: 0 });
    unstampSuite(suite);
    expect(passedWith(suite, print)).toBeUndefined();
  });
});

test("every input of a suite is there, or is made by the build", () => {
  const made = /^(dist|build)(\/|$)/;
  const wrong = suites.flatMap(({ name, inputs }) =>
    inputs.filter((input) => !made.test(input) && !existsSync(at(input))).map((input) => `${name}: ${input}`),
  );
  expect(wrong).toEqual([]);
});

describe("what a change reaches", () => {
  test("every suite and file of tests that a row names is there", () => {
    const wrong = ROWS.flatMap(({ what, run }) =>
      Object.entries(run).flatMap(([name, files]) => {
        const suite = suites.find((each) => each.name === name);
        const missing =
          files === true ? [] : files.filter((file) => !tracked.some((each) => each.startsWith(file)));
        return [...(suite ? [] : [name]), ...missing].map((each) => `${what}: ${each}`);
      }),
    );
    expect(wrong).toEqual([]);
    expect(SLOW.filter((file) => !existsSync(at(file)))).toEqual([]);
  });

  test("every file of the product and of the tests reaches a suite", () => {
    const without = tracked.filter(
      (file) =>
        /^(src|jscl-bridge|www|tests|docs|scripts)\//.test(file) && Object.keys(reachOf([file])).length === 0,
    );
    expect(without).toEqual([]);
  });

  test("a file of tests reaches itself, what tests share their suite, a document the house alone", () => {
    expect(reachOf(["tests/e2e/cell.spec.ts"])).toEqual({ e2e: ["tests/e2e/cell.spec.ts"] });
    expect(reachOf(["tests/stdio/support/program.ts"])).toMatchObject({ stdio: true });
    expect(reachOf(["docs/tools.md", "docs/decisions/README.md"])).toEqual({ house: true });
    expect(Object.keys(reachOf(["www/app.css"]))).not.toContain("rust");
  });

  test("what is said of a source, and what may stand in it, is looked at by who changes it", () => {
    const limits = readFileSync(at("docs", "security.md"), "utf8").matchAll(/^\| .* in `([^`]+)` \|$/gm);
    const sources = [...new Set([...limits].map(([, path]) => path))];
    expect(sources.length).toBeGreaterThan(20);
    const without = sources.filter((path) => {
      const { house = [] } = reachOf([path]);
      return house !== true && !house.includes("scripts/tests/limits.test.mjs");
    });
    expect(without).toEqual([]);
  });

  test("tests that read sources alone need nothing made, and others do", () => {
    const house = suites.find(({ name }) => name === "house");
    expect(needsOf(house, RULES)).toEqual([]);
    expect(needsOf(house, [...RULES, "scripts/tests/headers.test.mjs"])).toEqual(["build"]);
    expect(needsOf(house)).toEqual(["build"]);
    for (const rule of RULES) expect([rule, existsSync(at(rule))]).toEqual([rule, true]);
    expect(readBy(RULES.map((file) => at(file))).filter((path) => /^(dist|build)\//.test(path))).toEqual([]);
  });

  test("a folder stands for its files but the slow ones, and a slow file for itself", () => {
    const [slow = ""] = SLOW;
    const files = ["jscl-bridge/reader/reader.test.ts", "jscl-bridge/reader/reader.ts", slow];
    expect(filesOf(["jscl-bridge/"], files)).toEqual([files[0]]);
    expect(filesOf(["jscl-bridge/", slow], files)).toEqual([files[0], slow]);
  });

  test("a commit that is not there is said in words", () => {
    expect(() => changedFiles("no-such-commit")).toThrow('git cannot compare with "no-such-commit"');
  });
});

const isTestFile = (file) => /\.(test|spec)\.m?ts$|\.test\.mjs$/.test(file);

describe("the inputs of a suite have all that its tests read", () => {
  const withTests = suites.filter(({ tests, everything }) => tests !== undefined && !everything);
  test.each(withTests.map((suite) => [suite.name, suite]))("%s", (_, { inputs, tests }) => {
    const files = tracked.filter(
      (file) => isTestFile(file) && tests.some((folder) => file.startsWith(folder)),
    );
    expect(files.length).toBeGreaterThan(0);
    const isInput = (path) => inputs.some((input) => path === input || path.startsWith(`${input}/`));
    expect(readBy(files.map((file) => at(file))).filter((path) => !isInput(path))).toEqual([]);
  });
});
