/** The sizes of every file of dist/, raw and compressed, and what of it is over its limit. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliSize, gzipped } from "./compress.mjs";
import { filesBehind } from "./imports.mjs";
import { DIST } from "./paths.mjs";
import { Problem, thousands } from "./report.mjs";
import { filesUnder } from "./stamps.mjs";

/**
 * How far over its last weight a file may go: a change that is right is not refused for some bytes, and one
 * that brings a library along is.
 *
 * The rule for raising a limit: `npm run sizes` says what has grown. Where that is wanted, write what the
 * file weighs now here, and say in the commit what the bytes are for. Where it is not, find out what came
 * along. A file that has become much smaller gets its new weight, too: a test asks for that.
 */
const ROOM = 1.05;

/** How much of its last weight a file has at least, or the limit is too far away to notice anything. */
const LEAST = 0.9;

const limitOf = (weight) => Math.ceil(weight * ROOM);

/**
 * The server's WebAssembly, in bytes as it lies on disk. Five tools and one session took 150,000. Resources,
 * prompts, completion, subscriptions, logging and questions, in five versions of the protocol, took as much
 * again; bounds for each text, indexes, and records that nothing is lost from, some 30,000; the code that
 * serde derives for each type of the contract some 50,000; the tools of the set `development` some 25,000,
 * of which half are their schemas.
 */
const WASM_WEIGHT = 500_715;

/** What a cell's editor loads until somebody can type, compressed by brotli. */
const EDITOR_WEIGHT = 96_007;

/** What a cell on a page loads before somebody looks, compressed by brotli. */
const CELL_WEIGHT = 8_059;

/**
 * Limits of a cell on a page, in bytes compressed by brotli: before somebody looks, to its first value in
 * all, after it, and for the editor.
 */
export const EMBED_LIMITS = {
  untouched: limitOf(CELL_WEIGHT),
  firstValue: limitOf(398_673),
  later: limitOf(300_577),
  editor: limitOf(EDITOR_WEIGHT),
};

/** What the playground loads at first, compressed by brotli, without fonts. */
export const FIRST_LOAD_LIMIT = limitOf(598_506);

/**
 * What every page loads before the first value, compressed by brotli. The functions of lists and sequences
 * are in the Worker's own file: in the Lisp's they took as much.
 */
const DOWNLOAD_WEIGHTS = {
  "jscl.js": 68_617,
  "jscl-worker.js": 156_679,
  "jscl_mcp_bg.wasm": 160_438,
  "jscl-mcp.js": 14_481,
  "lisp-cell.js": CELL_WEIGHT,
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

/** [{ name, weight, noted, unit }]: what has a limit, and what it weighed when that was set. */
async function weighed() {
  const weigh = (name) => brotliSize(readFileSync(join(DIST, name)));
  const sum = async (names) => (await Promise.all(names.map(weigh))).reduce((all, each) => all + each, 0);
  const wasm = "jscl_mcp_bg.wasm";
  const raw = readFileSync(join(DIST, wasm)).length;
  const downloads = Object.entries(DOWNLOAD_WEIGHTS).map(async ([name, noted]) => ({
    name,
    weight: await weigh(name),
    noted,
    unit: "bytes, compressed",
  }));
  return [
    { name: wasm, weight: raw, noted: WASM_WEIGHT, unit: "bytes" },
    ...(await Promise.all(downloads)),
    {
      name: "A cell's editor",
      weight: await sum(editorFiles()),
      noted: EDITOR_WEIGHT,
      unit: "bytes, compressed",
    },
  ];
}

/** What is over its limit, in words. */
export async function overLimits() {
  return (await weighed())
    .filter(({ weight, noted }) => weight > limitOf(noted))
    .map(
      ({ name, weight, noted, unit }) =>
        `${name}: ${thousands(weight)} of at most ${thousands(limitOf(noted))} ${unit}`,
    );
}

/** What weighs so much less than it did that its limit says nothing any more, in words. */
export async function wideLimits() {
  return (await weighed())
    .filter(({ weight, noted }) => weight < noted * LEAST)
    .map(
      ({ name, weight }) => `${name} weighs ${thousands(weight)} now: write that into scripts/lib/sizes.mjs`,
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
