/**
 * What of JSCL an image has: what is used of it, and no more (runtime/objects/stock-symbols.ts,
 * derive/snapshot).
 */

import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type {
  Jscl,
  LispFunction,
  LispPackage,
  LispSymbol,
} from "../../jscl-bridge/runtime/objects/marshal.js";
import {
  homeName,
  Image,
  makerOf,
  packageSymbols,
  STOCK_NAMES,
  STOCK_ROOTS,
  symbolFunction,
  symbolName,
  symbolValue,
} from "./engine.js";
import { loadParts } from "./image.js";

const bridge = new URL("../../jscl-bridge/", import.meta.url);

/** Sources by name, but for tests and the build step. */
const sources = new Map(
  readdirSync(bridge, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/(\.test|testing|test-image)\.ts$|^derive/.test(name))
    .map((name) => [name, readFileSync(new URL(name, bridge), "utf8")]),
);
const LIST = "runtime/objects/stock-symbols.ts";
const others = [...sources].filter(([name]) => name !== LIST);

let image: Image;
/** JSCL as an image is restored from it, before the image defines anything. */
let restored: Jscl;
beforeAll(async () => {
  const parts = await loadParts();
  image = new Image((options) => {
    restored = parts.createJscl({ ...options, rare: makerOf(parts.rare) });
    functions = Array.from(new Set(Object.values(restored.packages))).flatMap((pkg) =>
      Object.values(packageSymbols(pkg))
        .filter((each): each is LispSymbol => typeof each === "object" && restored.internals.fboundp(each))
        .map((symbol): [LispSymbol, LispFunction] => [symbol, symbolFunction(symbol)]),
    );
    present = new Set(Object.keys(packageSymbols(restored.packages["JSCL"] as LispPackage)));
    return restored;
  });
  image.load(parts.overlay);
});
let present: Set<string>;
let functions: [LispSymbol, LispFunction][];

/** Whether a symbol means anything to a program or to the image. */
const hasDefinition = (symbol: LispSymbol): boolean =>
  image.internals.fboundp(symbol) ||
  symbolValue(symbol) !== undefined ||
  image.definitions.macros.has(symbol) ||
  image.definitions.variables.has(symbol);

describe("the symbols of JSCL that TypeScript names", () => {
  test.each(STOCK_ROOTS)("%s has a definition of JSCL's", (name) => {
    expect(present).toContain(name);
    expect(hasDefinition(image.internals.intern(name, "JSCL"))).toBe(true);
  });

  test.each([...STOCK_ROOTS, ...STOCK_NAMES])("%s is used", (name) => {
    const users = others.filter(([, text]) => new RegExp(`"?${escaped(name)}"?[),:]`).test(text));
    expect(users.map(([file]) => file)).not.toEqual([]);
  });

  test("are all in the list", () => {
    const strays = others.filter(([, text]) => /(sym|intern|callLisp)\([^()]*"JSCL"/.test(text));
    expect(strays.map(([file]) => file)).toEqual([]);
  });
});

test("every function that the runtime gives JSCL is called by something", () => {
  const given = others.flatMap(([, text]) =>
    Array.from(text.matchAll(/"JSCL::([^"]+)":/g), ([, name]) => name),
  );
  expect(given.length).toBeGreaterThan(0);
  expect(given.filter((name) => !present.has(name as string))).toEqual([]);
});

test("a macro that is compiled here or defined by the overlay has no expander of JSCL's", () => {
  const { stockExpanders, macros } = image.definitions;
  const stock = [...macros].filter(([, fn]) => stockExpanders.has(fn)).map(([symbol]) => symbolName(symbol));
  expect(stock.sort()).toMatchInlineSnapshot(`
    [
      "MULTIPLE-VALUE-BIND",
      "MULTIPLE-VALUE-LIST",
    ]
  `);
});

/**
 * Fails when a function of JSCL's comes or goes: look at what led to it, and run with `-u` when that is
 * right.
 */
test("the functions of JSCL that there are", async () => {
  const { compiled } = image.definitions;
  const kept = functions.filter(([symbol, fn]) => symbolFunction(symbol) === fn && !compiled.has(symbol));
  const names = kept.map(([symbol]) => `${homeName(symbol)}::${symbolName(symbol)}`);
  await expect(`${names.sort().join("\n")}\n`).toMatchFileSnapshot("stock/functions.txt");
});

function escaped(name: string): string {
  return name.replace(/[*%()]/g, "\\$&");
}
