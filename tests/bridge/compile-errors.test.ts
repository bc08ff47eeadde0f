/**
 * Definitions that do not compile: what the compiler says of them is what SBCL 2.2.9 catches
 * (`compile-errors/ask.mjs` asks it), where the form stands, and what COMPILE and COMPILE-FILE say.
 */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { Warning } from "../../jscl-bridge/contract/engine.js";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const errorsOf = (code: string): Warning[] =>
  evaluate(code).outcome.warnings.filter(({ severity }) => severity === "error");

const oneLine = (text: string): string =>
  text.replaceAll("COMMON-LISP-USER::", "").replace(/\s+/g, " ").trim();

test("SBCL's errors, in its words", () => {
  const text = readFileSync(new URL("compile-errors/definitions.txt", import.meta.url), "utf8");
  const told = text.split("\n").filter((line) => line !== "" && !line.startsWith("  "));
  const ours = told.map((each) => {
    const errors = errorsOf(each).map(({ message }) => `  ${oneLine(message)}\n`);
    return `${each}\n${errors.join("")}`;
  });
  expect(ours.join("")).toBe(text.replaceAll("COMMON-LISP-USER::", ""));
});

test.each<[code: string, line: number, column: number, within: string]>([
  ["(defun f (x)\n  (list (go nowhere) x))", 2, 8, "(DEFUN F)"],
  ["1\n(defun f (x)\n  (if x\n    1 2 3))", 3, 2, "(DEFUN F)"],
  ["(defmacro bad (x) (car x))\n(defun f ()\n  (list 1 (bad 3)))", 3, 10, "(DEFUN F)"],
  ["(defmethod m ((x integer))\n  (return-from other x))", 2, 2, "(DEFMETHOD M)"],
  ["(flet ((g ()\n         (go out)))\n  (defun f () (g)))", 2, 9, "(FLET ((G NIL (GO OUT))) ...)"],
])("stand where the form stands: %s", (code, line, column, within) => {
  const [error] = errorsOf(code);
  expect(error?.position).toEqual({ line, column });
  expect(error?.where).toMatchObject({ line, column, in: within, elsewhere: null });
});

test("the file that has the form is named, as it is loaded and as it is compiled", () => {
  const text = "(defmacro bad (x) (no-such-fn x))\n(defun f ()\n  (bad 3))";
  evaluate(`(with-open-file (s "/tmp/bad.lisp" :direction :output) (write-string "${text}" s))`);
  for (const code of ['1 (load "/tmp/bad.lisp")', '1 (compile-file "/tmp/bad.lisp")']) {
    const [error, ...others] = errorsOf(code);
    expect(others).toEqual([]);
    expect(error?.message).toMatch(/NO-SUCH-FN is undefined/);
    expect(error?.position).toEqual({ line: 1, column: 2 });
    const elsewhere = { file: "/tmp/bad.lisp", line: 3, column: 2, in: "(DEFUN F)" };
    expect(error?.where).toMatchObject({ form: 1, line: 1, column: 2, elsewhere });
  }
});

test("COMPILE and COMPILE-FILE say that it failed", () => {
  const failed = "(multiple-value-list (compile nil '(lambda () (go nowhere))))";
  expect(evaluate(`(rest ${failed})`).outcome.values).toEqual(["(T T)"]);
  evaluate('(with-open-file (s "/tmp/go.lisp" :direction :output) (print \'(defun f () (go nowhere)) s))');
  const file = '(rest (multiple-value-list (compile-file "/tmp/go.lisp")))';
  expect(evaluate(file).outcome.values).toEqual(["(T T)"]);
});

test("a definition that compiles leaves none, and what one leaves is not told of the next", () => {
  expect(errorsOf("(defun f () (go nowhere))")).toHaveLength(1);
  expect(errorsOf("(defun f () 1)")).toEqual([]);
  expect(evaluate("(handler-case (f) (error () :failed))").outcome.values).toEqual(["1"]);
});

test("no handler of the program's sees it", () => {
  const { outcome } = evaluate("(handler-case (compile nil '(lambda () (go nowhere))) (condition () :seen))");
  expect(outcome.values[0]).toMatch(/^#<FUNCTION/);
});

test("hints name the one thing that is near, a local variable first", () => {
  const hints = (code: string): string[] =>
    evaluate(code).outcome.warnings.flatMap((each) =>
      each.hints.map(({ thing, text }) => `${thing} ${text}`),
    );
  expect(hints("(defun total (amount) (+ amuont 1))")).toEqual(["variable AMOUNT"]);
  expect(hints("(defun k (lst) (lenght lst))")).toEqual(["function LENGTH"]);
  expect(hints("(defun k (lst) (flet ((helper (x) x)) (helpr lst)))")).toContain("function HELPER");
  expect(hints("(defun k (x) (declare (type intger x)) x)")).toContain("type INTEGER");
  expect(hints("(defun k (x) (zzqq x))")).toEqual([]);
});
