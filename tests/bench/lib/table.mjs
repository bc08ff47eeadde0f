/** The table of `npm run bench:lisp`: a row for each program, with its aims. */
import { before, byHand, ratioOf } from "./ratios.mjs";

const TITLE = 30;

/**
 * The columns for these places, `{ key, title }`: the time of each Lisp, and ours as ratios to the others, of
 * those that are measured.
 */
export function columnsFor(places, lisps) {
  const timeOf = (head, key) => ({ head, width: Math.max(11, head.length + 2), cell: (of) => time(of[key]) });
  const over = (head, one, other) => ({
    head,
    width: Math.max(9, head.length + 2),
    cell: (of) => factor(ratioOf(of[one], of[other])),
  });
  const several = places.length > 1;
  return [
    ...places.map(({ key, title }) => timeOf(title, key)),
    ...(lisps.stock ? [timeOf("stock", "stock"), over("× faster", "stock", places[0].key)] : []),
    timeOf("SBCL", "sbcl"),
    ...places.flatMap(({ key, title }) => {
      const named = (head) => (several ? `${head}, ${title}` : head);
      return [
        over(named("× SBCL"), key, "sbcl"),
        ...(lisps[before(key)]
          ? [timeOf(named("before"), before(key)), over(named("× before"), key, before(key))]
          : []),
        ...(lisps[byHand(key)]
          ? [timeOf(named("by hand"), byHand(key)), over(named("× by hand"), key, byHand(key))]
          : []),
      ];
    }),
  ];
}

export function printHead(columns) {
  printLine(columns, "", (column) => column.head, "aim");
}

/** Prints a program's row with the aims as `{ text, met }`, and what went wrong. */
export function printRow(columns, title, measures, aims, problems) {
  const end = aims.map(({ text, met }) => `${met ? "✓" : "✗"} ${text}`).join(", ");
  printLine(columns, title, (column) => column.cell(measures), end);
  for (const problem of problems) console.log(`    ${problem}`);
}

/** Prints what a program takes with safepoints and without. */
export function printShare(title, ours, bare) {
  const cells = [time(ours), time(bare), factor(ratioOf(ours, bare))];
  const columns = cells.map((text) => ({ width: 11, text }));
  printLine(columns, title, ({ text }) => text, "× without safepoints");
  for (const { problem } of [ours, bare])
    if (problem !== undefined) console.log(`    ${problem.split("\n")[0]}`);
}

export const factor = (x) => (x === null || Number.isNaN(x) ? "-" : x.toFixed(x < 10 ? 2 : x < 100 ? 1 : 0));

function time(measure) {
  if (measure?.ms === undefined) return "-";
  const { ms } = measure;
  if (ms >= 1) return `${ms.toFixed(2)} ms`;
  return ms >= 0.001 ? `${(ms * 1000).toFixed(2)} µs` : `${(ms * 1e6).toFixed(0)} ns`;
}

function printLine(columns, title, cell, end) {
  const cells = columns.map((column) => cell(column).padStart(column.width));
  console.log(`${title.padEnd(TITLE)}${cells.join("")}  ${end}`);
}
