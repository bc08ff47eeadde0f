import { beforeAll, expect, test } from "vitest";
import { errorRows, supertypes } from "../fixtures/seeds.js";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

for (const { seed, code, type } of errorRows) {
  test(`${seed}: ${code.slice(0, 80)}`, () => {
    const { outcome } = evaluate(code);
    expect(outcome.status).toBe("error");
    expect(`${outcome.condition?.type}\n${outcome.condition?.message}`).toContain(type);
    const supertype = supertypes[type];
    if (supertype) expect(outcome.condition?.precedence).toContain(supertype);
    expect(outcome.condition?.restarts.at(-1)).toEqual({
      name: "ABORT",
      description: "Return to top level.",
      parameters: "()",
    });
    expect(evaluate("(+ 1 2)").outcome).toMatchObject({ status: "ok", values: ["3"] });
  });
}
