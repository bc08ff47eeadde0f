import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { ALONE, OF_DIST } from "../../tests/projects.js";
import { at } from "../lib/paths.mjs";

test("the files that are not in the shared project are there, each once", () => {
  const files = [...Object.keys(ALONE), ...OF_DIST];
  expect(files.filter((file) => !existsSync(at(file)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});
