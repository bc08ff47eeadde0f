/** Counts per category, and the table of shares. */
import { COLUMNS } from "./compare.mjs";

/**
 * Flags of rows that are counted on a line of their own: what SBCL's type inference says, and what varies
 * from run to run.
 */
const APART = /^(compile-time-type-inference$|unstable:)/;

/** Categories about the language: its compiler, conditions and calls; the others are about the library. */
const MACHINERY =
  /^(backtrace|compile-warnings|conditions|control|macros|multi-form|output-before|program-errors|recursion|stack-|unbound|unusual)/;

/**
 * Rows of `{ name, programs, columns: { column: { equal, of } } }`: the categories in the corpus's order, the
 * sums of both kinds and of all, and the rows apart.
 */
export function tally(results) {
  const groups = new Map();
  const add = (name, { equal }) => {
    const group = groups.get(name) ?? { name, programs: 0, columns: {} };
    groups.set(name, group);
    group.programs++;
    for (const [column, is] of Object.entries(equal)) {
      group.columns[column] ??= { equal: 0, of: 0 };
      const count = group.columns[column];
      count.of++;
      if (is) count.equal++;
    }
  };
  const isApart = ({ row }) => (row.flags ?? []).some((flag) => APART.test(flag));
  const plain = results.filter((result) => !isApart(result));
  for (const result of plain) add(result.row.category, result);
  for (const result of plain) add(MACHINERY.test(result.row.category) ? "language" : "library", result);
  for (const result of plain) add("all of these", result);
  for (const result of results.filter(isApart)) add("flagged rows", result);
  return [...groups.values()];
}

/** `97` for a share in percent, rounded down so that 100 means all; empty where a column says nothing. */
export const share = (count) => (count ? String(Math.floor((100 * count.equal) / count.of)) : "");

export function printTable(groups) {
  const cells = [["", "programs", ...COLUMNS]];
  for (const { name, programs, columns } of groups)
    cells.push([name, String(programs), ...COLUMNS.map((column) => share(columns[column]))]);
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  for (const row of cells)
    console.log(
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  "),
    );
}
