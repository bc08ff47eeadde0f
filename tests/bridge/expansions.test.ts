/** Expansions of macros can be printed, read and typed again: a program finds each name in them. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

const forms = readFileSync(new URL("expansions.lisp", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("("));

const WATCH = `(defvar *unnamed* nil)
  (defun note (x)
    (cond ((consp x) (note (car x)) (note (cdr x)))
          ((and (symbolp x) (symbol-package x)
                (not (eq x (find-symbol (symbol-name x) (symbol-package x)))))
           (pushnew x *unnamed*))))
  (setq *macroexpand-hook*
        (lambda (expander form environment)
          (let ((expansion (funcall expander form environment)))
            (note expansion)
            expansion)))`;

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
  expect(evaluate(WATCH).outcome.condition).toBeNull();
});

test.each(forms)("%s", (form) => {
  evaluate(form);
  expect(evaluate("(shiftf *unnamed* nil)").outcome.values).toEqual(["NIL"]);
});
