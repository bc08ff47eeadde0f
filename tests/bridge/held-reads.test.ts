/**
 * Operands that are variables keep the values they had when they were evaluated, whatever assigns the
 * variables later.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

describe("a function that the text holds further on assigns", () => {
  test.each([
    [
      "an operand, in a loop",
      "(let ((s 1) (f nil) (r nil)) (dotimes (i 3) (push (+ s (if f (funcall f) 0)) r) (setq f (lambda () (setq s (1+ s)) 10))) r)",
      "(12 11 1)",
    ],
    [
      "an operand, in a function of LABELS",
      "(let ((s 1)) (labels ((f () (+ s (if (g) 1 2))) (g () (setq s 10) nil)) (f)))",
      "3",
    ],
    [
      "an operand of a call",
      "(let ((s 1)) (labels ((f () (list s (if (g) 1 2) s)) (g () (setq s 10) nil)) (f)))",
      "(1 2 10)",
    ],
    [
      "what MULTIPLE-VALUE-PROG1 holds",
      "(let ((s 1)) (labels ((f () (multiple-value-prog1 s (g))) (g () (setq s 10))) (list (f) s)))",
      "(1 10)",
    ],
    [
      "the tag of a CATCH",
      "(let ((s 'a)) (labels ((f () (catch s (g) (throw 'a 1))) (g () (setq s 'b))) (f)))",
      "1",
    ],
    [
      "an array",
      "(let ((v (vector 0 0)) (w (vector 5 5))) (labels ((f () (setf (aref v (if (g) 1 0)) 7)) (g () (setq v w) nil)) (f) (list v w)))",
      "(#(5 5) #(5 5))",
    ],
    [
      "the variable of a counting loop",
      "(let ((r nil) (f nil)) (dotimes (i 6) (push (+ i (if f (funcall f) 0)) r) (setq f (lambda () (setq i (1+ i)) 100))) r)",
      "(105 103 101 0)",
    ],
    [
      "an argument of a function that calls itself",
      "(let ((s 0)) (labels ((f (n a) (if (= n 0) a (f (1- n) (list s (if (g) 1 2) a)))) (g () (incf s) nil)) (f 2 nil)))",
      "(1 2 (0 2 NIL))",
    ],
  ])("%s", (_, code, expected) => {
    expect(evaluate(code).outcome.values).toEqual([expected]);
  });
});
