/** Compressed siblings (`x.js.br`, `x.js.gz`), so that any file server can send them without work of its own. */
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { filesUnder } from "./stamps.mjs";

const COMPRESSIBLE = /\.(js|css|html|json|svg|txt|wasm|map|lisp)$/;
/** Below this a second file costs more than it saves. */
const WORTH_IT = 1024;

export const brotli = (bytes) =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
export const gzipped = (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION });

export async function compressFolder(folder) {
  await Promise.all(
    filesUnder(folder)
      .filter((file) => COMPRESSIBLE.test(file))
      .map(async (file) => {
        const bytes = readFileSync(file);
        if (bytes.length < WORTH_IT) return;
        const [br, gz] = await Promise.all([brotli(bytes), gzipped(bytes)]);
        writeFileSync(`${file}.br`, br);
        writeFileSync(`${file}.gz`, gz);
      }),
  );
}
