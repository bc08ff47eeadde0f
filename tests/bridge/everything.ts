import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { type Evaluator, valuesOf } from "./image.js";

/** Loads all that an image takes in later: every package of the extensions, every module, and a library. */
export function everything(evaluate: Evaluator): void {
  const code = readFileSync(new URL("everything.lisp", import.meta.url), "utf8");
  expect(valuesOf(evaluate(code, { deadlineMs: 120_000 })).at(-1)).toBe("(:EVERYTHING T)");
}
