/** Exits that functions return to a CATCH or a HANDLER-CASE around their call. The answers are SBCL's. */
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";
import { evaluateAlone } from "./recorded.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const programs: [code: string, answer: string][] = [
  [
    '(defun bad (x) (if (evenp x) (error "even ~a" x) x)) (defun try (x) (handler-case (bad x) (error (c) (princ-to-string c)))) (list (try 1) (try 2))',
    '(1 "even 2")',
  ],
  [
    '(defun bad (x) (error "first ~a" x)) (defun try (x) (handler-case (bad x) (error (c) (princ-to-string c)))) (let ((one (try 1))) (setf (fdefinition \'bad) (lambda (x) (list :second x))) (list one (try 2)))',
    '("first 1" (:SECOND 2))',
  ],
  [
    '(defun try (x) (handler-case (later x) (error (c) (princ-to-string c)))) (let ((one (try 1))) (setf (fdefinition \'later) (lambda (x) (error "now ~a" x))) (list (stringp one) (try 2)))',
    '(T "now 2")',
  ],
  [
    '(defun bad (x) (error "global ~a" x)) (handler-case (flet ((bad (x) (list :local x))) (bad 1)) (error () :error))',
    "(:LOCAL 1)",
  ],
  [
    '(defun bad (x) (declare (notinline error)) (error "x ~a" x)) (defun try (x) (declare (notinline bad)) (handler-case (bad x) (error (c) (princ-to-string c)))) (try 1)',
    '"x 1"',
  ],
  [
    '(defvar *s* 1) (defun bad (x) (let ((*s* x)) (when (> *s* 1) (error "~a" *s*)) *s*)) (defun try (x) (handler-case (list (bad x)) (error (c) (list *s* (princ-to-string c))))) (list (try 1) (try 2) *s*)',
    '((1) (1 "2") 1)',
  ],
  [
    '(defvar *l* \'()) (defun bad (x) (unwind-protect (error "~a" x) (push :cleanup *l*))) (defun try (x) (handler-case (bad x) (error (c) (push (princ-to-string c) *l*)))) (try 3)',
    '("3" :CLEANUP)',
  ],
  [
    '(defun bad (x) (unwind-protect (error "~a" x) (error "cleanup ~a" x))) (handler-case (bad 1) (error (c) (princ-to-string c)))',
    '"cleanup 1"',
  ],
  [
    "(defun bad (x) (error x)) (defun try (x) (handler-case (handler-case (list (bad x)) (type-error () :inner)) (simple-error () :outer) (error () :any))) (list (try \"x\") (try 'type-error) (try 'program-error))",
    "(:OUTER :INNER :ANY)",
  ],
  [
    "(defun bad (x) (handler-case (if (stringp x) (error x) (error 'type-error :datum x :expected-type 'string)) (type-error () :type))) (list (handler-case (bad \"a\") (error (c) (princ-to-string c))) (handler-case (bad 1) (error () :outer)))",
    '("a" :TYPE)',
  ],
  [
    '(defun two (x) (if x (values 1 2) (error "none"))) (defun try (x) (handler-case (two x) (error () (values :a :b)))) (list (multiple-value-list (try t)) (multiple-value-list (try nil)))',
    "((1 2) (:A :B))",
  ],
  [
    '(defun two (x) (if x (values 1 2) (error "none"))) (multiple-value-list (handler-case (multiple-value-call #\'list (two t) (two t)) (error () :none)))',
    "((1 2 1 2))",
  ],
  [
    '(defun bad (x) (if (< x 3) (error "~a" x) x)) (defun try () (handler-case (+ (bad 5) (bad (bad 4)) (bad 1)) (error (c) (princ-to-string c)))) (try)',
    '"1"',
  ],
  [
    "(defun bad (x) (throw 'k x)) (defun try (x) (catch 'k (list (bad x)))) (list (try 1) (catch 'k (catch 'j (bad 2)) 3))",
    "(1 2)",
  ],
  ["(defun bad (x) (catch 'j (throw 'k x)) 1) (catch 'k (bad 2) 3)", "2"],
  [
    '(defun bad (x) (restart-case (error "~a" x) (use-it (v) (list :used v)))) (handler-bind ((error (lambda (c) (declare (ignore c)) (invoke-restart \'use-it 7)))) (list (handler-case (bad 1) (type-error () :no))))',
    "((:USED 7))",
  ],
  [
    "(defun skip () (invoke-restart 'skip 4)) (defun try () (restart-case (progn (skip) 1) (skip (x) (list :skipped x)))) (try)",
    "(:SKIPPED 4)",
  ],
  [
    '(defun bad (x) (if (= x 0) (error "deep") (handler-case (bad (1- x)) (type-error () :no)))) (handler-case (bad 2000) (error (c) (princ-to-string c)))',
    '"deep"',
  ],
  [
    '(defun odd (x) (if (= x 0) (error "bottom") (handler-case (even (1- x)) (type-error () :no)))) (defun even (x) (if (= x 0) (error "top") (list (handler-case (odd (1- x)) (type-error () :no))))) (handler-case (odd 5001) (error (c) (princ-to-string c)))',
    '"top"',
  ],
  [
    '(defun bad (x) (if (= x 0) (error "zero") (bad (1- x)))) (list (handler-case (bad 10) (error (c) (princ-to-string c))) (handler-case (bad 20000) (error (c) (princ-to-string c))))',
    '("zero" "zero")',
  ],
  [
    '(defun bad (x &optional (y (error "no y"))) (list x y)) (list (handler-case (bad 1 2) (error () :e)) (handler-case (bad 1) (error (c) (princ-to-string c))))',
    '((1 2) "no y")',
  ],
  [
    '(defun bad (&key (y (error "no y"))) y) (list (handler-case (bad :y 2) (error () :e)) (handler-case (bad) (error (c) (princ-to-string c))))',
    '(2 "no y")',
  ],
  [
    '(defun bad (x &rest more) (if more (error "~a ~a" x more) x)) (list (handler-case (bad 1) (error () :e)) (handler-case (bad 1 2 3) (error (c) (princ-to-string c))))',
    '(1 "1 (2 3)")',
  ],
  [
    '(defun bad (x) (error "~a" x)) (list (handler-case (bad) (program-error () :count)) (handler-case (bad 1 2) (program-error () :count)))',
    "(:COUNT :COUNT)",
  ],
  [
    "(defun bad (x) (error \"~a\" x)) (list (handler-case (funcall 'bad 1) (error () :funcall)) (handler-case (mapcar #'bad '(1 2)) (error (c) (princ-to-string c))) (handler-case (apply #'bad '(3)) (error (c) (princ-to-string c))))",
    '(:FUNCALL "1" "3")',
  ],
  [
    "(defun bad (x) (dolist (y x) (when (eql y 2) (error \"two\")) (when (eql y 3) (return :three)))) (list (handler-case (bad '(1 2 3)) (error (c) (princ-to-string c))) (handler-case (bad '(1 3 2)) (error () :e)))",
    '("two" :THREE)',
  ],
  [
    '(defun bad (x) (loop (handler-case (progn (when (> x 3) (error "big")) (return x)) (type-error () (incf x))))) (list (handler-case (bad 1) (error () :e)) (handler-case (bad 4) (error (c) (princ-to-string c))))',
    '(1 "big")',
  ],
  [
    '(defun bad (x) (error "~a" x)) (let ((l \'())) (dotimes (i 3 (reverse l)) (push (handler-case (bad i) (error (c) (princ-to-string c))) l)))',
    '("0" "1" "2")',
  ],
  [
    '(defun bad (x) (signal "x") (warn "y") x) (list (handler-case (bad 1) (warning () :warned)) (handler-case (bad 1) (simple-condition () :signalled)))',
    "(:WARNED :SIGNALLED)",
  ],
  [
    '(defun bad (x) (error "~a" x)) (block b (handler-bind ((error (lambda (c) (return-from b (list :left (princ-to-string c)))))) (handler-case (bad 1) (type-error () :no))))',
    '(:LEFT "1")',
  ],
  [
    '(list (multiple-value-list (ignore-errors (parse-integer "12"))) (null (ignore-errors (parse-integer "x"))) (multiple-value-list (ignore-errors (parse-integer "12x" :junk-allowed t))) (handler-case (parse-integer "12x") (error (c) (princ-to-string c))) (handler-case (parse-integer " ") (parse-error (c) (typep c (quote error)))))',
    '((12 2) T (12 2) "junk in string \\"12x\\"" T)',
  ],
  [
    '(list (handler-case (parse-integer 12) (type-error (c) (type-error-datum c))) (handler-case (parse-integer "1" :start 3) (error () :bounds)) (handler-case (funcall \'parse-integer "1" :nothing 1) (program-error () :keyword)) (handler-case (funcall \'parse-integer) (program-error () :count)))',
    "(12 :BOUNDS :KEYWORD :COUNT)",
  ],
  [
    '(defun num (s) (parse-integer s)) (list (handler-case (num "x") (error (c) (princ-to-string c))) (handler-case (list (num "7") (parse-integer "y" :radix 36)) (error () :e)))',
    '("junk in string \\"x\\"" (7 34))',
  ],
  [
    '(handler-bind ((error (lambda (c) (declare (ignore c)) (invoke-restart \'r 9)))) (restart-case (list (parse-integer "x")) (r (v) (list :r v))))',
    "(:R 9)",
  ],
];

test.each(programs)("%s", (code, answer) => {
  expect(evaluateAlone(evaluate, code).answer).toBe(answer);
});

test("a function that is asked for its exits has the frames of one that is not", () => {
  const { condition } = evaluate(
    '(defun asked (x) (error "~a" x)) (defun asking (x) (handler-case (asked x) (type-error () 1))) (asking 5)',
  ).outcome;
  expect(condition?.frames.map(({ text }) => text)).toEqual(
    expect.arrayContaining(["(ASKED 5)", "(ASKING 5)"]),
  );
});

test("a traced function is traced where its exits are asked for", () => {
  const { outcome } = evaluate(
    '(defun seen (x) (error "~a" x)) (trace seen) (list (handler-case (seen 1) (error () 2)) (untrace seen))',
  );
  expect(outcome.values).toEqual(["(2 T)"]);
});

test("an exit that a function returns as its value leads nowhere", () => {
  const { condition } = evaluate(
    "(defun odd-one (x) (if x (error x) (jscl-mcp::%handler-clauses '(error)))) (handler-case (odd-one nil) (warning () 1))",
  ).outcome;
  expect(condition?.precedence).toContain("COMMON-LISP:CONTROL-ERROR");
});
