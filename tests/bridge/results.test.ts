/** The values of each form of an evaluation, for those who want them all. */
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const all = { tellResults: true };

test("each form has its values and its place", async () => {
  // Handles are numbered from the first value of an image on.
  evaluate = await bootEvaluator();
  const { outcome } = evaluate("1\n  (values 2 'b) (values)\n(list 3)", all);
  expect(outcome.results).toEqual([
    { form: 0, values: ["1"], handles: [1], position: { line: 1, column: 0 } },
    { form: 1, values: ["2", "B"], handles: [2, 3], position: { line: 2, column: 2 } },
    { form: 2, values: [], handles: [], position: { line: 2, column: 16 } },
    { form: 3, values: ["(3)"], handles: [4], position: { line: 3, column: 0 } },
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

test("a value is kept by its handle, as it is, whatever is evaluated afterwards", () => {
  const { outcome } = evaluate("(list 1 2)", all);
  const [handle] = outcome.results?.[0]?.handles ?? [];
  evaluate("(defvar *later* 1)");
  expect(
    evaluate(`(push 0 (cdr (jscl-mcp:kept-value ${handle}))) (jscl-mcp:kept-value ${handle})`),
  ).toMatchObject({ outcome: { values: ["(1 0 2)"] } });
  expect(evaluate(`(jscl-mcp:kept-value ${handle})`, all).outcome.results?.[0]?.handles).toEqual([handle]);
});

test("as many are kept as the command says, and handles are beyond its number", () => {
  const keep = { after: 5_000_000, handles: 3, most: 3 };
  const first = evaluate(":kept-first", { ...all, keep }).outcome.results?.[0]?.handles[0] ?? 0;
  expect(first).toBeGreaterThan(5_000_000);
  evaluate("(list 1) (list 2) (list 3)", { ...all, keep });
  const many = evaluate("(list 4) (list 5) (list 6) (list 7)", { ...all, keep }).outcome.results;
  expect(many?.map(({ handles }) => handles.length)).toEqual([1, 1, 1, 0]);
  const gone = evaluate(`(jscl-mcp:kept-value ${first})`, { keep }).outcome.condition;
  expect(gone?.message).toBe(
    `There is no value with the handle ${first}: of the values of results, and of those that were inspected, the last 3 are kept, and a fresh Lisp has none.`,
  );
  expect(evaluate("(jscl-mcp:kept-value :a)").outcome.condition?.type).toBe("TYPE-ERROR");
  expect(evaluate("(jscl-mcp:kept-value (expt 2 80))").outcome.condition?.type).toBe("SIMPLE-ERROR");
});
