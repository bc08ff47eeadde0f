import { expect, test } from "vitest";
import { reader } from "./target.mjs";

test("any text ends in forms or a reader error that has its place; data are read as they are printed", async () => {
  const found = [];
  await reader({ seed: "test", from: 0, count: 80, seconds: 100 }, (problem) => found.push(problem));
  expect(found).toEqual([]);
});
