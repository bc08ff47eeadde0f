import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

/** The overlay's own tests, written in Lisp, in the image that the site ships. */
const folder = new URL("../../jscl-bridge/lisp/tests/", import.meta.url);
const names = readFileSync(new URL("order.txt", folder), "utf8").split("\n").filter(Boolean);

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator({ isOpen: true });
});

describe("the overlay", () => {
  test.each(names)("%s loads", (name) => {
    const { outcome } = evaluate(readFileSync(new URL(name, folder), "utf8"), { deadlineMs: 20_000 });
    expect(outcome.condition).toBeNull();
  });

  test("passes its tests", () => {
    const { outcome } = evaluate("(jscl-mcp::run-tests)", { deadlineMs: 20_000 });
    expect(outcome.condition).toBeNull();
    const [passed, failed] = outcome.values;
    expect(failed).toBe("NIL");
    expect(Number(passed)).toBeGreaterThan(150);
  });
});
