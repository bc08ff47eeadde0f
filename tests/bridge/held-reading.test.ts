/** What the reader calls of a program, and signals: evaluations are held there, too. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "../../jscl-bridge/contract/engine.js";
import { bootHeldEvaluator, type HeldEvaluator } from "./held-image.js";

let evaluate: HeldEvaluator;
beforeAll(async () => {
  evaluate = await bootHeldEvaluator();
  evaluate(`(defvar *table* (copy-readtable))
    (defvar *count* 0)
    (defstruct spot x)
    (set-macro-character #\\! (lambda (s c) (declare (ignore c)) (cerror "Go on." "in a macro") (list :bang (read s t nil t))) nil *table*)
    (defun named (s c) (declare (ignore c)) (cerror "Go on." "named") (list :named (read s t nil t)))
    (set-macro-character #\\? 'named nil *table*)
    (set-dispatch-macro-character #\\# #\\! (lambda (s c n) (declare (ignore c)) (cerror "Go on." "sharp ~a" n) (list n (read s t nil t))) *table*)
    (defun in-table (text) (let ((*readtable* *table*)) (read-from-string text)))`);
});
beforeEach(() => void evaluate("(setq *count* 0)"));

const ON: Partial<Answer> = { restart: "CONTINUE" };

test.each<[code: string, asked: string[], value: string]>([
  ['(in-table "!a")', ["in a macro"], "(:BANG A) 2"],
  ['(in-table "(1 !(a !b) . c)")', ["in a macro", "in a macro"], "(1 (:BANG (A (:BANG B))) . C) 15"],
  ['(in-table "?x")', ["named"], "(:NAMED X) 2"],
  ['(in-table "#5!x")', ["sharp 5"], "(5 X) 4"],
  ['(in-table "`(a ,!b)")', ["in a macro"], "(LIST (QUOTE A) (:BANG B)) 8"],
  ['(in-table "#(1 !a)")', ["in a macro"], "#(1 (:BANG A)) 7"],
  ['(in-table "#+(or) !a (!b #1=2 #1#)")', ["in a macro", "in a macro"], "((:BANG B) 2 2) 23"],
  [
    '(read-from-string "(1 #.(progn (cerror \\"Go on.\\" \\"evaluated\\") (incf *count*)) 3)")',
    ["evaluated"],
    "(1 1 3) 60",
  ],
  [
    '(with-input-from-string (s "!a b") (let ((*readtable* *table*)) (list (read s) (read s))))',
    ["in a macro"],
    "((:BANG A) B)",
  ],
  [
    '(with-input-from-string (s "!a b) c") (let ((*readtable* *table*)) (list (read-delimited-list #\\) s) (read s))))',
    ["in a macro"],
    "(((:BANG A) B) C)",
  ],
])("%s", (code, asked, value) => {
  const { questions, values, problem } = evaluate(code, ON, ON, ON);
  expect([questions, problem]).toEqual([asked, null]);
  expect(values.join(" ")).toBe(value);
});

test("what is evaluated while something is read is evaluated once", () => {
  const code =
    '(list (setq *count* 0) (read-from-string "(#.(incf *count*) #.nothing-here #.(incf *count*))") *count*)';
  const { values, questions } = evaluate(code, { restart: "USE-VALUE", values: ["9"] });
  expect([questions, values]).toEqual([["The variable NOTHING-HERE is unbound."], ["(0 (1 9 2) 2)"]]);
});

describe("a package that is missing, or a symbol in it", () => {
  test.each<[code: string, asked: RegExp, answer: Partial<Answer>, value: string]>([
    ['(read-from-string "rd-none::x")', /RD-NONE does not exist/, ON, "X 10"],
    ['(read-from-string "(rd-none::x y)")', /RD-NONE does not exist/, { restart: "UNINTERN" }, "(#:X Y) 14"],
    ['(read-from-string "(rd-none::x y)")', /RD-NONE/, { restart: "SYMBOL", values: ["'z"] }, "(Z Y) 14"],
    ['(read-from-string "cl:rd-none")', /RD-NONE.*not found/s, { restart: "ABORT" }, ""],
    ["(list rd-here:x)", /RD-HERE does not exist/, { restart: "SYMBOL", values: ["'*print-base*"] }, "(10)"],
  ])("%s", (code, asked, answer, value) => {
    const { questions, values, problem } = evaluate(code, answer);
    expect([questions, problem, values.join(" ")]).toEqual([[expect.stringMatching(asked)], null, value]);
  });

  test("is made meanwhile, and the text is read on", () => {
    const { values } = evaluate("(list 'rd-late::x) ", "(defpackage :rd-late)", { restart: "RETRY" });
    expect(values).toEqual(["(RD-LATE::X)"]);
  });
});

// ABORT alone is left then: nothing can go on from there.
test.each(["(list 1", "(car '(1)) )", "#<foo>"])("a text that cannot be read is not held: %s", (code) => {
  const { questions, status } = evaluate(code, { restart: "ABORT" });
  expect([questions, status]).toEqual([[], "error"]);
});

describe("an error of what a program reads is held where it is", () => {
  test.each([
    ['(restart-case (read-from-string "(a . )") (mine () 9))', /Nothing appears after/],
    ['(read-from-string "")', /end of file/],
  ])("%s", (code, message) => {
    const { questions, status } = evaluate(code, { restart: "ABORT" });
    expect([questions[0], status]).toEqual([expect.stringMatching(message), "error"]);
  });
});

test("READ waits for as many lines as its object has, and reads what is typed once", () => {
  const input = { text: null, askMs: 1000, end: "No input came." };
  const typed = (...lines: string[]) => lines.map((line) => ({ input: line, echo: true }));
  const { values, prompts, left } = evaluate(
    ['(progn (princ "Form? ") (list (read) (read-line) (read) (read)))', { input }],
    ...typed("(defun f (x) #.(incf *count*)", '  "two', 'lines") rest', "", "1 2"),
  );
  expect([prompts.length, left]).toEqual([5, []]);
  expect(prompts[0]).toBe("Form?");
  expect(values[0]).toMatch(/^\(\(DEFUN F \(X\) \d+ "two\nlines"\) "rest" 1 2\)$/);
});
