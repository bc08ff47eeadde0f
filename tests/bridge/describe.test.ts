import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

test("DESCRIBE says what an object is", () => {
  expect(evaluate("(describe 5)").stdout).toBe("5\n  [fixnum]\n");
  expect(evaluate('(describe "abc")').stdout).toBe(
    '"abc"\n  [simple-string]\n\nElement-type: CHARACTER\nLength: 3\n',
  );
  expect(evaluate("(describe :foo)").stdout).toContain("FOO names a constant variable:\n  Value: :FOO\n");
  expect(evaluate("(defstruct pt x y) (describe (make-pt :x 1))").stdout).toBe(
    "#S(PT :X 1 :Y NIL)\n  [structure-object]\n\nSlots with :INSTANCE allocation:\n" +
      "  X                              = 1\n  Y                              = NIL\n",
  );
  expect(evaluate("(defclass c () (b)) (describe (make-instance 'c))").stdout).toContain("= #<unbound slot>");
});

test("properties are removed from lists and symbols", () => {
  const code = `(let ((p (list :a 1 :b 2))) (list (remf p :a) p (remf p :c) p (remf p :b) p))`;
  expect(evaluate(code).outcome.values).toEqual(["(T (:B 2) NIL (:B 2) T NIL)"]);
  expect(
    evaluate("(setf (get 'foo :x) 5) (list (remprop 'foo :x) (remprop 'foo :x))").outcome.values,
  ).toEqual(["(T NIL)"]);
});
