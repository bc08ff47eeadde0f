/** Terser after esbuild, for the files that everybody loads: names by use, and expressions in fewer words. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUILD } from "./paths.mjs";

/** The cache of what was shrunk, by content: it takes seconds, and most files stay as they were. */
const CACHE = join(BUILD, "shrunk");
const OPTIONS = { module: true, compress: { passes: 2, ecma: 2022 }, format: { ecma: 2022 } };
/** Functions that stand together compress better: a thousand bytes of the engine. */
const TOGETHER = { ...OPTIONS, compress: { ...OPTIONS.compress, hoist_funs: true } };

/** Replaces the file of dist/ by a shorter one that does the same. */
export async function shrink(file) {
  writeFileSync(file, await shorter(readFileSync(file, "utf8")));
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
  const { minify } = await import("terser");
  const { version } = JSON.parse(readFileSync(join(BUILD, "..", "node_modules", "terser", "package.json")));
  const hash = createHash("sha256")
    .update(JSON.stringify([version, options]))
    .update(text)
    .digest("hex");
  const cached = join(CACHE, `${hash}.js`);
  if (!existsSync(cached)) writeFileSync(cached, (await minify(text, options)).code);
  return readFileSync(cached, "utf8");
}
