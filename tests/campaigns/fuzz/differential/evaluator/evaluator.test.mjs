import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { simply } from "../answerers.mjs";
import { outcome } from "../compare.mjs";
import { Malformed, TooMuch } from "./data.mjs";
import { evaluate } from "./evaluator.mjs";

/** The answers of SBCL 2.2.9, compiled and interpreted alike. */
const recorded = readFileSync(new URL("recorded.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

describe("the simple evaluator answers as SBCL does", () => {
  test.each(recorded)("$program", ({ program, outcome: expected }) => {
    expect(outcome(simply(program, []))).toBe(expected);
  });
});

describe("the simple evaluator", () => {
  test("answers the values of special variables at the end, and what was executed", () => {
    const answer = evaluate("(defvar *a_* 1) (defvar *b_*) (setq *a_* '(1 2))", ["*a_*", "*b_*"]);
    expect(answer.specials).toEqual(["(1 2)", "unbound"]);
    expect([...answer.executed]).toContain("assignment of a special variable");
  });
  test.each(["(loop)", "(labels ((f () (f))) (f))", "(let ((x 2)) (loop (setq x (* x x))))"])(
    "gives up %s",
    (program) => expect(() => evaluate(program)).toThrow(TooMuch),
  );
  test.each(["(", "(let ((5 1)) 2)", "nowhere", "(go there)", "(return-from nil 1)", "(print 1 . 2)"])(
    "knows that %s is no program of its language",
    (program) => expect(() => evaluate(program)).toThrow(Malformed),
  );
  test("checks what is declared", () => {
    expect(evaluate("(let ((x 1)) (declare (fixnum x)) (setq x (note 1 'a)))").condition).toBe("TYPE-ERROR");
    expect(evaluate("(the string 5)").condition).toBe("TYPE-ERROR");
  });
});
