/** The values of each form of an evaluation, for those who want them all. */
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const all = { tellResults: true };

test("each form has its values and its place", () => {
  const { outcome } = evaluate("1\n  (values 2 'b) (values)\n(list 3)", all);
  expect(outcome.results).toEqual([
    { form: 0, values: ["1"], position: { line: 1, column: 0 } },
    { form: 1, values: ["2", "B"], position: { line: 2, column: 2 } },
    { form: 2, values: [], position: { line: 2, column: 16 } },
    { form: 3, values: ["(3)"], position: { line: 3, column: 0 } },
  ]);
  expect(outcome.values).toEqual(["(3)"]);
  expect(outcome.dropped).toMatchObject({ values: 0, results: 0 });
});

test("who did not ask is told the values of the last form alone", () => {
  const { outcome } = evaluate("1 2");
  expect(outcome.results).toBeNull();
  expect(outcome.values).toEqual(["2"]);
});

test("values are those that the form returned, not what later forms make of them", () => {
  const { outcome } = evaluate("(defvar *l* (list 1)) *l* (setf (car *l*) 2) *l*", all);
  expect(outcome.results?.map(({ values }) => values)).toEqual([["*L*"], ["(1)"], ["2"], ["(2)"]]);
});

test("the forms before an error have theirs", () => {
  for (const code of ["1 2 (/ 1 0) 3", "1 2 (abort)", "1 2 (+ 1"]) {
    const { outcome } = evaluate(code, all);
    expect(outcome.results?.map(({ values }) => values)).toEqual([["1"], ["2"]]);
    expect(outcome.values).toEqual([]);
  }
});

test("a print method runs once for each value, and one that fails ends the evaluation", () => {
  const define = `(defclass shy () ((failing :initarg :failing :initform nil)))
    (defvar *printed* 0)
    (defmethod print-object ((it shy) stream)
      (incf *printed*)
      (if (slot-value it 'failing) (error "no") (write-string "#<SHY>" stream)))`;
  evaluate(define);
  const { outcome } = evaluate("(make-instance 'shy) (make-instance 'shy)", all);
  expect(outcome.results?.map(({ values }) => values)).toEqual([["#<SHY>"], ["#<SHY>"]]);
  expect(evaluate("*printed*").outcome.values).toEqual(["2"]);
  const failed = evaluate("1 (make-instance 'shy :failing t) 3", all).outcome;
  expect(failed).toMatchObject({ status: "error", forms: 2, condition: { phase: "print", form: 1 } });
  expect(failed.results?.map(({ values }) => values)).toEqual([["1"]]);
});

test("all of them share the room that one has", () => {
  const limits = {
    valueChars: 100,
    messageChars: 100,
    argumentChars: 200,
    formChars: 40,
    maxFrames: 100,
    maxValues: 100,
    maxWarnings: 20,
  };
  const strings = Array.from({ length: 50 }, () => `"${"x".repeat(20)}"`).join(" ");
  const { outcome } = evaluate(strings, { ...all, limits });
  expect(outcome.results).toHaveLength(5);
  expect(outcome.dropped.results).toBe(45);
  expect(outcome.values).toEqual([`"${"x".repeat(20)}"`]);
  const many = evaluate("1 ".repeat(150), { ...all, limits: { ...limits, valueChars: 10_000 } }).outcome;
  expect(many.results).toHaveLength(100);
  expect(many.dropped.results).toBe(50);
});
