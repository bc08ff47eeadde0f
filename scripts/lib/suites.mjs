/** The test suites and how each one's runner reports what passed. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { CONFORMANCE_COUNTS, runConformance } from "./conformance.mjs";
import { at, WASM_TARGET } from "./paths.mjs";
import { run } from "./run.mjs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** Sums of libtest's summary lines, which the wasm runner writes in the same form. */
export function countLibtest(output) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [, passed, failed, ignored] of stripVTControlCharacters(output).matchAll(
    /^test result: .*? (\d+) passed; (\d+) failed; (\d+) ignored/gm,
  )) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
    counts.skipped += Number(ignored);
  }
  return counts;
}

/** Counts from Vitest's JSON report. */
export function countVitest(report) {
  return {
    passed: report.numPassedTests,
    // A file that cannot be loaded fails as a suite without any test in it.
    failed:
      report.numFailedTests +
      report.testResults.filter((f) => f.status === "failed" && f.assertionResults.length === 0).length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts from Playwright's JSON report. A test that passed only when retried counts as failed. */
export function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

const results = (name) => at("build", "test-results", name);

async function withReport(file, count, start) {
  mkdirSync(at("build", "test-results"), { recursive: true });
  rmSync(file, { force: true });
  const { status } = await start();
  const counts = existsSync(file)
    ? count(JSON.parse(readFileSync(file, "utf8")))
    : { passed: 0, failed: 0, skipped: 0 };
  return { status, ...counts };
}

async function cargoTest(args, env = {}) {
  const { status, output } = await run("cargo", ["test", "--no-fail-fast", ...args], {
    capture: true,
    env: { INSTA_UPDATE: "no", ...env },
  });
  return { status, ...countLibtest(output) };
}

const node = (program, ...args) => [process.execPath, [at("node_modules", ...program.split("/")), ...args]];

function vitest(report, ...options) {
  const file = results(report);
  const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const [command, args] = node("vitest/vitest.mjs", "run", ...options, ...reports);
  return withReport(file, countVitest, () => run(command, args));
}

/** A free port. */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Each suite's `run` gets { chromium, chromedriver } and resolves to its runner's status and counts; `needs`
 * says what has to be there before.
 * @type {{ name: string, title: string, needs: ("build" | "browser" | "fixtures")[], run: (browser: any) =>
 *   Promise<Counts & { status: number }> }[]}
 */
export const suites = [
  { name: "rust", title: "Rust, native", needs: [], run: () => cargoTest([]) },
  {
    name: "bridge",
    title: "Bridge, in Node against real JSCL",
    needs: ["build"],
    run: () => vitest("vitest.json"),
  },
  {
    name: "stdio",
    title: "The program, over standard input and output",
    needs: ["build"],
    run: () => vitest("stdio.json", "--config", at("tests", "stdio", "vitest.config.ts")),
  },
  {
    name: "wasm",
    title: "Rust as WebAssembly, in headless Chromium",
    needs: ["browser"],
    async run({ chromium, chromedriver }) {
      // cargo would build its runner by itself, but in silence, and for a minute the first time.
      const runner = await run("cargo", ["build", "--package", "wasm-test-runner"]);
      if (runner.status !== 0) return { status: runner.status, passed: 0, failed: 0, skipped: 0 };
      // chromedriver by itself would look for a browser of its own choice.
      const settings = results("webdriver.json");
      mkdirSync(dirname(settings), { recursive: true });
      writeFileSync(settings, JSON.stringify({ "goog:chromeOptions": { binary: chromium } }));
      return cargoTest(["--target", WASM_TARGET], {
        CHROMEDRIVER: chromedriver,
        WASM_BINDGEN_TEST_WEBDRIVER_JSON: settings,
      });
    },
  },
  {
    name: "e2e",
    title: "End to end, in headless Chromium",
    needs: ["browser", "build"],
    async run({ chromium }) {
      const file = results("playwright.json");
      const [command, args] = node("@playwright/test/cli.js", "test", "--reporter=list,json");
      const env = {
        CHROMIUM: chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        E2E_PORT: String(await freePort()),
      };
      return withReport(file, countPlaywright, () => run(command, args, { env }));
    },
  },
  {
    name: "escape",
    title: "Attempts to get out, in the program, in Workers and in the page",
    needs: ["browser", "build"],
    run({ chromium }) {
      const file = results("escape.json");
      const args = [at("escape", "main.mjs"), "--short", "--report", file];
      return withReport(
        file,
        (counts) => counts,
        () => run(process.execPath, args, { env: { CHROMIUM: chromium } }),
      );
    },
  },
  {
    name: "conformance",
    title: "The official conformance suite, against a page in headless Chromium",
    needs: ["browser", "build", "fixtures"],
    run: ({ chromium }) =>
      withReport(
        CONFORMANCE_COUNTS,
        (counts) => counts,
        () => runConformance({ chromium }),
      ),
  },
];
