import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

test("APROPOS-LIST finds symbols by a part of their names, in any case", () => {
  expect(evaluate('(apropos-list "cad" :cl)').outcome.values).toEqual([
    "(CADAAR CADADR CADAR CADDAR CADDDR CADDR CADR)",
  ]);
  expect(evaluate("(apropos-list 'apropos-l)").outcome.values[0]).toContain("APROPOS-LIST");
  expect(evaluate("(defun (setf zork-place) (x) x) (apropos-list 'zork-place)").outcome.values).toEqual([
    "(ZORK-PLACE)",
  ]);
  expect(evaluate("(apropos-list 3)").outcome.condition?.type).toBe("TYPE-ERROR");
});

test("APROPOS prints them with their values, and tells functions", () => {
  const defined = "(defvar *zork* 1) (defun zork-it () 1) (defmacro zork-m () 1) (defconstant +zork+ 3)";
  expect(evaluate(`${defined} (apropos "zork" :cl-user)`).stdout).toMatch(
    /^\*ZORK\* = 1\n\+ZORK\+ = 3\n(.*\n)?ZORK-IT \(fbound\)\nZORK-M \(fbound\)/,
  );
  expect(evaluate('(apropos "CAR" "COMMON-LISP" t) (terpri)').stdout.trim()).toBe(
    "CAR (fbound)\nMAPCAR (fbound)",
  );
  expect(evaluate('(apropos "x" :no-such-package)').outcome.condition?.type).toBe("PACKAGE-DOES-NOT-EXIST");
});
