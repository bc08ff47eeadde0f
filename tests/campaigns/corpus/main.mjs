/**
 * `npm run corpus`: what SBCL answered to each program of `open.jsonl` against what our server answers, in
 * Node and in Chromium; writes docs/fidelity.md. Needs dist/ (`npm run build`).
 *
 *   npm run corpus -- --node                      in Node alone; --browser in Chromium alone
 *   npm run corpus -- --node control conditions   some categories; docs/fidelity.md stays as it is
 *   npm run corpus -- --node --diff control       with each difference
 *   npm run corpus -- --node --id 632,635         some programs, answers in full
 *   npm run corpus -- --node --file rows.jsonl    other programs of the same shape
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { at } from "../../../scripts/lib/paths.mjs";
import { bold, duration, Problem, runMain } from "../../../scripts/lib/report.mjs";
import { startInChromium } from "./browser-server.mjs";
import { differences } from "./differences.mjs";
import { fidelity } from "./fidelity.mjs";
import { startInNode } from "./node-server.mjs";
import { runRows } from "./run.mjs";
import { printTable, tally } from "./tally.mjs";

const starts = { Node: startInNode, Chromium: startInChromium };

async function measure(start, rows, onResult) {
  const began = performance.now();
  const server = await start();
  const results = [];
  try {
    for await (const result of runRows(rows, server)) {
      results.push(result);
      onResult(result);
    }
  } finally {
    await server.close();
  }
  return { results, ms: performance.now() - began };
}

await runMain(async () => {
  const { values: options, positionals: categories } = parseArgs({
    allowPositionals: true,
    options: {
      node: { type: "boolean" },
      browser: { type: "boolean" },
      diff: { type: "boolean" },
      id: { type: "string" },
      file: { type: "string", default: fileURLToPath(new URL("open.jsonl", import.meta.url)) },
    },
  });
  if (!existsSync(at("dist", "jscl-mcp.js")))
    throw new Problem("There is no dist/ yet: run `npm run build` first.");
  const all = readFileSync(options.file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const unknown = categories.find((name) => !all.some(({ category }) => category === name));
  if (unknown) throw new Problem(`There is no category "${unknown}".`);
  const ids = options.id?.split(",").map(Number);
  const rows = all.filter(
    ({ category, id }) =>
      (categories.length === 0 || categories.includes(category)) && (ids === undefined || ids.includes(id)),
  );
  const wanted = Object.keys(starts).filter(
    (place) => !(options.node || options.browser) || options[place === "Node" ? "node" : "browser"],
  );
  const tables = {};
  for (const place of wanted) {
    const { results, ms } = await measure(starts[place], rows, (result) => {
      if (ids) console.log(JSON.stringify({ answer: result.answer, expected: result.row.expected }, null, 1));
      if (options.diff || ids) for (const line of differences(result)) console.log(line);
    });
    tables[place] = results;
    console.log(`\n${bold(place)}: ${rows.length} programs, ${duration(ms)}`);
    printTable(tally(results));
  }
  if (rows.length === all.length && wanted.length === 2 && all.length > 0) {
    writeFileSync(at("docs", "fidelity.md"), fidelity(tables));
    console.log("\ndocs/fidelity.md is written.");
  }
});
