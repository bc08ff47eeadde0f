/** Methods of COMPUTE-DISCRIMINATING-FUNCTION that a program writes. */
import { expect, test } from "vitest";
import { bootEvaluator, saidOf } from "./image.js";

const CLASS = `(defclass answering (standard-generic-function) ()
                 (:metaclass sb-mop:funcallable-standard-class))`;

test.each(["5", "nil", "'car", '"x"'])("one that answers %s is told of by its type", async (answer) => {
  const evaluate = await bootEvaluator();
  evaluate(CLASS);
  evaluate(`(defmethod sb-mop:compute-discriminating-function ((gf answering)) ${answer})`);
  const said = saidOf(
    evaluate(`(progn (defgeneric asked (x) (:generic-function-class answering)
                       (:method ((x integer)) x))
                     (asked 1))`),
  );
  expect(said).toMatch(/^TYPE-ERROR: The value\s+\S+\s+is not of type\s+FUNCTION/);
});

test("one that answers a function is called", async () => {
  const evaluate = await bootEvaluator();
  evaluate(CLASS);
  evaluate(`(defmethod sb-mop:compute-discriminating-function ((gf answering)) (lambda (x) (list :mine x)))`);
  const said = saidOf(
    evaluate("(progn (defgeneric asked (x) (:generic-function-class answering)) (asked 1))"),
  );
  expect(said).toBe("(:MINE 1)");
});
