/** Stamps: what a step was made from, so that a second run does nothing twice. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT, STAMPS } from "./paths.mjs";

/** Every file under `path` (or `path` itself), sorted; nothing when it does not exist. */
export function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== "node_modules" && entry.name !== "target")
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = join(path, entry.name);
      return entry.isDirectory() ? filesUnder(child) : entry.isFile() ? [child] : [];
    });
}

/**
 * A hash over names and contents of all `inputs` (absolute files or folders) that `keep` accepts.
 * @param {readonly string[]} inputs
 * @param {(file: string) => boolean} keep
 */
export function hashOf(inputs, keep = () => true) {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap(filesUnder).filter(keep)) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

const stampFile = (name) => join(STAMPS, name);

/** True when step `name` last succeeded with this hash and every one of its `outputs` still exists. */
export function isFresh(name, hash, outputs) {
  const file = stampFile(name);
  return (
    existsSync(file) && readFileSync(file, "utf8") === hash && outputs.every((output) => existsSync(output))
  );
}

export function stamp(name, hash) {
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stampFile(name), hash);
}

/** Forgets step `name`, so that one that fails half way is not taken for done. */
export function unstamp(name) {
  rmSync(stampFile(name), { force: true });
}
