/**
 * `npm run ansi`: the public suite of tests of ANSI Common Lisp, in Node, each chapter in an image of its
 * own. The suite is fetched by commit under build/. Needs dist/ (`npm run build`).
 *
 *   npm run ansi -- --fetch                 fetches the suite; with `--from REPOSITORY` from elsewhere
 *   npm run ansi                            every chapter, some two minutes
 *   npm run ansi -- arrays strings          some chapters
 *   npm run ansi -- arrays --failures       with what each failed test says
 *   npm run ansi -- --json results.json     writes each test's result
 */
import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { at } from "../../../scripts/lib/paths.mjs";
import { duration, Problem, runMain, thousands } from "../../../scripts/lib/report.mjs";
import { startInNode } from "../corpus/node-server.mjs";
import { runChapter } from "./run.mjs";
import { chapters, fetchSuite } from "./suite.mjs";

const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`;

function row(title, results, ms) {
  const passed = results.filter((result) => result.passed).length;
  const cells = [thousands(passed), thousands(results.length), percent(passed, results.length)];
  const time = ms === undefined ? "" : duration(ms).padStart(12);
  console.log(title.padEnd(24) + cells.map((cell) => cell.padStart(9)).join("") + time);
}

await runMain(async () => {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      fetch: { type: "boolean" },
      from: { type: "string" },
      failures: { type: "boolean" },
      json: { type: "string" },
    },
  });
  if (options.fetch) {
    await fetchSuite(options.from);
    return;
  }
  if (!existsSync(at("dist", "jscl-mcp.js")))
    throw new Problem("There is no dist/ yet: run `npm run build` first.");
  const known = chapters();
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown) throw new Problem(`There is no chapter "${unknown}"; there are ${known.join(", ")}.`);
  const server = await startInNode();
  const all = [];
  try {
    for (const chapter of positionals.length > 0 ? positionals : known) {
      const began = performance.now();
      const { results, problems } = await runChapter(chapter, server);
      row(chapter, results, performance.now() - began);
      for (const problem of problems) console.log(`  ${problem}`);
      all.push(...results.map((result) => ({ chapter, ...result })));
      if (options.failures) for (const { passed, report } of results) if (!passed) console.log(report.trim());
    }
  } finally {
    await server.close();
  }
  row("all", all);
  row(
    "tests of errors",
    all.filter(({ name }) => /\.ERR/.test(name)),
  );
  if (options.json) writeFileSync(options.json, JSON.stringify(all, null, 1));
});
