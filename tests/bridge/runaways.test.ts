import { beforeAll, describe, expect, test } from "vitest";
import { runaways } from "../bench/lib/runaway-programs.mjs";
import { bootEvaluator, type Evaluator } from "./image.js";
import { spentMs } from "./spent.js";

/** One of so many, evenly over the kinds; `npm run runaways` runs them all. */
const EACH = 6;
const DEADLINE_MS = 200;
/** Beyond twice the deadline. */
const SLACK_MS = 1000;

let evaluate: Evaluator;

beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const chosen = runaways().filter((_, i) => i % EACH === 0);

describe("programs without end", () => {
  test.each(chosen.map(({ kind, title, code }) => [kind, title, code]))("%s: %s", (_kind, _title, code) => {
    evaluate("(defvar *kept* 7) (defun kept () *kept*)");
    const began = spentMs();
    const { outcome } = evaluate(code, { deadlineMs: DEADLINE_MS });
    expect(spentMs() - began).toBeLessThan(2 * DEADLINE_MS + SLACK_MS);
    expect(["timeout", "error", "ok"]).toContain(outcome.status);
    expect(
      evaluate("(list (kept) (+ 1 2) (handler-case (car 1) (error () :handled)))").outcome.values,
    ).toEqual(["(7 3 :HANDLED)"]);
  });
});
