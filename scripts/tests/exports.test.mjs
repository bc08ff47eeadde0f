import { expect, test } from "vitest";
import { exportsOf, importedNames, unusedExports } from "../lib/exports.mjs";

const project = (files) => unusedExports(new Map(Object.entries(files)));

test("an export that nothing imports is found", () => {
  expect(
    project({
      "jscl-bridge/a.ts":
        "export const used = 1;\nexport type Unused = number;\nexport function inside() {}\ninside();",
      "jscl-bridge/b.ts": 'import { used } from "./a.js";',
    }),
  ).toEqual(["jscl-bridge/a.ts: Unused", "jscl-bridge/a.ts: inside"]);
});

test("a test may look at what its subject uses itself, and keeps nothing else alive", () => {
  expect(
    project({
      "jscl-bridge/a.ts": "export const LIMIT = 1;\nexport const dead = 2;\nexport const f = () => LIMIT;",
      "jscl-bridge/a.test.ts": 'import { dead, f, LIMIT } from "./a.js";',
      "jscl-bridge/b.ts": 'import { f } from "./a.js";',
    }),
  ).toEqual(["jscl-bridge/a.ts: dead"]);
});

test("what tests alone import supports them", () => {
  expect(
    project({
      "jscl-bridge/testing.ts": "export const helper = 1;\nexport const spare = 2;",
      "jscl-bridge/a.test.ts": 'import { helper } from "./testing.js";',
    }),
  ).toEqual(["jscl-bridge/testing.ts: spare"]);
});

test("a list that passes names on needs an importer, and is one", () => {
  expect(
    project({
      "www/a.ts": "export const one = 1;\nexport const two = 2;",
      "www/all.ts": 'export { one, two as second } from "./a.js";',
      "www/b.ts": 'import { one } from "./all.js";',
    }),
  ).toEqual(["www/all.ts: second"]);
});

test("imports of all names, of members and by calls", () => {
  const source = `import * as N from "./n.js";
import * as all from "./all.js";
const { a, b: c } = await import("./d.js");
type T = import("./t.js").Type;
import def, { type E } from "./e.js";
N.x(N.y, all, await import("./f.js"));`;
  expect(Object.fromEntries(importedNames(source).map(({ from, names }) => [from, names]))).toEqual({
    "./n.js": ["x", "y"],
    "./all.js": ["*"],
    "./d.js": ["a", "b"],
    "./t.js": ["Type"],
    "./e.js": ["E"],
    "./f.js": ["*"],
  });
  expect(exportsOf("export async function* f() {}\nexport abstract class A {}\nexport { x as y };")).toEqual([
    "f",
    "A",
    "y",
  ]);
});
