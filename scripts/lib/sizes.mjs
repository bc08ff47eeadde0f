/** The sizes of every file of dist/, raw and compressed, and what of it is over its limit. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliSize, gzipped } from "./compress.mjs";
import { filesBehind } from "./imports.mjs";
import { DIST } from "./paths.mjs";
import { Problem, thousands } from "./report.mjs";
import { filesUnder } from "./stamps.mjs";

/**
 * The project's own limit for the server, in bytes as it lies on disk. It was 150,000 for five tools and one
 * session; resources, prompts, completion, subscriptions, logging and questions to clients, in five versions
 * of the protocol, take as much again; bounds for each text, indexes and limits that bound what each input
 * costs, and records that nothing is lost from, some 30,000; the schemas of all results, some 20,000. The
 * code that serde derives for each type of the contract, in place of encoders by hand, and values that cross
 * as they are, take some 50,000: a message of 10 MB is not copied. The tools of the set `development` take
 * some 25,000, of which half are their schemas; input that clients are asked for some 6,000, handles of
 * values and pictures as much; files that are read, written and deleted some 8,000, of which most are
 * schemas; the tool that formats some 12,000, values that are told in progress 2,000, the tool that loads
 * systems 1,200.
 */
const WASM_LIMIT = 483_000;

/**
 * Limits of a cell on a page, in bytes compressed by brotli: before somebody looks, to its first value in
 * all, and for the editor.
 */
export const EMBED_LIMITS = { untouched: 8_192, firstValue: 400_000, later: 287_000, editor: 98_000 };

/** What the playground loads at first, compressed by brotli, without fonts. */
export const FIRST_LOAD_LIMIT = 650_000;

/**
 * Limits of what every page loads before the first value, each a little above what it takes, compressed. The
 * functions of lists and sequences are in the Worker's own file: in the Lisp's they took as much. What puts
 * mapping functions, keyword calls and floats without boxes in place takes some 6,000 of it, exits that
 * functions return and loops in rounds some 2,500. What stands for the functions of the pretty printer, of
 * files of bytes, of compiled files, extensions and the like takes some 3,000 of both.
 */
const DOWNLOAD_LIMITS = {
  "jscl.js": 69_600,
  "jscl-worker.js": 148_800,
  "jscl_mcp_bg.wasm": 138_400,
  "jscl-mcp.js": 14_600,
  "lisp-cell.js": EMBED_LIMITS.untouched,
};

/** [{ name, raw, gzip, brotli }] in bytes, the largest first. */
export async function measureSizes() {
  if (!existsSync(DIST)) throw new Problem("There is no dist/ yet: run `npm run build` first.");
  const files = filesUnder(DIST).filter((file) => !/\.(br|gz)$/.test(file));
  const rows = await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      const [gz, br] = await Promise.all([gzipped(bytes), brotliSize(bytes)]);
      return { name: relative(DIST, file), raw: bytes.length, gzip: gz.length, brotli: br };
    }),
  );
  return rows.sort((a, b) => b.raw - a.raw);
}

/** The files of a cell's editor, without what it loads once somebody can type. */
export function editorFiles() {
  const first = readdirSync(DIST).find((name) => /^lisp-cell-edit-[\w-]+\.js$/.test(name));
  return first ? filesBehind(DIST, first) : [];
}

/** What is over its limit, in words. */
export async function overLimits() {
  const weigh = (name) => brotliSize(readFileSync(join(DIST, name)));
  const sum = async (names) => (await Promise.all(names.map(weigh))).reduce((all, each) => all + each, 0);
  const wasm = "jscl_mcp_bg.wasm";
  const weights = [
    [wasm, readFileSync(join(DIST, wasm)).length, WASM_LIMIT, "bytes"],
    ["A cell's editor", await sum(editorFiles()), EMBED_LIMITS.editor, "bytes, compressed"],
  ];
  for (const [name, limit] of Object.entries(DOWNLOAD_LIMITS))
    weights.push([name, await weigh(name), limit, "bytes, compressed"]);
  return weights
    .filter(([, weight, limit]) => weight > limit)
    .map(
      ([name, weight, limit, unit]) => `${name}: ${thousands(weight)} of at most ${thousands(limit)} ${unit}`,
    );
}

/** Prints the table. */
export function printSizes(rows) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const all = [...rows, { name: "all", raw: sum("raw"), gzip: sum("gzip"), brotli: sum("brotli") }];
  const width = Math.max(...all.map((row) => row.name.length), 4);
  const line = (name, ...cells) =>
    console.log(name.padEnd(width) + cells.map((cell) => cell.padStart(12)).join(""));
  line("file", "raw", "gzip", "brotli");
  for (const row of all) line(row.name, thousands(row.raw), thousands(row.gzip), thousands(row.brotli));
}
