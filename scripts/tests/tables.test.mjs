import { expect, test } from "vitest";
import { findTables, indexedLines } from "../lib/tables.mjs";

test("no table of names has a prototype", () => {
  expect(findTables()).toEqual([]);
});

test.each([
  ["const NAMES: Readonly<Record<string, string>> = {", true],
  ["const NAMES: Record<string, Test> = {};", true],
  ["const found = Object.fromEntries(pairs);", true],
  ["  [name: string]: unknown;", true],
  ["const value = (object as Record<string, unknown>)[key];", true],
  ["const NAMES: Readonly<Record<string, string>> = table({", false],
  ["const NAMES: Record<string, Test> = Object.create(null);", false],
  ["const names = new Map<string, string>();", false],
  ["// A Record<string, X> is …", false],
])("%s", (line, isFound) => {
  expect(indexedLines(line).length).toBe(isFound ? 1 : 0);
});
