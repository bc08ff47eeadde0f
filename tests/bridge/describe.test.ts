import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

test("DESCRIBE says what an object is", () => {
  expect(evaluate("(describe 5)").stdout).toBe("5\n  [fixnum]\n");
  expect(evaluate('(describe "abc")').stdout).toBe(
    '"abc"\n  [simple-string]\n\nElement-type: CHARACTER\nLength: 3\n',
  );
  expect(evaluate("(describe :foo)").stdout).toContain("FOO names a constant variable:\n  Value: :FOO\n");
  expect(evaluate("(defstruct pt x y) (describe (make-pt :x 1))").stdout).toBe(
    "#S(PT :X 1 :Y NIL)\n  [structure-object]\n\nSlots with :INSTANCE allocation:\n" +
      "  X                              = 1\n  Y                              = NIL\n",
  );
  expect(evaluate("(defclass c () (b)) (describe (make-instance 'c))").stdout).toContain("= #<unbound slot>");
});

test("properties are removed from lists and symbols", () => {
  const code = `(let ((p (list :a 1 :b 2))) (list (remf p :a) p (remf p :c) p (remf p :b) p))`;
  expect(evaluate(code).outcome.values).toEqual(["(T (:B 2) NIL (:B 2) T NIL)"]);
  expect(
    evaluate("(setf (get 'foo :x) 5) (list (remprop 'foo :x) (remprop 'foo :x))").outcome.values,
  ).toEqual(["((:X 5) NIL)"]);
});

test("documentation is kept with what it is of, and replaced with it", () => {
  const documentation = (code: string) => evaluate(code).outcome.values;
  evaluate(`
    (defun f (x &optional (y 1)) "Doc of F." (declare (ignorable x)) y)
    (defun (setf f) (new x) "Sets F." (list new x))
    (defmacro m (a &body b) "Doc of M." (list* a b))
    (defvar *v* 1 "Doc of V.")
    (defgeneric g (x) (:documentation "Doc of G."))
    (defclass k () () (:documentation "Doc of K."))
    (defstruct s "Doc of S." a)
    (defpackage "P" (:use) (:documentation "Doc of P."))`);
  const all = `(list (documentation 'f 'function) (documentation '(setf f) 'function) (documentation 'm 'function)
    (documentation '*v* 'variable) (documentation 'g 'function) (documentation 'k 'type) (documentation 's 'structure)
    (documentation (find-package "P") t) (documentation #'f t) (documentation (find-class 'k) t))`;
  expect(documentation(all)).toEqual([
    '("Doc of F." "Sets F." "Doc of M." "Doc of V." "Doc of G." "Doc of K." "Doc of S." "Doc of P." "Doc of F." "Doc of K.")',
  ]);
  expect(documentation("(defun f () \"a value\") (list (documentation 'f 'function) (f))")).toEqual([
    '(NIL "a value")',
  ]);
  expect(
    documentation(`(setf (documentation 'f 'function) "New" (documentation 'k 'type) "Newer" (documentation 'zip 'setf) "Z")
      (list (documentation 'f 'function) (documentation 'k 'type) (documentation 'zip 'setf))`),
  ).toEqual(['("New" "Newer" "Z")']);
  expect(documentation("(list (documentation 'nothing 'function) (documentation 5 'no-such-kind))")).toEqual([
    "(NIL NIL)",
  ]);
});

test("DESCRIBE tells the lambda list and the documentation of a program's functions", () => {
  const { stdout } = evaluate('(defun area (w &optional (h w)) "The area." (* w h)) (describe \'area)');
  expect(stdout).toBe(
    "AREA\n  [symbol]\n\nAREA names a compiled function:\n  Lambda-list: (W &OPTIONAL (H W))\n  Documentation:\n    The area.\n",
  );
  expect(evaluate("(defmacro twice (x) `(progn ,x ,x)) (describe 'twice)").stdout).toContain(
    "TWICE names a macro:\n  Lambda-list: (X)\n",
  );
  expect(evaluate("(describe 'parse-integer)").stdout).toContain(
    `  Lambda-list: (STRING &KEY (START 0) END (RADIX 10) JUNK-ALLOWED)
  Declared type: (FUNCTION (STRING &KEY (:START (MOD 4611686018427387901)) (:END (OR (MOD 4611686018427387901) NULL)) \
(:RADIX (INTEGER 2 36)) (:JUNK-ALLOWED T)) (VALUES (OR INTEGER NULL) (MOD 4611686018427387901) &OPTIONAL))
`,
  );
  expect(evaluate("(describe 'get-universal-time)").stdout).toContain(
    "Lambda-list: ()\n  Declared type: (FUNCTION NIL (VALUES UNSIGNED-BYTE &OPTIONAL))\n",
  );
  expect(evaluate("(describe 'error)").stdout).toMatch(/Lambda-list: \(DATUM &REST ARGUMENTS\)\n.* NIL\)\n/);
  expect(evaluate("(describe 'if)").stdout).toContain("IF names a special operator:");
  expect(evaluate("(defun none ()) (describe 'none)").stdout).toContain("Lambda-list: ()\n");
});
