/** The declarations that the package ships: of what tsc writes of its sources, what an entry leads to. */
import { copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { at } from "./paths.mjs";
import { mustRun } from "./run.mjs";

const EMITTED = at("build", "declarations");
export const TYPES = at("build", "types");

/** The entries, as the member `exports` of package.json names their types. */
export const TYPE_ENTRIES = [
  "jscl-bridge/index.d.ts",
  "jscl-bridge/node/index.d.ts",
  "www/elements/lisp-cell.d.ts",
];

/** Writes build/types/ and resolves to the number of files there. */
export async function emitTypes() {
  for (const folder of [EMITTED, TYPES]) rmSync(folder, { recursive: true, force: true });
  const tsc = at("node_modules", "typescript", "bin", "tsc");
  await mustRun(process.execPath, [tsc, "--project", at("scripts", "tsconfig.types.json")]);
  const files = reachable(TYPE_ENTRIES.map((entry) => join(EMITTED, entry)));
  for (const file of files) {
    const target = join(TYPES, relative(EMITTED, file));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(file, target);
  }
  return files.length;
}

/** The files and all that they import, and those in turn. */
function reachable(entries) {
  const found = new Set(entries);
  for (const file of found)
    for (const [, name] of readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*\(?"(\.[^"]+)\.js"/g))
      found.add(resolve(dirname(file), `${name}.d.ts`));
  return [...found];
}
