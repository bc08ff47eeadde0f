/**
 * An image that is booted where another one ran before is as if nothing had run: files share the engine so.
 */
import { expect, test } from "vitest";
import { answerOf, bootEvaluator, type Evaluator } from "./image.js";

/** What a program leaves in its image, and a form by which another one would see that. */
const LEFT = [
  ["(defun left-function () 1)", "(fboundp 'left-function)"],
  ["(defmacro left-macro () 1)", "(macro-function 'left-macro)"],
  ["(define-symbol-macro left-symbol-macro 7)", "(macroexpand-1 'left-symbol-macro)"],
  ["(defvar left-variable)", "(let ((left-variable 1)) left-variable (boundp 'left-variable))"],
  ["(defclass left-class () ())", "(null (find-class 'left-class nil))"],
  ["(defstruct left-structure a)", "(fboundp 'make-left-structure)"],
  ["(deftype left-type () 'integer)", "(values (ignore-errors (typep 1 'left-type)))"],
  ["(defsetf left-place (x) (v) `(list ,x ,v))", "(values (ignore-errors (eval '(setf (left-place 1) 2))))"],
  ["(defpackage :left-package)", "(find-package :left-package)"],
  ['(export (intern "LEFT-SYMBOL"))', '(nth-value 1 (find-symbol "LEFT-SYMBOL"))'],
  ["(setf (get 'car 'left) t)", "(get 'car 'left)"],
  [
    '(defmethod documentation ((x (eql :left)) (y t)) "left")',
    "(values (ignore-errors (documentation :left t)))",
  ],
  ["(push :left *features*)", "(find :left *features*)"],
  ["(provide :left)", "(copy-list *modules*)"],
  ["(dotimes (i 10) (gensym))", "*gensym-counter*"],
  ["(setq *read-default-float-format* 'double-float)", "*read-default-float-format*"],
  ["(setq *print-length* 77)", "*print-length*"],
  ['(setq *default-pathname-defaults* #p"/left/")', "*default-pathname-defaults*"],
  ["(set-macro-character #\\! (lambda (s c) s c 1))", "(null (get-macro-character #\\!))"],
  [
    '(setq *print-pprint-dispatch* (copy-pprint-dispatch)) (set-pprint-dispatch \'(cons (eql left)) (lambda (s x) x (write-string "left" s)))',
    "(let ((*print-pretty* t)) (prin1-to-string '(left 1)))",
  ],
  [
    '(setf (logical-pathname-translations "LEFT") \'(("**;*.*" "/left/**/*.*")))',
    '(not (ignore-errors (logical-pathname-translations "LEFT")))',
  ],
  ['(with-open-file (s "/left" :direction :output) (write-char #\\x s))', '(probe-file "/left")'],
  ["(defun left-traced () 1) (trace left-traced)", "(trace)"],
  ["(list :left)", "*"],
  ["(sb-ext:add-package-local-nickname :left :cl)", "(sb-ext:package-local-nicknames *package*)"],
  ["(declaim (inline left-inline)) (defun left-inline (x) x)", "(fboundp 'left-inline)"],
  ["(define-compiler-macro left-compiled (x) x)", "(compiler-macro-function 'left-compiled)"],
  ["(setq *macroexpand-hook* (lambda (f x e) (funcall f x e)))", "(symbolp *macroexpand-hook*)"],
] as const;

const seen = (evaluate: Evaluator): string[] => LEFT.map(([, probe]) => answerOf(evaluate(probe)));

test("nothing of what a program left is seen", async () => {
  const first = await bootEvaluator();
  const fresh = seen(first);
  for (const [program] of LEFT) expect(first(program).outcome.condition, program).toBeNull();
  const spoilt = seen(first);
  // What is not seen there would prove nothing.
  expect(LEFT.filter((_, i) => spoilt[i] === fresh[i])).toEqual([]);
  expect(seen(await bootEvaluator())).toEqual(fresh);
});

test("an evaluator whose image was replaced evaluates nothing more", async () => {
  const first = await bootEvaluator();
  expect(answerOf(first("(+ 1 1)"))).toBe("2");
  await bootEvaluator();
  expect(() => first("(+ 1 1)")).toThrow("another image was booted");
});
