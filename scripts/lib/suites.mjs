/** The test suites and how each one's runner reports what passed. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { CONFORMANCE_COUNTS, runConformance } from "./conformance.mjs";
import { siteSteps } from "./docs-sites.mjs";
import { installEngines } from "./engines.mjs";
import { at, ROOT, WASM_TARGET } from "./paths.mjs";
import { freePort } from "./ports.mjs";
import { run } from "./run.mjs";
import { runSteps } from "./steps.mjs";

/**
 * How many tests passed, failed and were skipped, and the names of those that failed.
 * @typedef {{ passed: number, failed: number, skipped: number, names: string[] }} Counts
 */

/** A test by the file it is in. */
const named = (file, title) => `${relative(ROOT, file)}: ${title}`;

/** Characters of what a test failed of that a summary shows. */
const MOST_WHY = 400;

/** What a test failed of, in the lines below its name; empty where nothing is said. */
function why(message = "") {
  const lines = stripVTControlCharacters(message)
    .slice(0, MOST_WHY)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.map((line) => `\n    ${line}`).join("");
}

/** Sums of libtest's summary lines, which the wasm runner writes in the same form. */
export function countLibtest(output) {
  const plain = stripVTControlCharacters(output);
  const counts = { passed: 0, failed: 0, skipped: 0, names: [] };
  for (const [, name] of plain.matchAll(/^test (.+) \.\.\. FAILED$/gm)) counts.names.push(name);
  for (const [, passed, failed, ignored] of plain.matchAll(
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
  const failed = report.testResults.filter((file) => file.status === "failed");
  // A file that cannot be loaded fails as a suite without any test in it.
  const notLoaded = failed.filter((file) => file.assertionResults.length === 0);
  const failedTests = failed.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => named(file.name, test.fullName) + why(test.failureMessages?.[0])),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + notLoaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    names: [
      ...notLoaded.map((file) => named(file.name, "the file itself") + why(file.message)),
      ...failedTests,
    ],
  };
}

/** Counts from Playwright's JSON report. A test that passed only when retried counts as failed. */
export function countPlaywright({ stats, errors, suites: files = [] }) {
  const failedIn = ({ suites: inner = [], specs = [] }) => [
    ...specs.filter((spec) => spec.ok === false || spec.tests.some((test) => test.status === "flaky")),
    ...inner.flatMap(failedIn),
  ];
  return {
    names: files
      .flatMap(failedIn)
      .map((spec) => `${spec.file}:${spec.line}: ${spec.title}${why(firstError(spec))}`),
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

const firstError = ({ tests }) =>
  tests.flatMap(({ results = [] }) => results).find(({ error }) => error !== undefined)?.error.message;

const results = (name) => at("build", "test-results", name);

async function withReport(file, count, start) {
  mkdirSync(at("build", "test-results"), { recursive: true });
  rmSync(file, { force: true });
  const { status } = await start();
  const counts = existsSync(file)
    ? count(JSON.parse(readFileSync(file, "utf8")))
    : { passed: 0, failed: 0, skipped: 0, names: [] };
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

function vitest(report, options = [], env = {}) {
  const file = results(report);
  const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const [command, args] = node("vitest/vitest.mjs", "run", ...options, ...reports);
  return withReport(file, countVitest, () => run(command, args, { env }));
}

async function playwright(report, browser, options = []) {
  const file = results(report);
  const [command, args] = node("@playwright/test/cli.js", "test", "--reporter=list,json", ...options);
  const env = {
    CHROMIUM: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    E2E_PORT: String(await freePort()),
  };
  return withReport(file, countPlaywright, () => run(command, args, { env }));
}

/**
 * Each suite's `run` gets { chromium, headless, chromedriver } and resolves to its runner's status and
 * counts; `needs` says what has to be there before.
 * @typedef {"build" | "browser" | "fixtures" | "package"} Need
 * @type {{ name: string, title: string, needs: Need[], run: (browser: any) =>
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
    run: () => vitest("stdio.json", ["--config", at("tests", "stdio", "vitest.config.ts")]),
  },
  {
    name: "package",
    title: "The package, installed and used by every bundler",
    needs: ["browser", "build", "package"],
    run: ({ chromium }) => {
      const config = at("tests", "package", "vitest.config.ts");
      return vitest("package.json", ["--config", config], { CHROMIUM: chromium });
    },
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
    run: ({ headless }) => playwright("playwright.json", headless),
  },
  {
    name: "docs-sites",
    title: "Cells in sites of documentation, in headless Chromium",
    needs: ["browser", "build"],
    async run({ headless }) {
      await runSteps(siteSteps());
      const config = at("tests", "docs-sites", "playwright.config.ts");
      return playwright("docs-sites.json", headless, ["--config", config]);
    },
  },
  {
    name: "browsers",
    title: "Every engine: headless Chromium, Firefox and WebKitGTK",
    needs: ["browser", "build"],
    async run({ chromium }) {
      await installEngines();
      const config = at("tests", "browsers", "vitest.config.ts");
      return vitest("browsers.json", ["--config", config], { CHROMIUM: chromium });
    },
  },
  {
    name: "escape",
    title: "Attempts to get out, in the program, in Workers and in the page",
    needs: ["browser", "build"],
    run({ chromium }) {
      const file = results("escape.json");
      const args = [at("tests", "campaigns", "escape", "main.mjs"), "--short", "--report", file];
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
