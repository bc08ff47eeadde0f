/** What an outcome says of how to do again what its evaluation did, whatever it was given meanwhile. */
import { expect, test } from "vitest";
import { answerOf, bootEvaluator } from "./image.js";

const evaluate = await bootEvaluator();
evaluate("(defvar *kept*) (defpackage :bare (:use))");

const restart = (name: string, ...values: string[]) => ({ restart: name, values, conditionType: null });
const reads = (text: string) => ({ input: { text, askMs: 0, end: "There is no more." } });

test.each([
  ["what it read", "(push (list (read) (y-or-n-p)) *kept*)", reads("5\ny")],
  ["random numbers", "(push (random 1000000000) *kept*)", {}],
  [
    "restarts, with arguments and without",
    '(push (list missing (cerror "Go on." "bad") (restart-case (error "x") (nil (a b) (list a b)))) *kept*)',
    {
      restarts: [restart("USE-VALUE", "(+ 1 2) ; three"), restart("CONTINUE"), restart("1", "'a", '"b\\""')],
    },
  ],
  [
    "an error after a restart",
    '(push (list missing) *kept*) (error "end") (setf *kept* nil)',
    { restarts: [restart("USE-VALUE", "*package*")] },
  ],
  [
    "what its own hook does with an error",
    `(let ((*debugger-hook* (lambda (c h) (declare (ignore c h)) (throw 'out 1))))
       (catch 'out (error "x")) (push 2 *kept*)) (error "end")`,
    {},
  ],
  ["the end that it chose", "(push 1 *kept*) (abort) (setf *kept* nil)", {}],
  [
    "forms in a package that uses no other",
    '(cl:push (cl:quote own) cl-user::*kept*) (cl:error "end")',
    { package: "BARE" },
  ],
])("it does again: %s", (_what, code, more) => {
  evaluate("(setf *kept* nil)");
  const { replay } = evaluate(code, more).outcome;
  const kept = answerOf(evaluate("*kept*"));
  evaluate("(setf *kept* nil)");
  expect(replay).not.toBeNull();
  expect(evaluate(`${replay} (cl:in-package :cl-user)`).outcome.status).toBe("ok");
  expect(answerOf(evaluate("*kept*"))).toBe(kept);
  expect(kept).not.toBe("NIL");
});

test("where the code is enough, nothing more is said", () => {
  expect(evaluate("(setf *kept* 1)").outcome.replay).toBeNull();
});

test("an evaluation that its deadline ends, cannot be done again", () => {
  expect(evaluate("(loop)", { deadlineMs: 50 }).outcome.replay).toMatch(/^;; Left out: .* deadline\.$/);
});
