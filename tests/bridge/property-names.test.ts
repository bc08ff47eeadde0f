/** Names of JavaScript's properties are names like any other for everything that a program can name. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { propertyNames } from "../names.js";
import { bootEvaluator, type Evaluator } from "./image.js";

const names = propertyNames();

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
  const checks = readFileSync(new URL("property-names.lisp", import.meta.url), "utf8");
  expect(evaluate(checks).outcome.condition).toBeNull();
});

test.each(names)("%s is ordinary", (name) => {
  const { values, condition } = evaluate(`(failures "${name}")`, { deadlineMs: 20_000 }).outcome;
  expect(condition).toBeNull();
  expect(values).toEqual(["NIL"]);
});
