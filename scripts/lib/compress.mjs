/**
 * Compressed siblings (`x.js.br`, `x.js.gz`), so that any file server can send them without work of its own.
 */
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

export const brotli = (bytes) =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
export const gzipped = (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION });

const encodings = [
  [".br", brotli],
  [".gz", gzipped],
];

export async function compressFolder(folder) {
  mkdirSync(CACHE, { recursive: true });
  const files = filesUnder(folder).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(files.map(compressFile));
}

async function compressFile(file) {
  const bytes = readFileSync(file);
  if (bytes.length < WORTH_IT) return;
  const hash = createHash("sha256").update(bytes).digest("hex");
  for (const [extension, compress] of encodings) {
    const cached = join(CACHE, hash + extension);
    if (!existsSync(cached)) writeFileSync(cached, await compress(bytes));
    copyFileSync(cached, file + extension);
  }
}
