/**
 * What SBCL 2.2.9 warns of and answers where a definition does not fit what there is: methods, structures
 * that change, standard functions defined anew, constants that no loop can go along.
 */
import { beforeAll, describe, expect, test } from "vitest";
import PROGRAMS from "./definition-warnings.cases.json" with { type: "json" };
import { bootEvaluator, type Evaluator } from "./image.js";
import { evaluateAlone } from "./recorded.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

/** Addresses differ from image to image. */
const withoutAddresses = (text: string): string => text.replace(/\{[0-9A-F]+\}/g, "{}");

type Row = [subject: string, program: string, answer: string, ...warnings: string[]];
const rows = PROGRAMS as Row[];

describe.each([...new Set(rows.map(([subject]) => subject))])("%s", (subject) => {
  test.each(rows.filter((row) => row[0] === subject))("%s: %s", (_, program, answer, ...warnings) => {
    const ours = evaluateAlone(evaluate, program);
    // What does not compile is no warning in SBCL; compile-errors.test.ts has it.
    const warned = ours.warnings.filter((text) => !text.startsWith("COMPILER-ERROR"));
    expect({
      answer: withoutAddresses(ours.answer),
      warnings: warned.map(withoutAddresses),
    }).toEqual({ answer, warnings });
  });
});
