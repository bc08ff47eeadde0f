/** The notes of `compile-form` of code that control never comes to, compared with SBCL's. */
import { expect, test } from "vitest";
import type { CompileReport, Structured } from "../../jscl-bridge/contract/results.js";
import { bootEvaluator } from "./image.js";

const evaluate = await bootEvaluator();

const look = { kind: "tool", tool: "compile-form", arguments: "{}" } as const;

function compiled(code: string): Structured<CompileReport> {
  const { report } = evaluate(code, { look }).outcome;
  if (report === null) throw new Error(`${code} was not compiled.`);
  return JSON.parse(report);
}

/** The beginnings of the forms that it notes, in their order in the text. */
function noted(code: string): string[] {
  const notes = compiled(code).warnings.filter(({ severity }) => severity === "note");
  const columns = notes.map(({ position }) => position?.column ?? -1).sort((a, b) => a - b);
  return columns.map((column) => code.slice(column).split(/[ )]/).slice(0, 2).join(" "));
}

// SBCL notes these forms, each in a lambda: `sb-c::compiler-error-context-original-form` has them.
test.each([
  // Behind what does not return.
  ['(progn (error "x") (print 1) (print 2) (list 1))', ["(print 1"]],
  ['(progn (error "x") (if (foo) (print 2) (print 3)))', ["(if (foo"]],
  ["(block nil (return 1) (print 1) (print 2))", ["(print 1"]],
  ["(block nil (list (return-from nil 1)) (print 1))", ["(list (return-from"]],
  ["(tagbody (go a) (print 1) b (print 2) a)", ["(print 1", "(print 2"]],
  ["(progn (loop) (print 2))", ["(print 2"]],
  ['(progn (unwind-protect (error "x") (print 1)) (print 2))', ["(print 2"]],
  ['(list (error "x") (print 1) (print 2))', ["(list (error"]],
  ['(print (error "x"))', ["(print (error"]],
  // Behind a test that is known.
  ["(or t (print 1))", ["(print 1"]],
  ["(progn (when nil (print 1) (print 2)) 3)", ["(print 1"]],
  ["(if t (print 1) (print 2))", ["(print 2"]],
  ["(lambda (x) (and x nil (print x)))", ["(print x"]],
  ["(lambda (x) (when nil (let ((y 1)) (print y))) x)", ["(let ((y"]],
  ["(progn (unless t (print 1)) 1)", ["(print 1"]],
  ["(case 1 (1 (print 1)) (2 (print 2)))", ["(print 2"]],
  ["(let ((x 1)) (when (stringp x) (print x)))", ["(print x"]],
  ["(lambda (x) (declare (type string x)) (typecase x (string 1) (t (print 2))))", ["(print 2"]],
  ["(lambda (x) (cond ((consp x) (if (consp x) 1 (print 2))) (t 3)))", ["(print 2"]],
  ['(lambda (x) (declare (integer x)) (unless (integerp x) (error "no ~s" x)) x)', ['(error "no']],
  [
    "(macrolet ((twice (f g) (list 'if '(stringp x) f g))) (let ((x 1)) (twice (print x) (print 2))))",
    ["(print x"],
  ],
  ["(loop while nil do (print 1))", ["(print 1"]],
  ["(dolist (x nil) (print x))", ["(print x"]],
  // Behind what is no valid program.
  ["(foo (1 2))", ["(foo (1"]],
  ["(progn (if) (print 1))", ["(print 1"]],
  // Nothing is lost, or nothing of the program's own.
  ['(progn (error "x") 5)', []],
  ["(if t 1 2)", []],
  ['(unwind-protect (error "x") (print 1))', []],
  ['(handler-case (error "x") (error () (print 1)))', []],
  ["(loop (print 1))", []],
  ["(ecase :a (:b 1))", []],
  ["(flet ((f () (print 1))) 1)", []],
  ["(lambda (x) (if x 1 (if (foo x) 2 3)))", []],
  ["(lambda () (go-away) (print 1))", []],
  ["(catch 'a (throw 'a 1) )", []],
  ["(dolist (x (foo)) (print x) (when x (return x)) (print 2))", []],
  ["(do ((i 0 (1+ i))) ((> i 3) (print i)) (print (foo)))", []],
  ["(let ((n 0)) (flet ((up () (incf n))) (up) (when (> n 0) (print n))))", []],
  ['(macrolet ((m (x) `(progn (error "x") (print ,x)))) (m 1))', []],
  ['(macrolet ((m () \'(progn (error "x") (print 1)))) (m))', []],
  ['(lambda () (declare (sb-ext:muffle-conditions sb-ext:compiler-note)) (error "x") (print 1))', []],
])("%s", (code, forms) => {
  expect(noted(`(lambda () ${code})`)).toEqual(forms);
});

test("a form that a macro has put in several places is not noted where it is done in one", () => {
  const twice = "(macrolet ((twice (f) (list 'if '(stringp x) f f))) (let ((x 1)) (twice (print x))))";
  expect(noted(twice)).toEqual([]);
});

test("a note is no failure, and runs nothing", () => {
  const report = compiled("(defun f ()\n  (return-from f 1)\n  (print 2))");
  expect(report).toMatchObject({ failed: false, warningsTotal: 1 });
  expect(report.text).toBe(
    "1 form compiled, nothing was run. 0 warnings, 1 note:\n" +
      "SB-EXT:CODE-DELETION-NOTE at line 3, column 2: deleting unreachable code",
  );
});
