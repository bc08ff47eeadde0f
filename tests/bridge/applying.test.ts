/** What APPLY, MAPHASH and calls of local functions leave to see: frames, traces, deadlines. */
import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const frames = (code: string) =>
  evaluate(code)
    .outcome.condition?.frames.map(({ text }) => text)
    .filter((text) => text !== "((LAMBDA ()))");

describe("frames", () => {
  test.each([
    ["(defun f (l) (apply #'+ l)) (f '(1 2 a))", ["(+ 1 2 A)", "(F (1 2 A))"]],
    ["(defun f (l) (apply #'max 1 l)) (f '(2 a))", ["(MAX 1 2 A)", "(F (2 A))"]],
    ["(defun f (l) (apply #'max l)) (f '())", ["(MAX)", "(F NIL)"]],
    ["(defun f (l) (apply #'+ l)) (f '(1 2 . 3))", ["(F (1 2 . 3))"]],
    ["(defun g (a b) (/ a b)) (defun f (l) (apply #'g l) 1) (f '(1 0))", ["(/ 1 0)", "(G 1 0)", "(F (1 0))"]],
    ["(defun g (a b) (/ a b)) (defun f (l) (apply #'g 1 l) 1) (f '(0))", ["(/ 1 0)", "(G 1 0)", "(F (0))"]],
    ["(defun f (h) (maphash (lambda (k v) (+ k v)) h)) (f 5)", ["(F 5)"]],
    [
      "(defun f (a) (let ((h (make-hash-table))) (setf (gethash 'b h) a) (maphash (lambda (k v) (+ k v)) h))) (f 5)",
      ["(+ B 5)", "(F 5)"],
    ],
    [
      "(defun f (x) (flet ((g (a &key b) (+ a b))) (g x :b 'q) (g x :b 1))) (f 1)",
      ["(+ 1 Q)", "((FLET G :IN F) 1 :B Q)", "(F 1)"],
    ],
    ["(defun f (x) (flet ((g (a &key b) (+ a b))) (g x :c 1))) (f 1)", ["((FLET G :IN F) 1 :C 1)", "(F 1)"]],
  ])("of %s", (code, expected) => {
    expect(frames(code)).toEqual(expected);
  });
});

test("a trace shows what APPLY calls", () => {
  const { stdout } = evaluate("(trace max) (apply #'max '(1 2)) (untrace max)");
  expect(stdout).toContain("(MAX 1 2)");
});

test.each([
  "(let ((l (list 1 2 3))) (setf (cdddr l) l) (apply #'+ l))",
  "(let ((l (list 1 2 3))) (setf (cdddr l) l) (apply #'list 1 l))",
  "(let ((h (make-hash-table)) (n 0)) (setf (gethash 0 h) 0) (maphash (lambda (k v) (setf (gethash (incf n) h) v)) h))",
])("%s meets its deadline", (code) => {
  expect(evaluate(code, { deadlineMs: 300 }).outcome.status).toBe("timeout");
});

test.each([
  ["(handler-case (apply #'list 1 x) (error (c) (type-error-datum c)))", "3"],
  ["(handler-case (list (apply #'list 1 x)) (:no-error (x) x) (error () :caught))", ":CAUGHT"],
  ["(catch 'a (handler-bind ((error (lambda (c) c (throw 'a :thrown)))) (apply #'list 1 x)))", ":THROWN"],
  ["(let ((done nil)) (ignore-errors (unwind-protect (apply #'+ x) (setq done t))) done)", "T"],
])("what APPLY refuses reaches what is around it: %s", (form, value) => {
  expect(evaluate(`(defun applies (x) ${form}) (applies '(2 . 3))`).outcome.values).toEqual([value]);
});

test("an expansion that is typed again says what it was given", () => {
  const { condition } = evaluate("(jscl-mcp::%cursor-next 3)").outcome;
  expect(condition?.message).toBe("3 goes through no hash table.");
});
