/** Breakpoints on lines of functions and methods that were defined inside of other forms. */

import { afterEach, beforeEach, expect, test } from "vitest";
import { answerOf, bootEvaluator, type Evaluator, valuesOf } from "./image.js";

/** STOPS calls a function; its value, and the calls it stopped at, each with a form's value there. */
const STOPS = `
  (defvar *looked* nil)
  (defun stops (function)
    (let ((seen '()))
      (list (handler-bind ((sb-ext:step-form-condition
                             (lambda (c)
                               (push (list (sb-ext:step-condition-form c) (jscl-mcp:eval-in-frame 1 *looked*)) seen)
                               (invoke-restart 'continue))))
              (funcall function))
            (reverse seen))))`;

const OUTSIDE = "keeps it at toplevel, and under (debug 2) inside of other forms, but not in compiled files.";
const WITHOUT_LINE = "Without a line a breakpoint stops at each call.";

let evaluate: Evaluator;
beforeEach(async () => {
  evaluate ??= await bootEvaluator();
  evaluate(`(proclaim '(optimize (debug 1))) ${STOPS} (proclaim '(optimize (debug 2)))`);
});
afterEach(() => {
  evaluate("(jscl-mcp:clear-breakpoint)");
});

const values = (code: string) => valuesOf(evaluate(code)).join();
const said = (code: string) => answerOf(evaluate(code));
const set = (name: string, line: number, condition = "t") =>
  said(`(jscl-mcp:set-breakpoint '${name} '${condition} :line ${line})`);
const stops = (call: string, looked = "nil") =>
  values(`(setq *looked* '${looked}) (stops (lambda () ${call}))`).replace(/^.*?,/, "");

test("a function has the variables around it, and shares them with what it was", () => {
  evaluate("(let ((count 0))\n  (defun next (by)\n    (abs by)\n    (incf count by)))");
  values("(next 1)");
  expect(set("next", 3)).toBe("NEXT");
  expect(stops("(next 10)", "(list count by)")).toBe("(11 (((ABS BY) (1 10))))");
  expect(stops("(next 10)", "(setq count 100)")).toBe("(110 (((ABS BY) 100)))");
  expect(said("(jscl-mcp:clear-breakpoint 'next)")).toBe("T");
  expect(stops("(next 1)")).toBe("(111 NIL)");
  set("next", 3, "(= count 112)");
  expect(stops("(list (next 1) (next 1))", "count")).toBe("((112 113) (((ABS BY) 112)))");
});

test("methods, and what a generic function has of them", () => {
  evaluate(`(defvar *size* 3)
(let ((factor 10) (calls '()))
  (defmethod scaled ((x integer))
    (push x calls)
    (* factor x))
  (defmethod scaled ((x string))
    (list calls
          (length x)))
  (defmethod (setf scaled) (new (x integer))
    (setq factor
          (/ new x))))`);
  expect(set("scaled", 5)).toBe("SCALED");
  set("(method scaled (string))", 8);
  expect(stops("(scaled 4)", "(incf (car calls))")).toBe("(40 (((* FACTOR X) 5)))");
  expect(stops('(scaled "ab")', "calls")).toBe("(((5) 2) (((LENGTH X) (5))))");
  set("(setf scaled)", 11);
  expect(stops("(setf (scaled 2) 6)", "factor")).toBe("(3 (((/ NEW X) 10)))");
  values("(jscl-mcp:clear-breakpoint)");
  expect(values("(scaled 5)")).toBe("15");
});

test("local functions, macros and special variables around it", () => {
  evaluate(`(defvar *step* 1)
(flet ((twice (x) (* 2 x)) ((setf twice) (new x) (setf (car x) new)))
  (declare (notinline twice))
  (macrolet ((plus (x) \`(+ *step* ,x)))
    (symbol-macrolet ((one 'one))
      (defun around (x)
        (list (twice (plus (car x)))
              one
              (setf (twice x) 5)
              (identity x))))))`);
  expect(set("around", 10)).toBe("AROUND");
  expect(stops("(around (list 1))", "(twice (plus 10))")).toBe("((4 ONE 5 (5)) (((IDENTITY X) 22)))");
});

test("variables of the function that has defined it, each time anew", () => {
  evaluate(
    "(defun make (n)\n  (defun made (x)\n    (mapcar (lambda (y)\n              (list n y))\n            x)))",
  );
  values("(make 1)");
  set("made", 4);
  expect(stops("(made '(a b))", "(list n x)")).toBe(
    "(((1 A) (1 B)) (((LIST N Y) (1 (A B))) ((LIST N Y) (1 (A B)))))",
  );
  values("(make 2)");
  expect(stops("(made '(a))")).toBe("(((2 A)) NIL)");
  set("made", 4);
  expect(stops("(made '(a))", "n")).toBe("(((2 A)) (((LIST N Y) 2)))");
});

test("the frame lists them", () => {
  evaluate("(let ((n 1) (m 2))\n  (defun listed (x)\n    (let ((y 3))\n      (list n m x y))))");
  set("listed", 4);
  const looked = "(mapcar (lambda (each) (list (first each) (third each))) (jscl-mcp:frame-locals 1))";
  const seen = `(handler-bind ((sb-ext:step-form-condition
      (lambda (c) c (throw 'seen ${looked})))) (catch 'seen (listed 0)))`;
  expect(values(`(catch 'seen ${seen})`)).toBe("((Y 3) (X 0) (N 1) (M 2))");
});

test("declared types hold", () => {
  evaluate("(let ((n 0))\n  (declare (fixnum n))\n  (defun typed (x)\n    (identity x)\n    (setq n x)))");
  const before = said("(typed :a)");
  expect(before).toMatch(/:A\s+is not of type\s+FIXNUM/);
  set("typed", 4);
  expect(stops("(ignore-errors (typed :a))", "n")).toBe("(NIL (((IDENTITY X) 0)))");
  expect(stops("(typed 7)", "(type-error-datum (nth-value 1 (ignore-errors (setq n 1.5))))")).toBe(
    "(7 (((IDENTITY X) 1.5)))",
  );
});

test("it is stepped into, recorded and recompiled", () => {
  evaluate("(let ((n 5))\n  (defun entered (x)\n    (+ x n)))");
  const into = `(let ((seen '()))
      (handler-bind ((sb-ext:step-form-condition
                       (lambda (c) (push (sb-ext:step-condition-form c) seen) (invoke-restart 'sb-ext:step-into))))
        (step (entered 1)))
      (reverse seen))`;
  expect(values(into)).toBe("((ENTERED 1) (+ X N))");
  expect(values("(progn (jscl-mcp:recompile 'entered) (entered 2))")).toBe("7");
  expect(values("(jscl-mcp:record (entered 3))")).toBe("8");
});

test.each([
  ["a variable that only a macro can name", "(let ((#1=#:n 1)) (defun it (x)\n (list x #1#)))"],
  ["a block", "(block b (defun it (x)\n (if x (return-from b 1) (list x))))"],
  ["a tag", "(tagbody (defun it (x)\n (if x (go b) (list x))) b)"],
  [
    "a variable that was declared not to be kept",
    "(let ((n 1)) (let ((n 2)) (declare (optimize (debug 0))) (locally (declare (optimize (debug 2))) (defun it (x)\n (list x n)))))",
  ],
  [
    "a function that is put in place",
    "(flet ((f (x) (list x x))) (declare (inline f)) (defun it (x)\n (list (f x))))",
  ],
])("not one that uses %s", (_, code) => {
  evaluate(code);
  const before = said("(it nil)");
  expect(set("it", 2)).toBe("IT cannot be compiled anew.");
  expect(said("(it nil)")).toBe(before);
});

test("what is around it and not used may be anything", () => {
  evaluate("(let ((#1=#:n 1)) (list #1#) (defun it (x)\n (list x)))");
  expect(set("it", 2)).toBe("IT");
  expect(stops("(it 1)")).toBe("((1) (((LIST X) NIL)))");
});

test("says what keeps a definition", () => {
  evaluate("(proclaim '(optimize (debug 1)))");
  evaluate(
    "(let ((n 0)) (defun plain (x)\n (list x n)))\n(let ((n 0)) (defmethod plainly ((x integer))\n (list x n)))",
  );
  const kept = (name: string, operator: string) =>
    `The definition of ${name} was not kept: ${operator} ${OUTSIDE} ${WITHOUT_LINE}`;
  expect(set("plain", 2)).toBe(kept("PLAIN", "DEFUN"));
  expect(set("plainly", 2)).toBe(kept("PLAINLY", "DEFMETHOD"));
  expect(said("(jscl-mcp:recompile 'plain)")).toBe(`The definition of PLAIN was not kept: DEFUN ${OUTSIDE}`);
  evaluate("(defclass thing () ((part :initform 3 :accessor part)))");
  expect(set("part", 1)).toBe(kept("PART", "DEFMETHOD"));
  expect(said("(jscl-mcp:set-breakpoint 'part)")).toBe("PART");
  expect(said("(part (make-instance 'thing))")).toMatch(/^breaking before traced call to PART/);
});
