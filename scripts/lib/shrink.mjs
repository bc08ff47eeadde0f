/** Terser after esbuild, for the files that everybody loads: names by use, and expressions in fewer words. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { BUILD } from "./paths.mjs";

/** The cache of what was shrunk, by content: it takes seconds, and most files stay as they were. */
const CACHE = join(BUILD, "shrunk");
const OPTIONS = { module: true, compress: { passes: 2, ecma: 2022 }, format: { ecma: 2022 } };
/** Functions that stand together compress better: a thousand bytes of the engine. */
const TOGETHER = { ...OPTIONS, compress: { ...OPTIONS.compress, hoist_funs: true } };

/** Replaces each of the files by a shorter one that does the same. */
export async function shrink(files) {
  const each = async (file) => writeFileSync(file, await shorter(readFileSync(file, "utf8")));
  await Promise.all(files.map(each));
}

/** A module that is as esbuild bundles it, minified by esbuild and shortened. */
export async function minified(text) {
  const { transform } = await import("esbuild");
  const { code } = await transform(text, {
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
  });
  return shorter(code, TOGETHER);
}

async function shorter(text, options = OPTIONS) {
  mkdirSync(CACHE, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(BUILD, "..", "node_modules", "terser", "package.json")));
  const hash = createHash("sha256")
    .update(JSON.stringify([version, options]))
    .update(text)
    .digest("hex");
  const cached = join(CACHE, `${hash}.js`);
  if (!existsSync(cached)) {
    const made = `${cached}.${process.pid}`;
    writeFileSync(made, await inThread(text, options));
    renameSync(made, cached);
  }
  return readFileSync(cached, "utf8");
}

let idle = availableParallelism();
const waiting = [];

/** What terser makes of a text, in a thread of its own: as many at once as there are cores. */
async function inThread(text, options) {
  if (idle > 0) idle--;
  else await new Promise((resolve) => waiting.push(resolve));
  try {
    return await new Promise((resolve, reject) => {
      const thread = new Worker(new URL("./shrink-thread.mjs", import.meta.url), {
        workerData: { text, options },
      });
      thread.once("message", resolve).once("error", reject);
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else idle++;
  }
}
