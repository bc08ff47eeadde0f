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

/** What SBCL 2.2.9 writes for (f 2) and the like, by the options of TRACE. */
const F = "(defun f (n) (if (= n 0) 1 (* n (f (1- n))))) (defun g (n) (1+ (f n)))";

test.each([
  [":condition (oddp (sb-debug:arg 0))", "(f 2)", ["  0: (F 1)", "  0: F returned 1"]],
  [":condition-after (oddp (sb-debug:arg 0))", "(f 2)", ["  0: F returned 1", "  0: F returned 1"]],
  [
    ":condition-all (oddp (sb-debug:arg 0))",
    "(f 2)",
    ["  0: (F 1)", "    1: F returned 1", "  0: F returned 1"],
  ],
  [":condition nil", "(f 2)", []],
  [":wherein g", "(list (f 0) (g 0))", ["  0: (F 0)", "  0: F returned 1"]],
  [":report nil", "(f 1)", []],
  [":encapsulate t :methods nil", "(f 0)", ["  0: (F 0)", "  0: F returned 1"]],
])("TRACE with %s", (options, call, lines) => {
  evaluate(`${F} (trace f ${options})`);
  expect(written(call)).toEqual([...lines, ""]);
});

test("forms are printed before and after the call", () => {
  evaluate(`${F} (trace f :print (list :n (sb-debug:arg 0)) :print-after (sb-debug:arg 0))`);
  expect(written("(f 0)").map((line) => line.replace("JSCL-MCP:", ""))).toEqual([
    "  0: (F 0)",
    "  0: (LIST :N (ARG 0)) = (:N 0)",
    "  0: F returned 1",
    "  0: (ARG 0) = 1",
    "",
  ]);
});

test("options before all names are for all of them", () => {
  evaluate(F);
  expect(values("(trace :condition (evenp (sb-debug:arg 0)) f g)")).toEqual(["(F G)"]);
  expect(written("(g 1)")).toEqual(["  0: (F 0)", "  0: F returned 1", ""]);
});

test("a function that reports", () => {
  evaluate(`${F} (defun rep (depth what event frame values) (declare (ignore frame))
                   (format t "~S~%" (list depth what event values)))
            (trace f :report rep)`);
  expect(written("(f 0)")).toEqual(["(0 F :ENTER (0))", "(0 F :EXIT (1))", ""]);
});

test.each([
  [":break t", "breaking before traced call to F:"],
  [":break-after (= 1 (sb-debug:arg 0))", "breaking after traced call to F:"],
  [":break-all t", "breaking before traced call to F:"],
  [':print (error "no")', "no"],
])("a call of what is traced with %s ends in the debugger", (options, message) => {
  evaluate(`${F} (trace f ${options})`);
  const { outcome } = evaluate("(f 0)");
  expect(outcome.condition?.message).toBe(message);
  if (options.startsWith(":break")) expect(outcome.condition?.restarts[0]?.name).toBe("CONTINUE");
});

test("a break that is continued", () => {
  evaluate(`${F} (trace f :break t)`);
  const restarts = [{ restart: "CONTINUE", values: null, conditionType: "condition" }];
  expect(evaluate("(f 0)", { restarts }).outcome.values).toEqual(["1"]);
});

test.each([
  ["(trace f :foo t)", "unknown TRACE option: :FOO"],
  ["(trace f :condition)", "missing argument to :CONDITION TRACE option"],
  ["(trace f :report 3)", "3 is not a valid TRACE :REPORT type."],
  ['(trace "NOPE")', 'There is no package "NOPE".'],
])("%s traces nothing", (code, message) => {
  evaluate(F);
  expect(evaluate(code).outcome.condition?.message).toBe(message);
  expect(values("(trace)")).toEqual(["NIL"]);
});

test("a string names the functions of a package", () => {
  evaluate("(defpackage tp (:use cl)) (defun tp::a () 1) (defun tp::b () 2) (defmacro tp::c () 3)");
  expect(values('(trace "TP")')).toEqual(["(TP::A TP::B)"]);
});

test("calls are kept as a tree, for the evaluation that they are of", () => {
  evaluate(`${F} (trace f g)`);
  evaluate("(g 1)");
  const tree = '"2 calls.\n#0 (G 0) => 2\n#1   (F 0) => 1"';
  evaluate("(g 0)");
  expect(values("(jscl-mcp:query-recording :trace t)")).toEqual([tree]);
  expect(values("(jscl-mcp:query-recording :trace t :function 'f)")[0]).toContain("#1 (F 0) => 1");
  evaluate("(ignore-errors (f :x))");
  expect(values("(jscl-mcp:query-recording :trace t)")[0]).toContain("(F :X) was left by a non-local exit");
});

test("breakpoints on a function", () => {
  evaluate(F);
  expect(values("(jscl-mcp:set-breakpoint 'f '(= 1 (sb-debug:arg 0)))")).toEqual(["F"]);
  const { condition } = evaluate("(f 2)").outcome;
  expect(condition?.message).toBe("breaking before traced call to F:");
  expect(evaluate("(f 0)").outcome.values).toEqual(["1"]);
  expect(values("(jscl-mcp:clear-breakpoint 'f)")).toEqual(["T"]);
  expect(evaluate("(f 2)").outcome.values).toEqual(["2"]);
  expect(evaluate("(jscl-mcp:set-breakpoint 'nope)").outcome.condition?.message).toBe(
    "NOPE names no function.",
  );
});
