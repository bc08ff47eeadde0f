import { expect, test } from "vitest";
import { KeptDefinitions } from "./kept-definitions.js";
import { MAX_MESSAGE } from "./message-limit.js";

const file = (namestring: string, text: string) => ({ namestring, text });
const named = (name: string, ...files: { namestring: string; text: string }[]) => ({
  names: [`FUNCTION ${name}`],
  undefined: [],
  files,
});

test("a form that defined nothing leaves nothing", () => {
  const kept = new KeptDefinitions();
  kept.add("(f)", "P", { names: [], undefined: [], files: [file("/a", "1")] });
  expect(kept.list).toEqual([]);
});

test("a file that is loaded again as it was is kept once", () => {
  const kept = new KeptDefinitions();
  for (let i = 0; i < 1000; i++) kept.add("(load)", "P", named(`F${i}`, file("/a", "x".repeat(100_000))));
  expect(kept.list.filter(({ names }) => names[0] === "FILE /a")).toHaveLength(1);
  expect([kept.list.length, kept.dropped]).toEqual([1001, 0]);
  kept.add("(load)", "P", named("G", file("/a", "other")));
  expect(kept.list.at(-2)?.code).toContain('"other"');
});

test("a form that defines what the one before it did takes its place", () => {
  const kept = new KeptDefinitions();
  for (let i = 0; i < 1000; i++) kept.add(`(setq x ${i})`, "P", named("X"));
  kept.add("(setq y 1)", "P", named("Y"));
  kept.add("(setq x 1)", "P", named("X"));
  expect(kept.list.map(({ code }) => code)).toEqual(["(setq x 999)", "(setq y 1)", "(setq x 1)"]);
});

test("what comes when there is no more room is not kept, and counted", () => {
  const kept = new KeptDefinitions();
  const quarter = "x".repeat(MAX_MESSAGE / 4 - 1000);
  for (let i = 0; i < 6; i++) kept.add(quarter, "P", named(`F${i}`, file("/a", "same")));
  const names = ["FILE /a", "FUNCTION F0", "FUNCTION F1", "FUNCTION F2", "FUNCTION F3"];
  expect(kept.list.map((definition) => definition.names[0])).toEqual(names);
  expect(kept.dropped).toBe(2);
  const chars = kept.list.reduce((sum, { code }) => sum + code.length, 0);
  expect(chars).toBeLessThanOrEqual(MAX_MESSAGE);
});
