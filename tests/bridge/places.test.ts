/** Places: the order of their effects (CLHS 5.1.1), and what the macros that take them answer, as SBCL 2.2.9 has both. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Outcome } from "../../jscl-bridge/engine/contract.js";
import { bootEvaluator, type Evaluator } from "./image.js";
import { allForms } from "./places/forms.js";
import PROGRAMS from "./places/programs.cases.json" with { type: "json" };
import ANSWERS from "./places/sbcl.cases.json" with { type: "json" };

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
  const { outcome } = evaluate(readFileSync(new URL("places/prelude.lisp", import.meta.url), "utf8"));
  expect(outcome.condition).toBeNull();
});

/** The values of the last form, or the condition, without line breaks. */
function answer({ condition, values }: Outcome): string {
  if (condition === null) return values.join(" ; ");
  return `!${condition.type}: ${condition.message.replace(/\s+/g, " ").replace(/\.?\s*$/, "")}`;
}

describe("effects are in the order of SBCL's", () => {
  const recorded = ANSWERS as Record<string, Record<string, string>>;
  test.each(Object.entries(allForms()))("%s", (operation, forms) => {
    const answers = Object.entries(forms).map(([place, form]) => [place, answer(evaluate(form).outcome)]);
    expect(Object.fromEntries(answers)).toEqual(recorded[operation]);
  });
});

describe("scopes, numbers of values and mistakes are as in SBCL", () => {
  // What a program defines stays in a package of its own, which is SBCL's COMMON-LISP-USER here.
  const home = "HOME-OF-PROGRAM";
  test.each(PROGRAMS as [string, string][])("%s", (program, expected) => {
    evaluate(`(ignore-errors (delete-package "${home}"))`);
    evaluate(`(defpackage "${home}" (:use "COMMON-LISP"))`);
    const { outcome } = evaluate(program, { package: home });
    expect(answer(outcome).replaceAll(home, "COMMON-LISP-USER")).toBe(expected);
  });
});
