import { expect, test } from "vitest";
import { allowedImports, circles, forbiddenImports, importsOf } from "../lib/rooms.mjs";

test("each room imports only what the table of rooms allows", () => {
  expect(allowedImports().size).toBeGreaterThan(8);
  expect(forbiddenImports()).toEqual([]);
});

test("the table allows no circle of rooms", () => {
  expect(circles(allowedImports())).toEqual([]);
});

test("no file imports itself by way of others", () => {
  expect(circles()).toEqual([]);
});

test("an import that is not allowed is found, types included", () => {
  const allowed = new Map([
    ["reader", ["runtime"]],
    ["runtime", []],
  ]);
  const bridge = new URL("../../jscl-bridge/", import.meta.url).pathname;
  const imports = new Map([
    [`${bridge}runtime/a.ts`, [`${bridge}reader/b.ts`]],
    [`${bridge}reader/b.ts`, [`${bridge}runtime/a.ts`]],
  ]);
  expect(forbiddenImports(allowed, imports)).toEqual([
    "jscl-bridge/runtime/a.ts imports jscl-bridge/reader/b.ts",
  ]);
  expect(circles(imports)).toHaveLength(1);
  const source = `import type { A } from "./a.js";\nimport { type B, c } from "./b.js";\nexport const x: B = await import("./d.js");\nc();`;
  expect(importsOf(source, true).toSorted()).toEqual(["./a.js", "./b.js", "./d.js"]);
  expect(importsOf(source, false).toSorted()).toEqual(["./b.js", "./d.js"]);
});
