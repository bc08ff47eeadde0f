import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { at } from "../lib/paths.mjs";
import { DIFFERENT } from "../lib/symbol-states.mjs";
import { symbolFacts, tableOfSymbols } from "../lib/symbols.mjs";

let facts;
beforeAll(async () => {
  facts = await symbolFacts();
});

test("COMMON-LISP exports the standard's 978 symbols", () => {
  expect(facts.size).toBe(978);
});

test("each symbol names something", () => {
  expect([...facts].flatMap(([name, { kinds }]) => (kinds === "" ? [name] : []))).toEqual([]);
});

test("each symbol that works, and each that differs, is in a test", () => {
  expect([...facts].flatMap(([name, { tests }]) => (tests === 0 ? [name] : []))).toEqual([]);
});

test("what differs is a symbol of the standard's", () => {
  expect([...DIFFERENT.keys()].filter((name) => !facts.has(name))).toEqual([]);
});

test("docs/symbols.md is current: `npm run generate` writes it", () => {
  expect(readFileSync(at("docs", "symbols.md"), "utf8")).toBe(tableOfSymbols(facts));
});
