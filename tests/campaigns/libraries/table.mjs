/** What was found, as a page of the documentation. */

/** Whether as many tests pass as in SBCL, of as many; tests whose number nobody says are not counted. */
export function passes(result, sbcl) {
  if (!result.loaded || !result.counts || !sbcl?.counts) return false;
  return result.counts.passed >= sbcl.counts.passed && result.counts.total === sbcl.counts.total;
}

const INTRODUCTION = `# Libraries

Public libraries, as they were published, each loaded by \`(asdf:load-system …)\` in an image of its own, and
then their own tests, compared with SBCL's. The list was fixed before: what others depend on most comes first.
\`npm run libraries -- --table\` writes this page; \`tests/campaigns/libraries/list.json\` has the commits.
`;

/** Where a system tells no number, or has no tests, it is said whether TEST-SYSTEM ended without an error. */
function counted(result) {
  if (!result?.loaded) return "";
  if (result.counts !== null) return `${result.counts.passed} of ${result.counts.total}`;
  return result.problem === null ? "no error" : "error";
}

const seconds = (value) => (value === null || value === undefined ? "" : value.toFixed(1));

export function tableOf(libraries, results, recorded) {
  const rows = libraries.map(({ system }) => {
    const result = results[system];
    const sbcl = recorded[system];
    const loads = result.loaded ? "yes" : "no";
    const cells = [
      system,
      loads,
      counted(result),
      counted(sbcl),
      passes(result, sbcl) ? "yes" : "",
      seconds(result.loadSeconds),
      seconds(sbcl?.loadSeconds),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const all = libraries.map(({ system }) => [results[system], recorded[system]]);
  const loaded = all.filter(([result]) => result.loaded).length;
  const passed = all.filter(([result, sbcl]) => passes(result, sbcl)).length;
  return `${INTRODUCTION}
Of ${libraries.length} systems ${loaded} load, and ${passed} pass their tests as in SBCL.

| system | loads | its tests that pass | in SBCL | as in SBCL | seconds to load | in SBCL |
|---|---|---|---|---|---|---|
${rows.join("\n")}
`;
}
