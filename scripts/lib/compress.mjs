/**
 * Compressed siblings (`x.js.br`, `x.js.gz`), so that any file server can send them without work of its own.
 */
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { BUILD } from "./paths.mjs";
import { filesUnder } from "./stamps.mjs";

const COMPRESSIBLE = /\.(js|css|html|json|svg|txt|wasm|map|lisp)$/;
/** Below this a second file costs more than it saves. */
const WORTH_IT = 1024;
/**
 * The cache of compressed files, by content: the best compression is slow, and most files stay as they were.
 */
const CACHE = join(BUILD, "compressed");

/** Files of sizes for which the best of many settings is taken: it is some 0.2 % smaller, and slow. */
const LEAST_TRIED = 128 * 1024;
const MOST_TRIED = 640 * 1024;
const { BROTLI_PARAM_LGBLOCK, BROTLI_PARAM_NPOSTFIX, BROTLI_PARAM_NDIRECT } = constants;
const BLOCKS = [0, 17, 19];
/** Distances of matches: low bits that count apart, and short ones with codes of their own. */
const DISTANCES = [
  [0, 0],
  [0, 8],
  [0, 15],
  [1, 0],
];
const SETTINGS = BLOCKS.flatMap((block) =>
  DISTANCES.map(([postfix, direct]) => ({
    [BROTLI_PARAM_LGBLOCK]: block,
    [BROTLI_PARAM_NPOSTFIX]: postfix,
    [BROTLI_PARAM_NDIRECT]: direct,
  })),
);

async function brotli(bytes) {
  const isTried = bytes.length >= LEAST_TRIED && bytes.length <= MOST_TRIED;
  const made = (isTried ? SETTINGS : SETTINGS.slice(0, 1)).map((settings) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, ...settings };
    return promisify(brotliCompress)(bytes, { params });
  });
  const [first, ...others] = await Promise.all(made);
  return others.reduce((best, each) => (each.length < best.length ? each : best), first);
}

export const gzipped = (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION });

const encodings = [
  [".br", brotli],
  [".gz", gzipped],
];

export async function compressFolder(folder) {
  const files = filesUnder(folder).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(files.map(compressFile));
}

async function compressFile(file) {
  const bytes = readFileSync(file);
  if (bytes.length < WORTH_IT) return;
  for (const [extension, compress] of encodings)
    copyFileSync(await inCache(bytes, extension, compress), file + extension);
}

/** The file of the cache that has some bytes compressed. */
async function inCache(bytes, extension, compress) {
  const key = createHash("sha256").update(JSON.stringify(SETTINGS)).update(bytes).digest("hex");
  const cached = join(CACHE, key + extension);
  if (existsSync(cached)) return cached;
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(cached, await compress(bytes));
  return cached;
}

/** The size of some bytes that are compressed as well as browsers take it. */
export const brotliSize = async (bytes) => statSync(await inCache(bytes, ".br", brotli)).size;
