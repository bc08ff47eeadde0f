/**
 * `npm run libraries`: public libraries as they are, each loaded by ASDF in an image of its own, in Node, and
 * then their own tests; the counts are compared with SBCL's. They are fetched by commit under build/. Needs
 * dist/ (`npm run build`).
 *
 *   npm run libraries -- --fetch            fetches them; with `--from DIR` from checkouts in a folder
 *   npm run libraries                       every library of list.json
 *   npm run libraries -- alexandria         some
 *   npm run libraries -- --failures         with what each says that did not load or pass
 *   npm run libraries -- --load             loads, and runs no tests
 *   npm run libraries -- --without sbcl     without a feature
 *   npm run libraries -- --json FILE        writes the results
 *   npm run libraries -- --outputs DIR      writes what each says
 *   npm run libraries -- --ask-sbcl         asks SBCL, and records its answers in sbcl.json
 *   npm run libraries -- --table            writes docs/libraries.md
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { at } from "../../../scripts/lib/paths.mjs";
import { duration, Problem, runMain } from "../../../scripts/lib/report.mjs";
import { each } from "./at-once.mjs";
import { fetchAll, librariesNamed } from "./checkouts.mjs";
import { runHere, runInSbcl } from "./run.mjs";
import { passes, tableOf } from "./table.mjs";

const RECORD = new URL("sbcl.json", import.meta.url);
const recorded = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, "utf8")) : {};

const shown = (counts) => (counts === null ? "-" : `${counts.passed}/${counts.total}`);

function row(system, result, sbcl, ms) {
  const state = !result.loaded ? "no" : passes(result, sbcl) ? "passes" : "loads";
  const cells = [state, shown(result.counts), sbcl ? shown(sbcl.counts) : "?"];
  console.log(
    system.padEnd(34) + cells.map((cell) => cell.padStart(14)).join("") + duration(ms).padStart(10),
  );
}

await runMain(async () => {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      fetch: { type: "boolean" },
      from: { type: "string", multiple: true, default: [] },
      failures: { type: "boolean" },
      load: { type: "boolean" },
      without: { type: "string", multiple: true, default: [] },
      json: { type: "string" },
      outputs: { type: "string" },
      jobs: { type: "string", default: "1" },
      "ask-sbcl": { type: "boolean" },
      table: { type: "boolean" },
    },
  });
  if (options.outputs) mkdirSync(options.outputs, { recursive: true });
  if (options.fetch) {
    await fetchAll(options.from);
    return;
  }
  const libraries = librariesNamed(positionals);
  if (options["ask-sbcl"]) {
    await each(libraries, Number(options.jobs), async (library) => {
      const { output, ...facts } = await runInSbcl(library, { without: options.without });
      if (options.outputs) writeFileSync(join(options.outputs, `${library.system}.txt`), output);
      recorded[library.system] = facts;
      console.log(`${library.system.padEnd(34)} ${shown(facts.counts)} ${facts.problem ?? ""}`);
      writeFileSync(RECORD, `${JSON.stringify(recorded, null, 2)}\n`);
    });
    return;
  }
  if (!existsSync(at("dist", "jscl-worker.js")))
    throw new Problem("There is no dist/ yet: run `npm run build` first.");
  const results = {};
  await each(libraries, Number(options.jobs), async (library) => {
    const began = performance.now();
    const result = await runHere(library, { without: options.without, tests: !options.load });
    const sbcl = recorded[library.system];
    row(library.system, result, sbcl, performance.now() - began);
    if (options.failures && !passes(result, sbcl)) console.log(`  ${result.problem ?? ""}`);
    const { output, ...facts } = result;
    results[library.system] = facts;
    if (options.outputs) writeFileSync(join(options.outputs, `${library.system}.txt`), output);
    if (options.json) writeFileSync(options.json, JSON.stringify(results, null, 1));
  });
  const all = Object.entries(results);
  const loaded = all.filter(([, result]) => result.loaded).length;
  const passed = all.filter(([system, result]) => passes(result, recorded[system])).length;
  console.log(`${loaded} of ${all.length} load, ${passed} pass their tests as in SBCL`);
  if (options.table) writeFileSync(at("docs", "libraries.md"), tableOf(libraries, results, recorded));
});
