/** What bundled files import of each other. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const STATIC = /\b(?:from|import)\s*"\.\/([\w.-]+\.m?js)"/g;
const DYNAMIC = /\bimport\(\s*"\.\/([\w.-]+\.js)"\s*\)/g;

/** The names in a text that a pattern finds. */
const named = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

/**
 * The bundled file of that name in `folder` and all that it loads with itself; those that it loads when they
 * are needed too, where `withLazy` asks for them.
 */
export function filesBehind(folder, name, withLazy = false) {
  const found = new Set([name]);
  for (const each of found) {
    const text = readFileSync(join(folder, each), "utf8");
    for (const next of named(text, STATIC)) found.add(next);
    if (withLazy) for (const next of named(text, DYNAMIC)) found.add(next);
  }
  return [...found];
}
