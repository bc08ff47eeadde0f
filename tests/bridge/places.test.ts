/**
 * Places: the order of their effects (CLHS 5.1.1), and what the macros that take them answer, as SBCL 2.2.9
 * has both.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";
import { allForms } from "./places/forms.js";
import PROGRAMS from "./places/programs.cases.json" with { type: "json" };
import ANSWERS from "./places/sbcl.cases.json" with { type: "json" };
import { answerOf, evaluateAlone } from "./recorded.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
  const { outcome } = evaluate(readFileSync(new URL("places/prelude.lisp", import.meta.url), "utf8"));
  expect(outcome.condition).toBeNull();
});

describe("effects are in the order of SBCL's", () => {
  const recorded = ANSWERS as Record<string, Record<string, string>>;
  test.each(Object.entries(allForms()))("%s", (operation, forms) => {
    const answers = Object.entries(forms).map(([place, form]) => [place, answerOf(evaluate(form).outcome)]);
    expect(Object.fromEntries(answers)).toEqual(recorded[operation]);
  });
});

describe("scopes, numbers of values and mistakes are as in SBCL", () => {
  test.each(PROGRAMS as [string, string][])("%s", (program, expected) => {
    expect(evaluateAlone(evaluate, program).answer).toBe(expected);
  });
});
