/**
 * Types that are declared and proclaimed: of bindings, of variables that are bound further out, of arguments
 * and results of functions; what the compiler warns of, and what is signalled, as SBCL 2.2.9 does it.
 */
import { beforeAll, expect, test } from "vitest";
import PROGRAMS from "./declared-types.cases.json" with { type: "json" };
import { bootEvaluator, type Evaluator } from "./image.js";
import { evaluateAlone } from "./recorded.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

test.each(PROGRAMS as [string, string, ...string[]][])("%s", (program, answer, ...warnings) => {
  expect(evaluateAlone(evaluate, program)).toEqual({ answer, warnings });
});

test("a result is checked where the function's own code returns it, however often it goes round", () => {
  const program = `(declaim (ftype (function (t t) fixnum) round-and-round))
    (defun round-and-round (n x) (if (= n 0) x (round-and-round (1- n) (list x))))
    (round-and-round 3 0)`;
  const answer = "!TYPE-ERROR: The value (((0))) is not of type FIXNUM from the function type declaration";
  expect(evaluateAlone(evaluate, program)).toEqual({ answer, warnings: [] });
});

test("what a macro of the standard made is not shown", () => {
  const program = '(defun f () (do ((i "a" (1+ i))) ((= i 3)) (declare (integer i)))) (f)';
  const { answer } = evaluateAlone(evaluate, program);
  expect(answer).toBe('!TYPE-ERROR: The value "a" is not of type INTEGER when binding I');
});
