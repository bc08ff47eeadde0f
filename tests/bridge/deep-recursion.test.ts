/** Recursion far deeper than JavaScript's own stack, in the image that the site ships. */
import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

/** Programs of 20,000 nested calls and the printed values of their last forms. */
const programs: [title: string, code: string, ...values: string[]][] = [
  [
    "a plain recursion",
    "(defun r (n) (if (= n 0) 0 (1+ (r (1- n))))) (list (r 3) (r 20000) (r 3))",
    "(3 20000 3)",
  ],
  [
    "two functions in turn",
    "(defun ev (n) (if (= n 0) t (od (1- n)))) (defun od (n) (if (= n 0) nil (ev (1- n)))) (list (ev 20000) (od 20000))",
    "(T NIL)",
  ],
  ["a local function", "(labels ((r (n) (if (= n 0) 0 (1+ (r (1- n)))))) (r 20000))", "20000"],
  [
    "closures over variables",
    "(let ((seen 0)) (labels ((r (n) (incf seen) (unless (= n 0) (r (1- n)) (incf seen)))) (r 20000) seen))",
    "40001",
  ],
  [
    "functions passed by value",
    "(defun walk (f n) (if (= n 0) 0 (1+ (funcall f f (1- n))))) (walk #'walk 20000)",
    "20000",
  ],
  [
    "multiple values",
    "(defun r (n) (if (= n 0) (values 0 0) (multiple-value-bind (a b) (r (1- n)) (values (1+ a) (+ b 2))))) (r 20000)",
    "20000",
    "40000",
  ],
  [
    "optional, rest and key arguments",
    "(defun r (n &optional (step 1) &rest more &key (by 1) &allow-other-keys) (if (= n 0) (length more) (+ by (r (- n step) step :by by)))) (r 20000 1 :by 1)",
    "20002",
  ],
  [
    "building a list",
    "(defun copy (l) (if (null l) nil (cons (car l) (copy (cdr l))))) (length (copy (make-list 20000)))",
    "20000",
  ],
  [
    "special bindings",
    "(defvar *d* 0) (defun r (n) (let ((*d* (1+ *d*))) (if (= n 0) *d* (r (1- n))))) (list (r 20000) *d*)",
    "(20001 0)",
  ],
  [
    "UNWIND-PROTECT",
    "(defvar *u* 0) (defun r (n) (unwind-protect (if (= n 0) 0 (1+ (r (1- n)))) (incf *u*))) (list (r 20000) *u*)",
    "(20000 20001)",
  ],
  [
    "an exit from the bottom",
    "(defun r (n k) (if (= n 0) (funcall k :out) (1+ (r (1- n) k)))) (block b (r 20000 (lambda (x) (return-from b x))))",
    ":OUT",
  ],
  [
    "a throw through cleanups",
    "(defvar *c* 0) (defun r (n) (if (= n 0) (throw 'up :thrown) (unwind-protect (1+ (r (1- n))) (incf *c*)))) (list (catch 'up (r 20000)) *c*)",
    "(:THROWN 20000)",
  ],
  [
    "a handler above it",
    '(defun r (n) (if (= n 0) (error "bottom") (1+ (r (1- n))))) (handler-case (r 20000) (error (c) (princ-to-string c)))',
    '"bottom"',
  ],
  [
    "a restart taken at the bottom",
    '(defun r (n) (if (= n 0) (restart-case (error "x") (use-value (v) v)) (1+ (r (1- n))))) (handler-bind ((error (lambda (c) (use-value 5 c)))) (r 20000))',
    "20005",
  ],
  [
    "a generic function",
    "(defgeneric g (n)) (defmethod g ((n integer)) (if (= n 0) 0 (1+ (g (1- n))))) (g 1000)",
    "1000",
  ],
];

describe("deep recursion", () => {
  test.each(programs)("%s", (_title, code, ...values) => {
    const { outcome } = evaluate(code);
    expect(outcome.condition?.message).toBeUndefined();
    expect(outcome.values).toEqual(values);
  });

  test("shows both ends of the stack and says how deep it was", () => {
    const { outcome } = evaluate("(defun r (n) (if (equal n 0) (car n) (1+ (r (1- n))))) (r 20000)");
    const condition = outcome.condition;
    expect(condition?.type).toBe("TYPE-ERROR");
    expect(condition?.frames.slice(0, 3).map(({ text }) => text)).toEqual(["(CAR 0)", "(R 0)", "(R 1)"]);
    expect(condition?.framesTotal).toBeGreaterThan(20_000);
  });

  test.each([
    ["a plain recursion", "(defun inf (n) (1+ (inf (1+ n)))) (inf 0)"],
    ["a local function", "(labels ((inf () (1+ (inf)))) (inf))"],
    ["a library function between", "(defun inf (l) (mapcar #'inf (list l))) (inf 1)"],
    ["a reader of itself", "(defun inf (x) (eval (list 'inf x))) (inf 1)"],
  ])("without end, %s, exhausts the stack and nothing else", (_title, code) => {
    const { outcome } = evaluate(`(defvar *s* 1) (let ((*s* 2)) ${code})`, { deadlineMs: 20_000 });
    expect(outcome.condition?.type).toBe("CONTROL-STACK-EXHAUSTED");
    expect(outcome.condition?.precedence).toContain("COMMON-LISP:STORAGE-CONDITION");
    expect(evaluate("(list *s* (+ 1 2))").outcome.values).toEqual(["(1 3)"]);
  });

  test("an exhausted stack is a condition that handlers see, with room to work", () => {
    const code = `(defun deep (n) (if (= n 0) 0 (1+ (deep (1- n)))))
      (defun inf (n) (1+ (inf n)))
      (handler-case (inf 0) (storage-condition () (deep 20000)))`;
    expect(evaluate(code).outcome.values).toEqual(["20000"]);
    const inside =
      "(handler-bind ((storage-condition (lambda (c) (throw 'up (list (deep 100) c))))) (inf 0))";
    expect(evaluate(`(car (catch 'up ${inside}))`).outcome.values).toEqual(["100"]);
  });
});
