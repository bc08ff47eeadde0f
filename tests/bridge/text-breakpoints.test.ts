/** Breakpoints on lines of a text that is evaluated. */

import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator, valuesOf } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const values = (code: string) => valuesOf(evaluate(code));

const withBreakpoints = (lines: readonly number[], conditions: readonly string[] = []) =>
  lines.length === 0
    ? {}
    : { debug: { quality: 4, all: false, lines: [...lines], conditions: [...conditions] } };

/** What a text with breakpoints on these lines says of the first call that it stops at. */
function stopped(code: string, ...lines: number[]): string {
  const { condition, values } = evaluate(code, withBreakpoints(lines)).outcome;
  return condition?.message ?? values.join(" ");
}

/** The forms of the calls that a text stops at, gone on from each. */
function stops(code: string, ...lines: number[]): string {
  return stopsWhere(code, lines, []);
}

/** The same where each line has a condition. */
function stopsWhere(code: string, lines: readonly number[], conditions: readonly string[]): string {
  const noting = `(defvar *stops* '())
(setf sb-ext:*stepper-hook* (lambda (c) (push (sb-ext:step-condition-form c) *stops*) (invoke-restart 'continue)))`;
  evaluate(noting);
  evaluate(code, withBreakpoints(lines, conditions));
  return values("(prog1 (reverse *stops*) (setf *stops* '() sb-ext:*stepper-hook* nil))").join();
}

const FIB = `(defun fib (n)
  (let ((m (* n 1)))

    (if (< m 2)
        m
        (+ (fib (- n 1)) (fib (- n 2))))))`;

describe("breakpoints of a text", () => {
  test("stop in functions that it defines, and in what it evaluates", () => {
    expect(stopped(`${FIB}\n(fib 3)`, 4)).toBe(
      "Breakpoint of FIB, line 4\nEvaluating call:\n  (< M 2)\nWith arguments:\n  3\n  2",
    );
    expect(stopped(`${FIB}\n(list (fib 1))`, 7)).toBe(
      "Breakpoint, line 7\nEvaluating call:\n  (FIB 1)\nWith arguments:\n  1",
    );
  });

  test("stop at the first call on a line, once for each time that it is come to", () => {
    expect(stops(`${FIB}\n(fib 2)`, 6)).toBe("((- N 1))");
    expect(stops(`${FIB}\n(fib 3)`, 6)).toBe("((- N 1) (- N 1))");
    expect(stops("(dotimes (i 2)\n  (list (1+ i) (1- i)))", 2)).toBe("((1+ I) (1+ I))");
  });

  test("on a line without a call are those of the next line that has some, within a form and beyond", () => {
    expect(stops(`${FIB}\n(fib 1)`, 1)).toBe("((* N 1))");
    expect(stops(`${FIB}\n(fib 1)`, 3)).toBe("((< M 2))");
    expect(stops("; nothing\n\n(list (1+ 2))\n(list (1+ 3))\n\n", 2)).toBe("((1+ 2))");
    // On the last lines of a function they are those before.
    expect(stops("(defun late (x)\n  (1+ x)\n  x)\n(late 1)", 3)).toBe("((1+ X))");
    expect(stops("(list (1+ 2))\n\n", 2, 3, 400, 1_000_000)).toBe("NIL");
  });

  test("stop in methods, local functions and the parts of a PROGN", () => {
    expect(stops('(defmethod area ((x string))\n  (length x))\n(area "abc")', 2)).toBe("((LENGTH X))");
    expect(stops("(flet ((f (x)\n  (1+ x)))\n  (mapcar #'f '(1 2)))", 2)).toBe("((1+ X) (1+ X))");
    expect(
      stops("(progn (defun pa (x)\n  (1+ x))\n  (pa 1)\n  (defun pb (x)\n  (1- x))\n  (pb 2))", 2, 5),
    ).toBe("((1+ X) (1- X))");
    expect(stops("(eval '(list\n  (1+ 5)))", 2)).toBe("((1+ 5))");
  });

  test("stay in functions until they are cleared by name or line, or the function is defined anew", () => {
    stopped(`${FIB}\n(fib 1)`, 2, 4);
    expect(stops("(fib 1)")).toBe("((* N 1) (< M 2))");
    values("(jscl-mcp:clear-breakpoint 'fib :line 2)");
    expect(stops("(fib 1)")).toBe("((< M 2))");
    values("(jscl-mcp:set-breakpoint 'fib t :line 2)");
    expect(stops("(fib 1)")).toBe("((* N 1) (< M 2))");
    values("(jscl-mcp:clear-breakpoint 'fib)");
    expect(stops("(fib 1)")).toBe("NIL");
    values("(jscl-mcp:set-breakpoint 'fib t :line 6)");
    expect(stops("(fib 2)")).toBe("((- N 1))");
    values("(jscl-mcp:clear-breakpoint)");
    expect(stops("(fib 2)")).toBe("NIL");
    stopped(`${FIB}\n(fib 1)`, 4);
    expect(stops(`${FIB}\n(fib 1)`)).toBe("NIL");
  });

  test("are asked for by the line without a call that they were asked on", () => {
    stopped(`${FIB}\n(fib 1)`, 3);
    values("(jscl-mcp:clear-breakpoint 'fib :line 3)");
    expect(stops("(fib 1)")).toBe("NIL");
  });

  test("are gone where the program is stopped in a loop and they are cleared", () => {
    const hook =
      "(lambda (c) (declare (ignore c)) (incf *times*) (jscl-mcp:clear-breakpoint) (invoke-restart 'continue))";
    values("(defvar *times* 0)");
    values(`(setf sb-ext:*stepper-hook* ${hook})`);
    const code = "(defun looping (n)\n  (dotimes (i n)\n    (list (1+ i))))\n(looping 5)";
    expect(stopped(code, 3)).toBe("NIL");
    expect(values("(prog1 *times* (setf sb-ext:*stepper-hook* nil))")).toEqual(["1"]);
  });

  test("stop in a call that is stepped over, and are there when it was stepped on", () => {
    const over = `(defvar *stops* '())
(setf sb-ext:*stepper-hook* (lambda (c) (push (sb-ext:step-condition-form c) *stops*) (invoke-restart 'sb-ext:step-next)))`;
    const stepped = () => values("(prog1 (reverse *stops*) (setf *stops* '()))").join();
    const code = `(defun inner (x)
  (1+ x))
(defmethod middle ((x integer))
  (inner (1- x)))
(defun outer (x)
  (list x)
  (middle x))
(outer 5)`;
    evaluate(over);
    evaluate(code, withBreakpoints([2, 4, 6]));
    expect(stepped()).toContain("((LIST X) (MIDDLE X) (1- X) (INNER (1- X)) (1+ X)");
    evaluate("(outer 5)");
    expect(stepped()).toContain("((LIST X) (MIDDLE X) (1- X) (INNER (1- X)) (1+ X)");
    values("(setf sb-ext:*stepper-hook* nil)");
    expect(stops("(outer 5)")).toBe("((LIST X) (1- X) (1+ X))");
    values("(jscl-mcp:clear-breakpoint)");
    values("(defun plain-now (x) (* 2 x))");
    expect(values("(jscl-mcp:configure-debugger)")).toEqual(["1"]);
  });

  test("leave the other forms of the text, and what comes after it, as they are", () => {
    const code = "(defun plain (x) (* 2 x))\n(defun watched (x)\n  (1+ (plain x)))\n(watched 2)";
    stopped(code, 3);
    expect(values("(list (jscl-mcp:configure-debugger) (plain 4))")).toEqual(["(1 8)"]);
    expect(stops("(list (plain 1) (watched 1))")).toBe("((PLAIN X))");
    values("(proclaim '(optimize (debug 2)))");
    stopped("(progn\n (proclaim '(optimize (debug 3)))\n (list (1+ 1)))", 3);
    expect(values("(jscl-mcp:configure-debugger)")).toEqual(["3"]);
    values("(proclaim '(optimize (debug 1)))");
  });

  test("say nothing of what is read wrongly, and bear every list of lines", () => {
    expect(stopped("(list (1+ 2)", 1)).toMatch(/end of file/);
    expect(stops("(list (1+ 2))", 0, 0, 1, 1, 4_294_967_295)).toBe("((1+ 2))");
    expect(stops("", 1)).toBe("NIL");
    expect(stops('5 :a\n"x"', 1, 2)).toBe("NIL");
  });
});

describe("breakpoints with conditions", () => {
  const SQUARES = "(defun squares (n)\n  (dotimes (i n)\n    (list (* i i))))";

  /** What is said of the first stop on line 3. */
  const stoppedWhere = (code: string, condition: string): string => {
    const { outcome } = evaluate(code, withBreakpoints([3], [condition]));
    return outcome.condition?.message ?? outcome.values.join(" ");
  };

  test("stop where they are true of the variables there, in functions and other forms", () => {
    expect(stopsWhere(`${SQUARES}\n(squares 5)`, [3], ["(> i 2)"])).toBe("((* I I) (* I I))");
    expect(stoppedWhere(`${SQUARES}\n(squares 5)`, "(= i 3)")).toMatch(/With arguments:\n {2}3\n {2}3$/);
    const loop = "(dotimes (i 5)\n  (list\n   (1+ i)))\n(list (1- 5))";
    expect(stopsWhere(loop, [3, 4], ["(oddp i)"])).toBe("((1+ I) (1+ I) (1- 5))");
    expect(stopsWhere(loop, [4, 3], ["", "nil"])).toBe("((1- 5))");
  });

  test("are read in the package of their form, and stay in the function", () => {
    const code = "(defpackage conditions (:use :cl))\n(in-package conditions)\n(defun squared (n) (* n n))";
    evaluate(code, { package: "CL-USER", ...withBreakpoints([3], ["(> n 4)"]) });
    expect(stops("(list (conditions::squared 4) (conditions::squared 5))")).toBe(
      "((* CONDITIONS::N CONDITIONS::N))",
    );
    values("(jscl-mcp:clear-breakpoint)");
  });

  test("stop where they fail or cannot be read, and say why, past the program's handlers", () => {
    const code = `${SQUARES}\n(handler-case (squares 2) (error () :handled))`;
    expect(stoppedWhere(code, "(> no-such i)")).toBe(
      "Breakpoint of SQUARES, line 3, whose condition failed: The variable NO-SUCH is unbound.\nEvaluating call:\n  (* I I)\nWith arguments:\n  0\n  0",
    );
    expect(stoppedWhere(code, "(> i")).toMatch(
      /^Breakpoint of SQUARES, line 3, whose condition failed: end of file/,
    );
    expect(stoppedWhere(code, "i 1")).toMatch(/line 3, whose condition failed: It has to be one form: i 1\n/);
    expect(stoppedWhere(code, ")")).toMatch(/line 3, whose condition failed: /);
    values("(jscl-mcp:clear-breakpoint)");
  });

  test("are changed by name and line, the line without a call that they were asked on too", () => {
    stopsWhere(`${FIB}\n(fib 1)`, [3], ["(= n 2)"]);
    expect(stops("(fib 3)")).toBe("((< M 2))");
    values("(jscl-mcp:set-breakpoint 'fib '(> n 2) :line 3)");
    expect(stops("(fib 4)")).toBe("((< M 2) (< M 2))");
    values("(jscl-mcp:clear-breakpoint 'fib :line 3)");
    expect(stops("(fib 4)")).toBe("NIL");
  });
});
