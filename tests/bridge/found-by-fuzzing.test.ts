/** Programs that `npm run fuzz` found wrong, cut down to what mattered. */
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator, saidOf } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

test.each([
  [
    "(declaim (vector *v*)) (defparameter *v* 7)",
    "SIMPLE-TYPE-ERROR: Cannot set SYMBOL-VALUE of *V* to 7, not of type VECTOR.",
  ],
  [
    "(declaim (vector *r*)) (defvar *r* 7)",
    "SIMPLE-TYPE-ERROR: Cannot set SYMBOL-VALUE of *R* to 7, not of type VECTOR.",
  ],
  [
    "(declaim (type sequence *q*)) (setq *q* -1)",
    "SIMPLE-TYPE-ERROR: Cannot set SYMBOL-VALUE of *Q* to -1, not of type SEQUENCE.",
  ],
  ["(handler-case (proclaim 7) (type-error (c) (type-error-datum c)))", "7"],
  ["(progv '(*p*) (cons 1 2) 3)", "TYPE-ERROR: The value 2 is not of type LIST."],
  ["(progv '(*p*) '(1 2 . 3) *p*)", "1"],
  ['(append (cons 1 "a") nil)', 'TYPE-ERROR: The value "a" is not of type LIST.'],
  ["(append '(1 2) nil 3)", "(1 2 . 3)"],
  [
    '(let ((a (gentemp "FUZZ")) (b (gentemp "FUZZ"))) (list (eq a b) (symbol-package a)))',
    '(NIL #<PACKAGE "COMMON-LISP-USER">)',
  ],
  ["(gentemp 'a)", "TYPE-ERROR: The value A is not of type STRING."],
  ["(use-value 1 3)", "TYPE-ERROR: The value 3 is not of type (OR CONDITION NULL)."],
  ["(compute-restarts 'a)", "TYPE-ERROR: The value A is not of type (OR CONDITION NULL)."],
  ["(subtypep #\\a 'list)", "SIMPLE-ERROR: bad thing to be a type specifier: #\\a"],
  ["(subtypep 'list '(3))", "SIMPLE-ERROR: bad thing to be a type specifier: (3)"],
  ["(formatter 2)", "TYPE-ERROR: The value 2 is not of type SEQUENCE."],
  ["(defconstant :test -1)", "SIMPLE-ERROR: Can't define :TEST as a constant."],
  [
    "(let ((*print-pretty* nil)) (subseq (prin1-to-string (nth-value 1 (ignore-errors (symbol-value '*none*)))) 0 25))",
    '"#<UNBOUND-VARIABLE *NONE*"',
  ],
  [
    '(handler-case (read-delimited-list 1/2 (make-string-input-stream "a b")) (end-of-file () :eof))',
    'SIMPLE-TYPE-ERROR: Value of 1/2 in (READ-DELIMITED-LIST 1/2 (MAKE-STRING-INPUT-STREAM "a b")) is 1/2, not a CHARACTER.',
  ],
  [
    "(let ((l nil)) (list (handler-case ((lambda (x &optional (y (push 4 l))) (declare (cons x)) (list x y)) 'a) (type-error () 1)) l))",
    "(1 NIL)",
  ],
  [
    "(let ((l nil)) (list (handler-case ((lambda (x &aux (y (push 4 l))) (declare (cons x)) (list x y)) 'a) (type-error () 1)) l))",
    "(1 NIL)",
  ],
  [
    "(let ((l nil)) (list (handler-case ((lambda (&key (y (push 4 l)) (z (push 5 l))) (declare (cons y)) (list y z)) :y 2) (type-error () 1)) l))",
    "(1 NIL)",
  ],
])("%s", (code, expected) => {
  expect(saidOf(evaluate(code)).replace(/\s+/g, " ")).toBe(expected);
});

test("symbol macros that expand into themselves stop at the deadline", () => {
  const endless = "(define-symbol-macro endless endless)";
  for (const code of ["(macroexpand 'endless)", "endless", "(list endless)", "(restart-case endless)"]) {
    const { outcome } = evaluate(`${endless} ${code}`, { deadlineMs: 100 });
    expect(["TIMEOUT", "CONTROL-STACK-EXHAUSTED"]).toContain(outcome.condition?.type);
  }
});
