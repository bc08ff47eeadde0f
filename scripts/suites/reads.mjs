/** What files of tests read of the tree: their imports, those in turn, and the paths that they name. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { at, ROOT } from "../lib/paths.mjs";

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g;
const BESIDE = /new URL\(\s*["'`](?!https?:)([^"'`$]+)["'`],\s*import\.meta\.url/g;
const AT = /\bat\(((?:"[\w.-]+"(?:,\s*)?)+)/g;

/** What is made, or comes from npm: the lock file stands for the latter. */
const NOT_OURS = /^(node_modules|build|dist|target)(\/|$)/;

/** The source that an import names: TypeScript is imported by the name of what it becomes. */
function sourceOf(path) {
  const file = path.replace(/\?.*$/, "");
  return [file, file.replace(/\.js$/, ".ts"), file.replace(/\.js$/, ".d.ts")].find((each) =>
    existsSync(each),
  );
}

/** The paths that a source names, absolute. */
function namedIn(file, text) {
  const folder = dirname(file);
  const beside = [...text.matchAll(BESIDE)].map(([, path]) => resolve(folder, path));
  const fromRoot = [...text.matchAll(AT)].map(([, parts]) =>
    join(ROOT, ...JSON.parse(`[${parts.replace(/,\s*$/, "")}]`)),
  );
  return [...beside, ...fromRoot].filter((path) => existsSync(path) && path !== resolve(ROOT));
}

/** Files and folders, from the root, that the given files read; a folder may be named whole. */
export function readBy(files) {
  const sources = new Set(files);
  const named = new Set();
  for (const file of sources) {
    if (!/\.m?[jt]s$/.test(file)) continue;
    const text = readFileSync(file, "utf8");
    for (const [, path] of text.matchAll(IMPORT)) {
      const source = sourceOf(resolve(dirname(file), path));
      if (source !== undefined && statSync(source).isFile()) sources.add(source);
    }
    // The scripts that a test imports name paths for the build.
    if (!file.startsWith(at("scripts"))) for (const path of namedIn(file, text)) named.add(path);
  }
  const paths = [...sources, ...named].map((path) => relative(ROOT, path));
  return [...new Set(paths)].filter((path) => !path.startsWith("..") && !NOT_OURS.test(path)).sort();
}
