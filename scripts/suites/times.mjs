/** What the last whole run took, suite by suite, and the page that keeps it: docs/test-times.md. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";
import { at } from "../lib/paths.mjs";
import { duration, Problem, thousands } from "../lib/report.mjs";

const RECORD = at("build", "test-results", "times.json");
const PAGE = at("docs", "test-times.md");

/** Files of a suite that the page names. */
const MOST_FILES = 20;

/** Keeps the times of a whole run, in milliseconds, for `npm run test-times`. */
export function recordTimes(suites, ms) {
  mkdirSync(dirname(RECORD), { recursive: true });
  const kept = suites.map(({ name, title, ms, files, passed = 0 }) => ({ name, title, ms, files, passed }));
  writeFileSync(RECORD, JSON.stringify({ cores: cpus().length, ms, suites: kept }));
}

function recordedTimes(file = RECORD) {
  if (!existsSync(file)) throw new Problem("There are no times yet: run `npm test` first.");
  return JSON.parse(readFileSync(file, "utf8"));
}

const seconds = (ms) => (ms / 1000).toFixed(1);

/** A section of the page: a run under a heading. Only suites that ran are in it. */
export function sectionOf({ cores, ms, suites }, heading) {
  const rows = suites.map(
    ({ title, passed, ms: each }) => `| ${title} | ${passed ? thousands(passed) : ""} | ${duration(each)} |`,
  );
  const slow = suites
    .filter(({ files }) => files.length > 1)
    .map(({ title, files }) => {
      const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, MOST_FILES);
      const named = slowest.map(({ file, ms: each }) => `| \`${file}\` | ${seconds(each)} |`);
      return [`### ${heading}: ${title}`, "", "| file | seconds |", "|---|---|", ...named, ""].join("\n");
    });
  return [
    `## ${heading}`,
    "",
    `${duration(ms)} in all, on ${cores} cores. A file's time is that of its tests, one after the other.`,
    "",
    "| suite | passed | took |",
    "|---|---|---|",
    ...rows,
    "",
    ...slow,
  ].join("\n");
}

const HEAD = `# What the tests take

\`npm run test-times -- HEADING\` writes the last whole run of \`npm test\` here, in place of the section of that
heading.
`;

/** The page with a section put in, or in the place of the one that has its heading. */
export function pageWith(page, section, heading) {
  const parts = page.split(/^(?=## )/m).filter((part) => !part.startsWith(`## ${heading}\n`));
  return `${[...parts.map((part) => part.trimEnd()), section.trimEnd()].join("\n\n")}\n`;
}

/** Writes a run into docs/test-times.md. */
export function writeTimes(heading, run = recordedTimes()) {
  const page = existsSync(PAGE) ? readFileSync(PAGE, "utf8") : HEAD;
  writeFileSync(PAGE, pageWith(page, sectionOf(run, heading), heading));
}
