import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const value = (code: string) => evaluate(code).outcome.values[0];

test("a JavaScript function is called by its place, with values of its own kind", () => {
  expect(value('(#j:parseInt "12")')).toBe("12");
  expect(value("(#j:Math:max 1 2.5d0 1/2)")).toBe("2.5d0");
  expect(value('(#j:JSON:stringify "a")')).toBe('"\\"a\\""');
  expect(value("(mapcar #j:Math:sqrt '(4 9))")).toBe("(2 3)");
  expect(value('(let ((key "parse")) ((jscl:oget #j:JSON key) "[1]"))')).toBe("#(1)");
});

test("a JavaScript number that is no integer is a double", () => {
  expect(value("#j:Math:PI")).toBe("3.141592653589793d0");
  expect(value("(integerp #j:Number:MAX_SAFE_INTEGER)")).toBe("T");
});

test("a JavaScript failure is an error that handlers see", () => {
  expect(evaluate('(#j:eval "nowhere")').outcome.condition?.message).toBe(
    "JavaScript error: nowhere is not defined",
  );
  expect(evaluate("(#j:nope 1)").outcome.condition?.message).toBe("JavaScript error: nope is not a function");
  expect(value("(handler-case (#j:nope) (error () :caught))")).toBe(":CAUGHT");
});
