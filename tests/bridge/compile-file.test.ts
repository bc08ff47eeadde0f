/** COMPILE-FILE and LOAD of its files, beside what sbcl-answers/compile-file.txt has. */

import { beforeAll, expect, test } from "vitest";
import { answerOf, bootEvaluator, type Evaluator, saidOf } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
  evaluate(`
(defun write-text (name text)
  (with-open-file (s name :direction :output :if-exists :supersede) (write-string text s))
  name)
(defun text-of (name)
  (with-open-file (s name)
    (with-output-to-string (out)
      (loop for c = (read-char s nil) while c do (write-char c out)))))
(defun compiled (text)
  (let ((*compile-verbose* nil) (*error-output* (make-broadcast-stream)))
    (rest (multiple-value-list (compile-file (write-text "/t.lisp" text))))))`);
});

// As SBCL 2.2.9 answers where nothing muffles its warnings.
test.each([
  ["(defun f () (undefined-f 1))", "(T NIL)"],
  ["(defun f () undefined-v)", "(T T)"],
  ["(defun f () (car 1 2))", "(T T)"],
  ["(defun f (x) (let ((y 1)) x))", "(T NIL)"],
  ["(defun f () (+ 'a 1))", "(T T)"],
  ['(warn "at load time")', "(NIL NIL)"],
  ['(eval-when (:compile-toplevel) (warn "now"))', "(T T)"],
  ["(eval-when (:compile-toplevel) (warn 'style-warning))", "(T NIL)"],
  ["(defun f (&key a) a) (defun g () (f :c 2))", "(T T)"],
  ['(defun f () (format nil "~a"))', "(T T)"],
  ['(defun f () (format nil "~a" 1 2))', "(T NIL)"],
  ["(defun f () (g)) (defun g () 1)", "(NIL NIL)"],
  ["(if)", "(T T)"],
  ["(go x)", "(T T)"],
  ["(defun f () (list", "(T T)"],
  ["", "(NIL NIL)"],
])("%s: warnings and failure are %s", (text, expected) => {
  expect(answerOf(evaluate(`(compiled ${JSON.stringify(text)})`))).toBe(expected);
});

test("a form that cannot be compiled signals when it is loaded, and what is before it is there", () => {
  evaluate('(compiled "(defun before () 1) (if) (defun after () 2)")');
  expect(saidOf(evaluate('(load "/t.fasl")'))).toMatch(/^COMPILED-PROGRAM-ERROR: /);
  expect(answerOf(evaluate("(list (before) (fboundp 'after))"))).toBe("(1 NIL)");
});

test.each([
  [
    "a changed character of the code",
    '(replace (copy-seq text) "*RUN*" :start1 (search "*RAN*" text :from-end t))',
    "INVALID-FASL-HEADER",
  ],
  [
    "a changed seal",
    '(replace (copy-seq text) "0000" :start1 (- (search (string #\\newline) text :start2 60) 4))',
    "INVALID-FASL-HEADER",
  ],
  ["half of a file", "(subseq text 0 (floor (length text) 2))", "END-OF-FILE"],
  ["a header alone", "(subseq text 0 10)", "END-OF-FILE"],
  ["what is no compiled file", '"(print 1)"', "FASL-HEADER-MISSING"],
  ["a file of another version", '(format nil "# FASL~%x~%0 3 ab~%[1]~%")', "INVALID-FASL-VERSION"],
])("%s is not run", (_, change, type) => {
  evaluate('(compiled "(defvar *ran* 66)")');
  const code = `(makunbound '*ran*) (let ((text (text-of "/t.fasl"))) (write-text "/u.fasl" ${change})) (load "/u.fasl")`;
  expect(saidOf(evaluate(code))).toMatch(new RegExp(`^${type}: `));
  expect(answerOf(evaluate("(boundp '*ran*)"))).toBe("NIL");
});

test("a file that was copied, or put behind another one, is what it was", () => {
  const code = `
(defvar *sum* 0)
(compiled "(incf *sum* 1)")
(defvar *one* (text-of "/t.fasl"))
(compiled "(incf *sum* 10)")
(write-text "/both.fasl" (concatenate 'string *one* (text-of "/t.fasl")))
(load "/both.fasl")
*sum*`;
  expect(answerOf(evaluate(code))).toBe("11");
});

test("frames of loaded code name its functions", () => {
  const { outcome } = evaluate(
    '(compiled "(defun inner (x) (car x)) (defun outer (x) (list (inner x)))") (load "/t.fasl") (outer 3)',
  );
  expect(outcome.condition?.frames.map(({ text }) => text).slice(0, 3)).toEqual([
    "(CAR 3)",
    "(INNER 3)",
    "(OUTER 3)",
  ]);
});
