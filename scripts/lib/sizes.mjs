/** The sizes of every file of dist/, raw and compressed, and whether the server's wasm keeps to its limit. */
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { brotli, gzipped } from "./compress.mjs";
import { DIST } from "./paths.mjs";
import { Problem, thousands } from "./report.mjs";
import { filesUnder } from "./stamps.mjs";

/**
 * The project's own limit for the server, in bytes as it lies on disk. It was 150,000 for five tools and one
 * session; resources, prompts, completion, subscriptions, logging and questions to clients, in five versions
 * of the protocol, take as much again; bounds for each text, indexes and limits that bound what each input
 * costs, and records that nothing is lost from, some 30,000; the schemas of all results, some 20,000. The
 * code that serde derives for each type of the contract, in place of encoders by hand, and values that cross
 * as they are, take some 50,000: a message of 10 MB is not copied.
 */
const WASM_LIMIT = 425_000;

/** [{ name, raw, gzip, brotli }] in bytes, the largest first. */
export async function measureSizes() {
  if (!existsSync(DIST)) throw new Problem("There is no dist/ yet: run `npm run build` first.");
  const files = filesUnder(DIST).filter((file) => !/\.(br|gz)$/.test(file));
  const rows = await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      const [gz, br] = await Promise.all([gzipped(bytes), brotli(bytes)]);
      return { name: relative(DIST, file), raw: bytes.length, gzip: gz.length, brotli: br.length };
    }),
  );
  return rows.sort((a, b) => b.raw - a.raw);
}

/** Prints the table; false when the wasm is over its limit. */
export function printSizes(rows) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const all = [...rows, { name: "all", raw: sum("raw"), gzip: sum("gzip"), brotli: sum("brotli") }];
  const width = Math.max(...all.map((row) => row.name.length), 4);
  const line = (name, ...cells) =>
    console.log(name.padEnd(width) + cells.map((cell) => cell.padStart(12)).join(""));
  line("file", "raw", "gzip", "brotli");
  for (const row of all) line(row.name, thousands(row.raw), thousands(row.gzip), thousands(row.brotli));
  const wasm = rows.find((row) => row.name.endsWith(".wasm"));
  if (!wasm) return true;
  const share = ((100 * wasm.raw) / WASM_LIMIT).toFixed(0);
  console.log(
    `\n${wasm.name}: ${thousands(wasm.raw)} of at most ${thousands(WASM_LIMIT)} bytes (${share} %)`,
  );
  return wasm.raw <= WASM_LIMIT;
}
