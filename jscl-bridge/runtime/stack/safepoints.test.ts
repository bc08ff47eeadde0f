import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Node, parse } from "acorn";
import { full } from "acorn-walk";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ROOMS = ["compiler", "engine", "image", "reader", "runtime"];

/** Loops along lists that end by themselves after a bounded number of turns. */
const BOUNDED = ["runtime/objects/hash-keys.ts", "runtime/stack/callstack.ts"];

/** The text of each loop of a TypeScript file, without the loops in functions that it contains. */
function loops(source: string): string[] {
  const { code } = transformSync(source, { loader: "ts", minifyIdentifiers: false });
  const found: string[] = [];
  full(parse(code, { ecmaVersion: "latest", sourceType: "module" }), (node: Node) => {
    if (/^(For|While|DoWhile)Statement$/.test(node.type)) found.push(code.slice(node.start, node.end));
  });
  return found;
}

const walksList = (loop: string) => /=\s*\(?[\w.$]+\.\$\$jscl_cdr\b(?!\.)/.test(loop);
const hasSafepoint = (loop: string) => /\b(next|safepoint|spend|longStep|tick)\(/.test(loop);

test("each loop of ours along a list, which may be circular, has a safepoint", () => {
  const without: string[] = [];
  for (const room of ROOMS) {
    for (const name of readdirSync(`${ROOT}/${room}`, { recursive: true, encoding: "utf8" })) {
      const file = `${room}/${name}`;
      if (!/\.ts$/.test(name) || /test(ing|-image)?\.ts$/.test(name) || BOUNDED.includes(file)) continue;
      const missing = loops(readFileSync(`${ROOT}/${file}`, "utf8")).filter(
        (loop) => walksList(loop) && !hasSafepoint(loop),
      );
      without.push(...missing.map((loop) => `${file}: ${loop.slice(0, 120)}`));
    }
  }
  expect(without).toEqual([]);
});
