import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

// An image on a page's own thread, which the page lets have JavaScript's pure functions.
let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator({ grants: { javascript: true } });
});

const value = (code: string) => evaluate(code).outcome.values[0];
const message = (code: string) => evaluate(code).outcome.condition?.message;

test("a JavaScript function is called by its place, with values of its own kind", () => {
  expect(value('(#j:parseInt "12")')).toBe("12");
  expect(value("(#j:Math:max 1 2.5d0 1/2)")).toBe("2.5d0");
  expect(value('(#j:JSON:stringify "a")')).toBe('"\\"a\\""');
  expect(value("(mapcar #j:Math:sqrt '(4 9))")).toBe("(2 3)");
  expect(value("(funcall #j:Math:hypot 3 4)")).toBe("5");
  expect(value('(let ((key "parse")) ((jscl::oget #j:JSON key) "[1]"))')).toBe("#(1)");
  expect(value('(#j:JSON:stringify (vector 1 "a" t nil (vector)))')).toBe('"[1,\\"a\\",true,false,[]]"');
});

test("a JavaScript number that is no integer is a double", () => {
  expect(value("#j:Math:PI")).toBe("3.141592653589793d0");
  expect(value("(integerp #j:Number:MAX_SAFE_INTEGER)")).toBe("T");
});

test("an object crosses as a handle, whose own properties are read", () => {
  expect(
    value('(let ((o (#j:JSON:parse "{\\"a\\": {\\"b\\": [1, \\"x\\"]}}"))) (jscl::oget o "a" "b"))'),
  ).toBe('#(1 "x")');
  expect(value('(let ((o (#j:JSON:parse "{}"))) (eq o o))')).toBe("T");
  expect(value('(#j:JSON:parse "{}")')).toMatch(/^#<JAVASCRIPT-OBJECT Object \{[0-9A-F]+\}>$/);
  const made = '(let ((o (jscl::new "a" 1)))';
  expect(value(`${made} (setf (jscl::oget o "b") 2) (jscl::oset 3 o "c") (#j:JSON:stringify o))`)).toBe(
    '"{\\"a\\":1,\\"b\\":2,\\"c\\":3}"',
  );
});

test("what is no object of JavaScript's is refused, and what cannot cross", () => {
  for (const object of ['"text"', "#'car", "(list 1)", "'car", "1", "(vector 1)", "nil"])
    expect(evaluate(`(jscl::oget ${object} "constructor")`).outcome.condition?.type).toBe("TYPE-ERROR");
  expect(message("(#j:JSON:stringify (list 1))")).toBe("An object of Lisp's cannot go to JavaScript.");
  expect(message("(let ((v (vector 1))) (setf (aref v 0) v) (#j:JSON:stringify v))")).toMatch(/cannot go/);
});

test("a JavaScript failure is an error that handlers see", () => {
  expect(message('(#j:JSON:parse "{")')).toMatch(/^JavaScript error: /);
  expect(message("(#j:nope 1)")).toBe("JavaScript error: nope is not a function");
  expect(value("(handler-case (#j:nope) (error () :caught))")).toBe(":CAUGHT");
});
