/** Operations on the image's own packages, and differences from SBCL, which has other packages. */
import { beforeEach, expect, test } from "vitest";
import { bootEvaluator, type Evaluator, saidOf } from "./image.js";

let evaluate: Evaluator;
beforeEach(async () => {
  evaluate = await bootEvaluator();
});

const value = (code: string) => saidOf(evaluate(code));

test("a package of the image's own keeps its name when it is given another", () => {
  const renamed =
    '(rename-package :keyword :kw) (list (find-package :kw) (eq :a (intern "A" :kw)) (keywordp :b))';
  expect(value(renamed)).toBe('(#<PACKAGE "KEYWORD"> T T)');
  expect(value("(rename-package :cl-user :cu) (defun (setf place) (v) v) (setf (place) 3)")).toBe("3");
  expect(value('(list (find-package :cl-user) (find-package "CU"))')).toBe(
    '(NIL #<PACKAGE "COMMON-LISP-USER">)',
  );
});

test("no package of the image's own can be deleted", () => {
  for (const name of ["CL", "KEYWORD", "CL-USER"]) {
    expect(value(`(delete-package "${name}")`)).toContain("PACKAGE-LOCKED-ERROR: Lock on package");
  }
  expect(value("(handler-bind ((error #'continue)) (delete-package :keyword))")).toBe("NIL");
  expect(value(":still-here")).toBe(":STILL-HERE");
});

test("COMPILE gives no function of a locked package another definition", () => {
  const message = "Lock on package COMMON-LISP violated when setting fdefinition of CAR";
  expect(value("(compile 'car (lambda (x) (list x)))")).toContain(message);
  expect(value("(funcall 'car '(5))")).toBe("5");
  expect(value("(compile 'own (lambda (x) (list x))) (own 1)")).toBe("(1)");
});

test("a lock that is ignored lets the change happen", () => {
  const ignoring = "handler-bind ((error #'continue))";
  expect(value(`(${ignoring} (intern "ZORK" :cl)) (find-symbol "ZORK" :cl)`)).toBe(
    "COMMON-LISP::ZORK :INTERNAL",
  );
  expect(
    value(`(${ignoring} (rename-package :cl :clx)) (list (package-name :clx) (when t (car '(1))))`),
  ).toBe('("COMMON-LISP" 1)');
});

test("a lock that is taken away stays away", () => {
  const unlock =
    "(lambda (c) (invoke-restart (find 'jscl-mcp::unlock-package (compute-restarts c) :key #'restart-name)))";
  expect(value(`(handler-bind ((error ${unlock})) (intern "ZORK" :cl)) (intern "ZORK2" :cl)`)).toBe(
    "COMMON-LISP::ZORK2 NIL",
  );
});

test("the places of (SETF name) functions are no symbols of a package", () => {
  const code = `
    (defpackage "PLACES" (:use)) (defun (setf places::x) (v) v)
    (let ((names '())) (do-symbols (s "PLACES" names) (push (symbol-name s) names)))`;
  expect(value(code)).toBe('("X")');
});
