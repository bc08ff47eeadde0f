/** TRACE and UNTRACE; the lines are SBCL's. */
import { beforeEach, expect, test } from "vitest";
import { bootEvaluator, type Evaluator, valuesOf } from "./image.js";

let evaluate: Evaluator;
beforeEach(async () => {
  evaluate = await bootEvaluator();
  evaluate(
    "(defun ff (x) (if (zerop x) 0 (1+ (ff (1- x))))) (defun gg () (values 1 2)) (defun hh () (values))",
  );
});

const values = (code: string) => valuesOf(evaluate(code));
const written = (code: string): string[] => evaluate(code).stdout.split("\n");

test("calls and what they return are told, one in another further to the right", () => {
  expect(values("(trace ff)")).toEqual(["(FF)"]);
  expect(written("(ff 1)")).toEqual([
    "  0: (FF 1)",
    "    1: (FF 0)",
    "    1: FF returned 0",
    "  0: FF returned 1",
    "",
  ]);
});

test("all values are told, and no value", () => {
  evaluate("(trace gg hh)");
  expect(written("(progn (gg) (hh))")).toEqual([
    "  0: (GG)",
    "  0: GG returned 1 2",
    "  0: (HH)",
    "  0: HH returned",
    "",
  ]);
});

test("an exit that is not local is told", () => {
  evaluate('(defun kk (x) (error "no ~A" x)) (trace kk)');
  expect(written('(ignore-errors (kk "a"))')).toEqual(['  0: (KK "a")', "  0: KK exited non-locally", ""]);
});

test("what is traced can be asked for, and ended", () => {
  evaluate("(trace ff gg)");
  expect(values("(trace)")).toEqual(["(GG FF)"]);
  expect(values("(untrace ff)")).toEqual(["T"]);
  expect(evaluate("(ff 1)").stdout).toBe("");
  expect(values("(untrace)")).toEqual(["T"]);
  expect(values("(trace)")).toEqual(["NIL"]);
  expect(evaluate("(gg)").stdout).toBe("");
});

test("what is no function is not traced", () => {
  const { outcome } = evaluate("(trace nope)");
  expect(outcome.values).toEqual(["NIL"]);
  expect(outcome.warnings.map(({ message }) => message)).toEqual(["NOPE is undefined, not tracing."]);
});

test("a function that tracing itself calls can be traced", () => {
  evaluate("(trace format cons)");
  expect(written("(funcall 'cons 1 2)")).toEqual(["  0: (CONS 1 2)", "  0: CONS returned (1 . 2)", ""]);
});

test("a new definition is not traced", () => {
  evaluate("(trace ff) (defun ff (x) x)");
  expect(values("(trace)")).toEqual(["NIL"]);
  expect(values("(progn (untrace ff) (ff 5))")).toEqual(["5"]);
});
