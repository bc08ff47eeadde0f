/** The sizes of every file of dist/, raw and compressed, and what of it is over its limit. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliSize, gzipped } from "./compress.mjs";
import { filesBehind } from "./imports.mjs";
import { DIST } from "./paths.mjs";
import { Problem, thousands } from "./report.mjs";
import { filesUnder } from "./stamps.mjs";

/**
 * What a reader of a page loads at most, in bytes compressed by brotli. No file has a limit of its own:
 * nobody waits for a file. Five per cent below a limit is where whoever builds is told.
 *
 * They are for readers, and not to be met at their expense: a usual program, a message, or a library's code
 * in place of our own is worth its bytes. What a limit is raised for stands in the commit that does it.
 */
export const LIMITS = {
  /** A page with cells that nobody looks at. */
  untouched: 10_000,
  /** A page with a cell, until its first value is there. */
  firstValue: 480_000,
  /** What such a page loads in all, with the functions that few programs run, which come afterwards. */
  cellPage: 780_000,
  /** A cell's editor, until somebody can type. */
  editor: 110_000,
  /** The playground as it opens, without fonts. */
  playground: 680_000,
};

/** From which part of a limit on one is told that it is near. */
const NEAR = 0.95;

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

/** A chunk of the cells' by its name, with what it loads; nothing where there is none. */
function chunkOfCells(kind) {
  const name = readdirSync(DIST).find((each) => new RegExp(`^lisp-cell-${kind}-[\\w-]+\\.js$`).test(each));
  return name ? filesBehind(DIST, name) : [];
}

/** The files of a cell's editor, without what it loads once somebody can type. */
export const editorFiles = () => chunkOfCells("edit");

/** The files that a page with a cell has loaded when its first value is there. */
function firstValueFiles() {
  const ofCells = [...filesBehind(DIST, "lisp-cell.js"), ...chunkOfCells("run")];
  return [...new Set([...ofCells, "jscl-mcp.js", "jscl_mcp_bg.wasm", "jscl-worker.js", "jscl.js"])];
}

/** [{ name, weight, limit }]: what readers load, as far as it can be told without a browser. */
async function weighed() {
  const weigh = (name) => brotliSize(readFileSync(join(DIST, name)));
  const rows = Object.entries({
    untouched: ["A page with cells that nobody looks at", filesBehind(DIST, "lisp-cell.js")],
    firstValue: ["A page until its first value", firstValueFiles()],
    cellPage: ["A page with cells in all", [...firstValueFiles(), "jscl-rare.js"]],
    editor: ["A cell's editor", editorFiles()],
  });
  return Promise.all(
    rows.map(async ([limit, [name, files]]) => {
      const sizes = await Promise.all(files.map(weigh));
      return { name, weight: sizes.reduce((all, each) => all + each, 0), limit: LIMITS[limit] };
    }),
  );
}

const told = ({ name, weight, limit }) =>
  `${name}: ${thousands(weight)} of at most ${thousands(limit)} bytes, compressed`;

/** What is over its limit, and what is near it, in words. */
export async function nearAndOverLimits() {
  const rows = await weighed();
  const isOver = ({ weight, limit }) => weight > limit;
  const isNear = (row) => !isOver(row) && row.weight > row.limit * NEAR;
  return { over: rows.filter(isOver).map(told), near: rows.filter(isNear).map(told) };
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
