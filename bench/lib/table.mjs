/** The table of `npm run bench:lisp`. */
const COLUMNS = [26, 11, 11, 10, 11, 10];

export function printHead() {
  printLine(["", "ours", "stock", "× faster", "SBCL", "× SBCL"], "aim");
}

/**
 * Prints a program's row and returns whether its aims are met. Where another Lisp has no time, there is no
 * aim against it.
 */
export function printRow({ title, aim }, { ours, stock, sbcl }) {
  const overStock = ratio(stock, ours);
  const ofSbcl = ratio(ours, sbcl);
  const aims = [
    [`≥ ${aim.overStock} × stock`, overStock === null || overStock >= aim.overStock],
    aim.overSbcl && [`≤ ${aim.overSbcl} × SBCL`, ofSbcl === null || ofSbcl <= aim.overSbcl],
    aim.atMostMs && [`≤ ${aim.atMostMs} ms`, ours.ms <= aim.atMostMs],
  ].filter(Boolean);
  const met = ours.ms !== undefined && aims.every(([, each]) => each);
  const cells = [title, time(ours), time(stock), factor(overStock), time(sbcl), factor(ofSbcl)];
  printLine(cells, `${met ? "✓" : "✗"} ${aims.map(([text]) => text).join(", ")}`);
  for (const [name, result] of Object.entries({ ours, stock, SBCL: sbcl })) {
    if (result?.problem !== undefined) console.log(`    ${name}: ${result.problem.split("\n")[0]}`);
  }
  return met;
}

/** Prints what a program takes with safepoints and without. */
export function printShare(title, ours, bare) {
  const cells = [title, time(ours), time(bare), factor(ratio(ours, bare))];
  printLine(cells, "× without safepoints");
  for (const { problem } of [ours, bare])
    if (problem !== undefined) console.log(`    ${problem.split("\n")[0]}`);
}

const ratio = (a, b) => (a?.ms === undefined || b?.ms === undefined ? null : a.ms / b.ms);
const factor = (x) => (x === null ? "-" : x.toFixed(x < 10 ? 2 : 0));

function time(result) {
  if (result?.ms === undefined) return "-";
  const { ms } = result;
  if (ms >= 1) return `${ms.toFixed(2)} ms`;
  return ms >= 0.001 ? `${(ms * 1000).toFixed(2)} µs` : `${(ms * 1e6).toFixed(0)} ns`;
}

function printLine(cells, end) {
  const text = cells.map((cell, i) => (i === 0 ? cell.padEnd(COLUMNS[i]) : cell.padStart(COLUMNS[i])));
  console.log(`${text.join("")}  ${end}`);
}
