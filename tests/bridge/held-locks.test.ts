/** Restarts of locks where something is defined, taken where evaluations are held. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { Levels } from "./levels-driver.js";

const levels = new Levels();
beforeAll(async () => {
  await levels.boot();
  levels.otherwise = { restart: "CONTINUE" };
});
beforeEach(() => {
  levels.run('(when (find-package "LK") (sb-ext:unlock-package "LK") (delete-package "LK"))');
  levels.run("(defpackage :lk (:use :cl) (:export f m v w s ty c cl cm early late sm sy u))");
  levels.run("(defun lk:u () 1) (defvar lk:v 1) (sb-ext:lock-package :lk)");
});

test.each<[code: string, asked: RegExp, values: string]>([
  ["(list (defun lk:f (x) (list x)) (lk:f 1))", /proclaiming LK:F as a function/, "(LK:F (1))"],
  ["(progn (defun lk:u () 2) (lk:u))", /setting fdefinition of LK:U/, "2"],
  ["(list (defmacro lk:m (x) `(list ,x)) (macroexpand-1 '(lk:m 1)))", /LK:M as a macro/, "(LK:M (LIST 1))"],
  ["(list (defvar lk:w 5) lk:w)", /globally declaring W SPECIAL/, "(LK:W 5)"],
  ["(list (define-symbol-macro lk:sm 7) lk:sm)", /defining SM as a symbol-macro/, "(LK:SM 7)"],
  ["(list (deftype lk:ty () 'integer) (typep 1 'lk:ty))", /LK:TY as a type specifier/, "(LK:TY T)"],
  ["(progn (defclass lk:cl () ()) (class-name (find-class 'lk:cl)))", /LK:CL as a class/, "LK:CL"],
  ["(list (defconstant lk:c 3) lk:c)", /LK:C as a constant/, "(LK:C 3)"],
  ["(list (define-compiler-macro lk:f (x) x) 1)", /compiler-macro-function of F/, "(LK:F 1)"],
  ["(list (setf (fdefinition 'lk:f) #'list) 1)", /setting fdefinition of F/, "(#<FUNCTION LIST> 1)"],
  ["(list (setf (symbol-function 'lk:f) #'list) 1)", /symbol-function of F/, "(#<FUNCTION LIST> 1)"],
  ["(progn (setf (macro-function 'lk:m) (constantly 4)) (lk:m))", /macro-function of LK:M/, "4"],
  ["(list (defsetf lk:f lk:m) 1)", /defining a setf-expander for F/, "(LK:F 1)"],
  ["(list (fmakunbound 'lk:u) (fboundp 'lk:u))", /removing the function or macro definition/, "(LK:U NIL)"],
  ["(list (makunbound 'lk:w) (boundp 'lk:w))", /unbinding the symbol W/, "(LK:W NIL)"],
  ["(list (set 'lk:cm 3) lk:cm)", /setting the value of LK:CM/, "(3 3)"],
  ["(progv '(lk:ty lk:sy) '(1) (list lk:ty (boundp 'lk:sy)))", /unbinding the symbol SY/, "(1 NIL)"],
])("CONTINUE: %s", (code, asked, values) => {
  const { said, asked: conditions } = levels.run(code);
  expect(said).toEqual([`ok: ${values}`]);
  expect(conditions.map(({ message }) => message)).toEqual([expect.stringMatching(asked)]);
});

test("a package is unlocked while a definition is held, and handlers see its violation once", () => {
  const { said } = levels.run(
    `(let ((seen 0))
         (handler-bind ((sb-ext:package-lock-violation (lambda (c) c (incf seen))))
           (list (defun lk:early () :early) (lk:early) seen)))`,
    "(list (sb-ext:unlock-package :lk) (setf (fdefinition 'lk:late) #'list))",
    { restart: "CONTINUE" },
  );
  expect(said).toEqual(["ok: (T #<FUNCTION LIST>)", "ok: (LK:EARLY :EARLY 1)"]);
  levels.run("(sb-ext:lock-package :lk)");
});

test("a report has the call that is refused", () => {
  const { asked, said } = levels.run("(defun car (x) x)", { restart: "ABORT" });
  expect(asked[0]?.frames[0]?.text).toMatch(/^\(\(SETF FDEFINITION\) #<FUNCTION CAR/);
  expect(said[0]).toMatch(/^error: Lock on package COMMON-LISP violated/);
  expect(levels.run("(car '(1))").said).toEqual(["ok: 1"]);
});
