/** Macro functions that MACROEXPAND and its like call: evaluations are held there, too. */
import { beforeAll, expect, test } from "vitest";
import { ASKED, Levels } from "./levels-driver.js";

const levels = new Levels();
beforeAll(async () => {
  await levels.boot();
  levels.run(`${ASKED}
      (defmacro one (x) (list 'two x (asked :one)))
      (defmacro two (x y) (list 'when x (asked :two) y))
      (defmacro plain (x) (list 'two x 1))
      (defmacro here (x &environment env) (list (macroexpand-1 '(local) env) x))
      (defmacro endless (x) (list 'endless x))`);
});

test.each<[code: string, asked: readonly string[], value: string]>([
  ["(macroexpand-1 '(one a))", ["ONE"], "(TWO A 0) T"],
  ["(macroexpand '(one a))", ["ONE", "TWO"], "(IF A (PROGN 1 0)) T"],
  ["(macroexpand-1 '(plain a))", [], "(TWO A 1) T"],
  ["(macroexpand '(when a b))", [], "(IF A B) T"],
  ["(macroexpand '(list a))", [], "(LIST A) NIL"],
  ["(macroexpand-1 'a)", [], "A NIL"],
  ["(symbol-macrolet ((s (one 1))) (macroexpand-1 's))", [], "S NIL"],
  ["(macrolet ((local () (list 'quote (asked :local)))) (macroexpand-1 '(here 1)))", [], "((LOCAL) 1) T"],
  [
    "(mapcar (lambda (form) (macroexpand-1 form)) '((one 1) (one 2)))",
    ["ONE", "ONE"],
    "((TWO 1 0) (TWO 2 1))",
  ],
])("%s", (code, asked, value) => levels.expectGiven(code, asked, value));

test("arguments are checked, and what expands without end stops at its deadline", () => {
  expect(levels.run("(macroexpand-1 '(one) 5)", {}).said[0]).toMatch(
    /^error: The value\s+5\s+is not of type/,
  );
  expect(levels.run("(funcall 'macroexpand)", {}).said[0]).toMatch(/^error: invalid number of arguments: 0/);
  expect(levels.run(["(macroexpand '(endless 1))", { deadlineMs: 500 }]).said[0]).toMatch(/^timeout/);
});
