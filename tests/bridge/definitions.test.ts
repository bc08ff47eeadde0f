import { expect, test } from "vitest";
import { bootEvaluator } from "./image.js";

const evaluate = await bootEvaluator();

/** The names of what each form of a text defined. */
function defined(code: string): string[][] {
  return evaluate(code).outcome.definitions.map(({ names }) => [...names]);
}

evaluate("(defvar *x* 0) (defvar *y* 0) (defun callee (x) x) (defclass c () ()) (defgeneric area (x))");

const definitions: readonly (readonly [code: string, ...names: string[]])[] = [
  ["(defun f (x) x)", "FUNCTION F"],
  ["(defun (setf g) (value x) (list value x))", "FUNCTION (SETF G)"],
  ["(let ((n 0)) (defun next () (incf n)))", "FUNCTION NEXT"],
  ["(defmacro twice (x) `(list ,x ,x))", "FUNCTION TWICE"],
  ["(setf (fdefinition 'ff) #'car)", "FUNCTION FF"],
  ["(setf (macro-function 'two) (macro-function 'twice))", "FUNCTION TWO"],
  ["(mapc (lambda (name) (setf (symbol-function name) #'car)) '(aa bb))", "FUNCTION AA", "FUNCTION BB"],
  ["(compile 'compiled '(lambda (x) x))", "FUNCTION COMPILED"],
  ["(eval '(defun by-eval () 1))", "FUNCTION BY-EVAL"],
  ["(fmakunbound 'compiled)", "FUNCTION COMPILED"],
  ["(fmakunbound '(setf g))", "FUNCTION (SETF G)"],
  ["(defvar *v* 1)", "VARIABLE *V*", "VALUE *V*"],
  ["(defvar *v* 2)", "VARIABLE *V*"],
  ["(defparameter *v* 3)", "VARIABLE *V*", "VALUE *V*"],
  ["(makunbound '*v*)", "VALUE *V*"],
  ["(defconstant +k+ 3)", "CONSTANT +K+"],
  ["(define-symbol-macro sm 4)", "SYMBOL-MACRO SM"],
  ["(deftype amount () 'integer)", "TYPE AMOUNT"],
  ["(defclass c () ())", "CLASS C"],
  ["(setf (find-class 'd) (find-class 'c))", "CLASS D"],
  ["(define-condition oops (error) ())", "CLASS OOPS"],
  ["(defgeneric area (x))", "FUNCTION AREA"],
  ["(defmethod area ((x c)) 1)", "METHOD AREA (C)"],
  ["(defmethod area :around ((x (eql 3))) 1)", "METHOD AREA (:AROUND) ((EQL 3))"],
  ["(remove-method #'area (find-method #'area '() (list (find-class 'c))))", "METHOD AREA (C)"],
  ["(define-method-combination mine :operator progn)", "METHOD-COMBINATION MINE"],
  ["(defsetf f next)", "SETF F"],
  ["(define-setf-expander f (x) (get-setf-expansion x))", "SETF F"],
  ["(define-compiler-macro f (x) x)", "COMPILER-MACRO F"],
  ["(declaim (inline f))", "PROCLAMATION (INLINE F)"],
  ["(proclaim '(special *q*))", "PROCLAMATION (SPECIAL *Q*)"],
  ["(defpackage :defined (:use :cl) (:export x))", "PACKAGE DEFINED"],
  ["(make-package :made)", "PACKAGE MADE"],
  ['(make-package "own Made")', "PACKAGE |own Made|"],
  ["(make-package '#:unmade)", "PACKAGE UNMADE"],
  ["(use-package :made)", "USE-PACKAGE :MADE COMMON-LISP-USER"],
  ["(unuse-package :made)", "UNUSE-PACKAGE :MADE COMMON-LISP-USER"],
  ["(export 'f)", "EXPORT F COMMON-LISP-USER"],
  ["(unintern 'gone)", "UNINTERN GONE COMMON-LISP-USER"],
  ["(delete-package :made)", "PACKAGE MADE"],
  ["(defun |a b(| () 1)", "FUNCTION |a b(|"],
  ["(defun (setf |a b|) (v) v)", "FUNCTION (SETF |a b|)"],
  [
    "(set-macro-character #\\[ (lambda (s c) (declare (ignore c)) (read-delimited-list #\\] s t)))",
    "MACRO-CHARACTER #\\[",
  ],
  ["(setf (readtable-case *readtable*) :upcase)", "READTABLE-CASE"],
  ["(setq *x* 4)", "VALUE *X*"],
  ["(setf *x* 5 *y* 6)", "VALUE *X*", "VALUE *Y*"],
  ["(psetq *x* 1 *y* 2)", "VALUE *X*", "VALUE *Y*"],
  ["(multiple-value-setq (*x* *y*) (values 1 2))", "VALUE *X*", "VALUE *Y*"],
  ["(setq undeclared 3)", "VALUE UNDECLARED"],
  ["(when t (setq *x* 3))", "VALUE *X*"],
];

// What one defines others change.
for (const { code, names, found } of definitions.map(([code, ...names]) => ({
  code,
  names,
  found: defined(code),
}))) {
  test(`${code} defines ${names.join(", ")}`, () => {
    expect(found).toEqual([names]);
  });
}

/** The names that each of these forms makes undefined. */
const losses: readonly (readonly [code: string, ...names: string[]])[] = [
  ["(defun gone () 1)"],
  ["(fmakunbound 'gone)", "FUNCTION GONE"],
  ["(defun (setf gone) (v) v)"],
  ["(fmakunbound '(setf gone))", "FUNCTION (SETF GONE)"],
  ["(progn (fmakunbound 'gone) (defun gone () 2))"],
  ["(defvar *gone* 1)"],
  ["(makunbound '*gone*)", "VALUE *GONE*"],
  ["(defclass gone () ())"],
  ["(defgeneric about (x))"],
  ["(defmethod about ((x gone)) 1)"],
  ["(defmethod about ((x gone)) 2)"],
  ["(remove-method #'about (find-method #'about '() (list (find-class 'gone))))", "METHOD ABOUT (GONE)"],
  ["(setf (find-class 'gone) nil)", "CLASS GONE"],
  ["(defpackage :gone)"],
  ["(delete-package :gone)", "PACKAGE GONE"],
];

test("what a form made undefined is told", () => {
  for (const [code, ...names] of losses) {
    const [definition] = evaluate(code).outcome.definitions;
    expect([code, definition?.undefined]).toEqual([code, names]);
    expect(definition?.names).toEqual(expect.arrayContaining(names));
  }
});

for (const code of [
  "(callee 1)",
  "(flet ((local () 1)) (local))",
  "(funcall (compile nil '(lambda () 1)))",
  "(let ((z 1)) (setq z 2))",
  "(let ((*x* 1)) (setq *x* 2))",
  "(incf *x*)",
  "(push 1 *x*)",
  "(setq *x* (list *x*))",
  "(eval '(setq *x* 9))",
  '(intern "NEW-NAME")',
  "(setf (get 'a 'b) 1)",
  "(make-instance 'c)",
  "(area 3)",
  '(handler-bind ((warning #\'muffle-warning)) (warn "w"))',
  "(setf (symbol-function (gensym)) #'car)",
  '(read-from-string "#\'fresh-symbol")',
]) {
  test(`${code} defines nothing`, () => expect(defined(code)).toEqual([]));
}

test("a form that failed has defined nothing; those before it have", () => {
  expect(defined('(defun before () 1) (progn (defun within () 1) (error "x")) (defun after () 1)')).toEqual([
    ["FUNCTION BEFORE"],
  ]);
  expect(defined("(values 1)")).toEqual([]);
  expect(evaluate("(progn (defun spin () 1) (loop))", { deadlineMs: 50 }).outcome).toMatchObject({
    status: "timeout",
    definitions: [],
  });
});

test("the text of a form is what was written, with the package that it was read in", () => {
  const code =
    '; one\n(defun s () "ü") #| two |# (defpackage :own (:use :cl)) (in-package :own)\n(defun s () #\\() (cl:in-package :cl-user)';
  expect(evaluate(code).outcome.definitions.map(({ code, package: home }) => [home, code])).toEqual([
    ["COMMON-LISP-USER", '(defun s () "ü")'],
    ["COMMON-LISP-USER", "(defpackage :own (:use :cl))"],
    ["OWN", "(defun s () #\\()"],
  ]);
  expect(evaluate("(defun s () 1)", { package: "OWN" }).outcome.definitions).toEqual([
    {
      code: "(defun s () 1)",
      package: "OWN",
      names: ["FUNCTION OWN::S"],
      undefined: [],
      position: { line: 1, column: 0 },
    },
  ]);
});

test("a structure is one definition of all its functions", () => {
  const [names] = defined("(defstruct point x)");
  expect(names?.[0]).toBe("STRUCTURE POINT");
  expect(names).toEqual(
    expect.arrayContaining(["FUNCTION MAKE-POINT", "FUNCTION POINT-X", "FUNCTION POINT-P"]),
  );
});

test("a file that is loaded is written again before it is loaded again", async () => {
  const text = '(defun from-file () "a \\\\ and a \\"")';
  const file = '(with-open-file (s "a.lisp" :direction :output) (write-string text s))';
  evaluate(`(let ((text ${JSON.stringify(text)})) ${file})`);
  const { definitions: journal } = evaluate('(load "a.lisp")').outcome;
  expect(journal.map(({ names }) => names)).toEqual([["FILE /a.lisp"], ["FUNCTION FROM-FILE"]]);
  const { stdout } = evaluate("(princ (from-file))");
  evaluate('(fmakunbound \'from-file) (delete-file "a.lisp")');
  for (const { code, package: home } of journal) evaluate(code, { package: home });
  expect(evaluate("(princ (from-file))").stdout).toBe(stdout);
});
