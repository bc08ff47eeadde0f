/**
 * The site without safepoints in compiled Lisp, for the measurement of what they cost: a copy of dist/ with
 * two files changed.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIST } from "../../../scripts/lib/paths.mjs";
import { Problem } from "../../../scripts/lib/report.mjs";

/**
 * The text of a safepoint: as the compiler's own code has it, and as the compiler has written it for the
 * library.
 */
const WRITTEN = [
  /if\(--S\.fuel<0\)(?:S\.tick\(\)|\$\{[^{}]*\});/g,
  /if\(--S\.fuel<0\)\{S\.sp=q;S\.tick\(\);?\}/g,
];
const COMPILED = [
  /--([\w$]+)\.fuel<0&&\1\.tick\(\)/g,
  /--([\w$]+)\.fuel<0&&\(\1\.sp=[\w$]+,\1\.tick\(\)\)/g,
  /--([\w$]+)\.fuel<0&&\1\.x\(\1\.sp,\(\1\.e\w\([\w$,]+\),\1\.tick\(\)\)\)/g,
];
const LEFT = /--[\w$]+\.fuel<0/;

function without(text) {
  let rest = text;
  for (const pattern of WRITTEN) rest = rest.replaceAll(pattern, "");
  for (const pattern of COMPILED) rest = rest.replaceAll(pattern, "(0)");
  if (LEFT.test(rest)) throw new Problem(`A safepoint has a form that is not known: ${LEFT.exec(rest)}`);
  return rest;
}

/** Makes the copy; `{ folder, remove() }`. */
export function siteWithoutSafepoints() {
  const folder = mkdtempSync(join(tmpdir(), "jscl-mcp-bare-"));
  cpSync(DIST, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  for (const name of ["jscl-worker.js", "jscl.js"]) {
    const path = join(folder, name);
    const text = readFileSync(path, "utf8");
    const bare = without(text);
    if (bare === text) throw new Problem(`There are no safepoints in ${name}.`);
    writeFileSync(path, bare);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
