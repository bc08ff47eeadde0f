/**
 * Lists that are taken apart by lambda lists: DESTRUCTURING-BIND, macros, types (CLHS 3.4.4, 3.4.5), as SBCL
 * 2.2.9 does it.
 */
import { beforeAll, expect, test } from "vitest";
import PROGRAMS from "./destructuring.cases.json" with { type: "json" };
import { bootEvaluator, type Evaluator } from "./image.js";
import { evaluateAlone } from "./recorded.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

test.each(PROGRAMS as [string, string][])("%s", (program, expected) => {
  expect(evaluateAlone(evaluate, program).answer).toBe(expected);
});
