import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Outcome } from "../../jscl-bridge/contract/engine.js";
import { bootEvaluator, type Evaluator } from "./image.js";

/** The overlay's own tests, written in Lisp, in the image that the site ships. */
const folder = new URL("../../jscl-bridge/lisp/tests/", import.meta.url);
const names = readFileSync(new URL("order.txt", folder), "utf8").split("\n").filter(Boolean);

const LONG = { deadlineMs: 20_000 };

let evaluate: Evaluator;
/** How each file loaded: all of them once, in their order. */
let loaded: ReadonlyMap<string, Outcome>;
beforeAll(async () => {
  evaluate = await bootEvaluator({ isOpen: true });
  const load = (name: string) => evaluate(readFileSync(new URL(name, folder), "utf8"), LONG).outcome;
  loaded = new Map(names.map((name) => [name, load(name)]));
});

describe("the overlay", () => {
  test.each(names)("%s loads", (name) => {
    expect(loaded.get(name)).toMatchObject({ condition: null });
  });

  test("passes its tests", () => {
    const { outcome } = evaluate("(jscl-mcp::run-tests)", LONG);
    expect(outcome.condition).toBeNull();
    const [passed, failed] = outcome.values;
    expect(failed).toBe("NIL");
    expect(Number(passed)).toBeGreaterThan(150);
  });
});
