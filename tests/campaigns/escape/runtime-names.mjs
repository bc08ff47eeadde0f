/** The runtime's functions, by what the overlay and the compiler call of it. */
import { readFileSync } from "node:fs";
import { at } from "../../../scripts/lib/paths.mjs";
import { filesUnder } from "../../../scripts/lib/stamps.mjs";

export function runtimeNames() {
  const names = (folder, ending, pattern) =>
    filesUnder(at("jscl-bridge", folder))
      .filter((file) => file.endsWith(ending) && !file.endsWith(".test.ts"))
      .flatMap((file) => [...readFileSync(file, "utf8").matchAll(pattern)].map(([, name]) => name));
  return [
    ...new Set([...names("lisp", ".lisp", /%runtime "(\w+)"/g), ...names("compiler", ".ts", /\bR\.(\w+)/g)]),
  ].sort();
}
