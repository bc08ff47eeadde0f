import { expect, test } from "vitest";
import { toJsonText } from "./wire.js";

test("objects, arrays and strings have a JSON text", () => {
  expect(toJsonText({ a: [1, "x"] })).toBe('{"a":[1,"x"]}');
  expect(toJsonText("text")).toBe('"text"');
  expect(toJsonText(null)).toBe("null");
});

test("what JSON cannot say is the empty text", () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  for (const data of [undefined, 1n, cyclic, { id: 1n }]) expect(toJsonText(data)).toBe("");
});
