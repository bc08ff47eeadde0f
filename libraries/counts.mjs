/** How many tests passed, as frameworks of tests say at the end of their reports. */

/** Each pattern has a group `passed`, or `failed`, or `total`; a report may have several of a framework. */
const FRAMEWORKS = [
  { name: "FiveAM", total: /Did (\d+) checks?\./g, passed: /Pass: (\d+) /g },
  { name: "Parachute", passed: /^ *Passed: +(\d+)/gm, failed: /^ *Failed: +(\d+)/gm },
  {
    name: "RT",
    total: /tests of (\d+) tests total|^Doing (\d+) tests?\b/gm,
    failed: /^(\d+) out of \d+ total tests failed/gm,
  },
  { name: "Rove", passed: /✓ (\d+) tests? completed/g, failed: /× (\d+) of \d+ tests? failed/g },
  { name: "LIFT", passed: /(\d+) Successful tests?/g, failed: /(\d+) (?:Failures?|Errors?)\b/g },
  { name: "lisp-unit2", passed: /\| +Passed: (\d+)/g, failed: /\| +(?:Failed|Errors): (\d+)/g },
  { name: "lisp-unit", passed: /\| (\d+) passed/g, failed: /\| *(\d+) failed/g },
  { name: "Stefil", total: /\((\d+) assertions/g, failed: /(\d+) failures? in/g },
];

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
  return null;
}
