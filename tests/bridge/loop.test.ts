/**
 * LOOP (CLHS 6.1): what its clauses answer together, and what of them is refused or warned of, as SBCL 2.2.9
 * does it.
 */
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";
import PROGRAMS from "./loop.cases.json" with { type: "json" };
import { evaluateAlone } from "./recorded.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

test.each(PROGRAMS as [string, string, ...string[]][])("%s", (program, answer, ...warnings) => {
  expect(evaluateAlone(evaluate, program)).toEqual({ answer, warnings });
});
