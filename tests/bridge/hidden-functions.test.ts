/**
 * Internal functions that no program can name, but get hold of as objects: by way of methods, classes, slots,
 * readtables, expansions, conditions, restarts. Called with garbage, they say no word of JavaScript, and the
 * image goes on.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { everything } from "./everything.js";
import { bootEvaluator, type Evaluator, valuesOf } from "./image.js";
import { WRONG } from "./wrong-words.js";

const load = (evaluate: Evaluator, file: string) =>
  valuesOf(evaluate(readFileSync(new URL(file, import.meta.url), "utf8")));

/** How many functions one evaluation calls. */
const AT_ONCE = 50;

describe.each([
  ["an image as it begins", (evaluate: Evaluator) => evaluate('(find-package "SB-MOP")'), 600],
  ["an image with all extensions, ASDF and a library", everything, 1500],
])("in %s", (_, prepare, least) => {
  let evaluate: Evaluator;
  let count: number;
  beforeAll(async () => {
    evaluate = await bootEvaluator();
    prepare(evaluate);
    load(evaluate, "garbage.lisp");
    load(evaluate, "hidden-functions.lisp");
    const [found = ""] = valuesOf(evaluate("(second (hidden::gather))", { deadlineMs: 120_000 }));
    count = Number(found);
  }, 120_000);

  test("none of them says JavaScript's words about garbage, or takes the image along", () => {
    expect(count).toBeGreaterThan(least);
    const wrong: string[] = [];
    for (let from = 0; from < count; from += AT_ONCE) {
      const { outcome, stdout } = evaluate(`(hidden::answers ${from} ${from + AT_ONCE} 2)`, {
        deadlineMs: 60_000,
        maxOutput: 10_000_000,
      });
      if (outcome.condition !== null)
        wrong.push(`${from}: ${outcome.condition.type} ${outcome.condition.message}`);
      const lines = stdout.split("\n");
      lines.forEach((line, i) => {
        if (line.startsWith("  ") && WRONG.test(line)) wrong.push(`${lines[i - 1]}: ${line}`);
      });
    }
    expect(wrong).toEqual([]);
    const still = `(defclass still () ((a :initarg :a :reader still-a)))
      (defmethod print-object ((it still) stream) (format stream "<~a>" (still-a it)))
      (list (make-instance 'still :a 1) (handler-case (car 5) (type-error () :error))
            (read-from-string "(a . #(b))") (loop for x in '(1 2) collect (format nil "~r" x)))`;
    expect(valuesOf(evaluate(still))).toEqual(['(<1> :ERROR (A . #(B)) ("one" "two"))']);
  }, 300_000);
});
