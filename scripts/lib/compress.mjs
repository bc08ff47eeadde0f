/**
 * Compressed siblings (`x.js.br`, `x.js.gz`), so that any file server can send them without work of its own.
 */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
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

/** Of single settings that were tried on the largest of what every page loads, the one with the least sum. */
const SETTINGS = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_LGBLOCK]: 17,
  [constants.BROTLI_PARAM_NDIRECT]: 15,
};

const brotli = (bytes) => promisify(brotliCompress)(bytes, { params: SETTINGS });

export const gzipped = (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION });

const encodings = [
  [".br", brotli],
  [".gz", gzipped],
];

/** Compresses the files of a folder, which may be served meanwhile. */
export async function compressFolder(folder) {
  const files = filesUnder(folder).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(files.map(compressFile));
}

async function compressFile(file) {
  const bytes = readFileSync(file);
  if (bytes.length < WORTH_IT) return;
  for (const [extension, compress] of encodings) {
    // It appears whole.
    const whole = `${file}${extension}.part`;
    copyFileSync(await inCache(bytes, extension, compress), whole);
    renameSync(whole, file + extension);
  }
}

/** The file of the cache that has some bytes compressed. */
async function inCache(bytes, extension, compress) {
  const key = createHash("sha256").update(JSON.stringify(SETTINGS)).update(bytes).digest("hex");
  const cached = join(CACHE, key + extension);
  if (existsSync(cached)) return cached;
  mkdirSync(CACHE, { recursive: true });
  const whole = `${cached}.${process.pid}`;
  writeFileSync(whole, await compress(bytes));
  renameSync(whole, cached);
  return cached;
}

/** The size of some bytes that are compressed as well as browsers take it. */
export const brotliSize = async (bytes) => statSync(await inCache(bytes, ".br", brotli)).size;
