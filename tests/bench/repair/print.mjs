/** The table of LispRepair as text. */
import { ARMS } from "./arms.mjs";

const percent = (share) => (share === null ? "–" : `${Math.round(100 * share)} %`);

const COLUMNS = [
  ["tasks", 7, ({ tasks }) => String(tasks)],
  ["top 3", 8, ({ found }) => percent(found)],
  ["≤ 250", 8, ({ foundWithinBudget }) => percent(foundWithinBudget)],
  ["value", 8, ({ shown }) => percent(shown)],
  ["tokens", 9, ({ tokens }) => String(Math.round(tokens))],
  ["most", 8, ({ most }) => String(most)],
];

function row(title, cells) {
  console.log(`  ${title.padEnd(26)}${cells.map(([cell, width]) => cell.padStart(width)).join("")}`);
}

function printArms(arms) {
  row(
    "level of report",
    COLUMNS.map(([head, width]) => [head, width]),
  );
  for (const [arm, { title }] of Object.entries(ARMS)) {
    const summary = arms[arm];
    if (summary === null) row(title, [["not there", 11]]);
    else
      row(
        title,
        COLUMNS.map(([, width, cell]) => [cell(summary), width]),
      );
  }
}

export function printTable({ tasks, errors, silent, kinds, missed }) {
  console.log(
    `  ${tasks} mutants: ${errors.count} end in an error, ${silent.count} give a wrong value silently\n`,
  );
  console.log("  Errors");
  printArms(errors.arms);
  if (silent.count > 0) {
    console.log("\n  Silent wrong values");
    printArms(silent.arms);
  }
  console.log("\n  Errors by kind, with the brief report");
  row("kind", [
    ["errors", 8],
    ["silent", 8],
    ["top 3", 8],
    ["tokens", 9],
  ]);
  for (const { kind, tasks: all, silent: quiet, arms } of kinds) {
    const { found = null, tokens = null } = arms.brief ?? {};
    const mean = tokens === null ? "–" : String(Math.round(tokens));
    row(kind, [
      [String(all - quiet), 8],
      [String(quiet), 8],
      [percent(found), 8],
      [mean, 9],
    ]);
  }
  if (missed.length > 0) console.log(`\n  Not among the first three places: ${missed.join(", ")}`);
  console.log("");
}
