/** How many tests passed, as frameworks of tests say at the end of their reports. */

/**
 * Each pattern has a group for what passed, failed, or for all; a report may have several of a framework. The
 * last framework is any that writes a mark for each test, a dot where it passed.
 */
const FRAMEWORKS = [
  { name: "FiveAM", total: /Did (\d+) checks?\./g, passed: /Pass: (\d+) /g },
  { name: "Parachute", passed: /^ *Passed: +(\d+)/gm, failed: /^ *Failed: +(\d+)/gm },
  {
    name: "RT",
    total: /tests of (\d+) tests total/gm,
    failed: /^(\d+) out of \d+ total tests failed/gm,
  },
  { name: "Rove", passed: /✓ (\d+) tests? completed/g, failed: /× (\d+) of \d+ tests? failed/g },
  { name: "LIFT", total: /: (\d+) tests run,/g, failed: /tests run,.* (\d+) (?:Failure|Error)/g },
  {
    name: "lisp-unit2",
    total: /^ *\| (\d+) assertions total/gm,
    passed: /^ *\| (\d+) passed/gm,
  },
  { name: "unit-test", total: /^ *(\d+) tests total\./gm, passed: /^ *(\d+) passed\./gm },
  {
    name: "Stefil",
    total: /tests?, (\d+) assertions?, /g,
    failed: /assertions?, (\d+) failures? in/g,
  },
];
const MARKS = /^[.!XFE]+$/gm;

const sum = (text, pattern) => {
  const found = pattern === undefined ? [] : [...text.matchAll(pattern)];
  const total = found.reduce(
    (all, [, ...groups]) => all + Number(groups.find((group) => group !== undefined)),
    0,
  );
  return { count: found.length, total };
};

/** `{ framework, passed, total }` of a report; null where no framework's words are in it. */
export function countsOf(text) {
  for (const { name, ...patterns } of FRAMEWORKS) {
    const [passed, failed, total] = ["passed", "failed", "total"].map((key) => sum(text, patterns[key]));
    if (passed.count + total.count === 0) continue;
    if (total.count === 0)
      return { framework: name, passed: passed.total, total: passed.total + failed.total };
    return {
      framework: name,
      passed: passed.count > 0 ? passed.total : total.total - failed.total,
      total: total.total,
    };
  }
  const marks = [...text.matchAll(MARKS)].map(([line]) => line).join("");
  return marks === ""
    ? null
    : { framework: "marks", passed: marks.replace(/[^.]/g, "").length, total: marks.length };
}
