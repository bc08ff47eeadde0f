/** What the reports of the runners say: how many tests passed, which failed, and how long each file took. */
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "../lib/paths.mjs";

/**
 * How many tests passed, failed and were skipped, the names of those that failed, and what each file took.
 * @typedef {{ file: string, ms: number }} FileTime
 * @typedef {{ passed: number, failed: number, skipped: number, names: string[], files: FileTime[] }} Counts
 */

/** The counts of a runner that said nothing. */
export const NOTHING = Object.freeze({ passed: 0, failed: 0, skipped: 0, names: [], files: [] });

/** A test by the file it is in. */
const named = (file, title) => `${relative(ROOT, file)}: ${title}`;

/** Characters of what a test failed of that a summary shows. */
const MOST_WHY = 400;

/** What a test failed of, in the lines below its name; empty where nothing is said. */
function why(message) {
  // Vitest has null in the place of a message for what failed with no error.
  const lines = stripVTControlCharacters(message ?? "")
    .slice(0, MOST_WHY)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.map((line) => `\n    ${line}`).join("");
}

/** Sums of libtest's summary lines, which the wasm runner writes in the same form. */
export function countLibtest(output) {
  const plain = stripVTControlCharacters(output);
  const counts = { passed: 0, failed: 0, skipped: 0, names: [], files: binaryTimes(plain) };
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

/** What each binary of tests took. cargo names a binary before it runs it. */
function binaryTimes(plain) {
  const files = [];
  let file = "(unnamed)";
  for (const line of plain.split("\n")) {
    file = /^\s+Running (?:unittests )?(\S+)/.exec(line)?.[1] ?? file;
    const seconds = /^test result: .* finished in ([\d.]+)s/.exec(line)?.[1];
    if (seconds !== undefined) files.push({ file, ms: Number(seconds) * 1000 });
  }
  return files;
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
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(ROOT, name),
      ms: Math.max(0, endTime - startTime) || 0,
    })),
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
    files: files.map((file) => ({ file: file.file, ms: durationOf(file) })),
  };
}

/** What the tests of a file took, one after the other. */
function durationOf({ suites: inner = [], specs = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results ?? []));
  const own = results.reduce((sum, { duration = 0 }) => sum + duration, 0);
  return inner.reduce((sum, each) => sum + durationOf(each), own);
}

const firstError = ({ tests }) =>
  tests.flatMap(({ results = [] }) => results).find(({ error }) => error !== undefined)?.error.message;
