/**
 * What SBCL 2.2.9 warns of and answers where a program has a mistake that is often made: control strings,
 * values that are of a wrong type some of the time, types that are none, arguments in another order.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";
import PROGRAMS from "./likely-mistakes.cases.json" with { type: "json" };
import { evaluateAlone } from "./recorded.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

/** Addresses differ from image to image, and so do the names of SBCL's own variables. */
const withoutInternals = (text: string): string =>
  text.replace(/\{[0-9A-F]+\}/g, "{}").replace(/ when binding (?![*/])(SB-\S+|#:\S+|FUNCTION)/g, "");

type Row = [subject: string, program: string, answer: string, ...warnings: string[]];
const rows = PROGRAMS as Row[];

describe.each([...new Set(rows.map(([subject]) => subject))])("%s", (subject) => {
  test.each(rows.filter((row) => row[0] === subject))("%s: %s", (_, program, answer, ...warnings) => {
    const ours = evaluateAlone(evaluate, program);
    // What does not compile is no warning in SBCL; compile-errors.test.ts has it.
    const warned = ours.warnings.filter((text) => !text.startsWith("COMPILER-ERROR"));
    expect({
      answer: withoutInternals(ours.answer),
      warnings: warned.map(withoutInternals),
    }).toEqual({ answer, warnings });
  });
});

test("compiled code asks for all arguments of a control string before it writes", () => {
  const { stdout } = evaluate('(defun told (x) (format t "Name: ~A, age: ~A~%" x)) (told 1)');
  expect(stdout).toBe("");
  expect(evaluate('(format t "Name: ~A, age: ~A~%" 1)').stdout).toBe("Name: 1, age: ");
});
