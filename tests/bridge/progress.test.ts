/** Progress of an evaluation, reported while it runs. */
import { afterEach, beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";
import { spentMs } from "./spent.js";

let evaluate: Evaluator;
/** When somebody begins to wait for no evaluation any more. */
let until = Number.POSITIVE_INFINITY;
beforeAll(async () => {
  evaluate = await bootEvaluator({ isInterrupted: () => performance.now() > until });
});
afterEach(() => {
  until = Number.POSITIVE_INFINITY;
});

/** A form that takes so many milliseconds. */
const busy = (ms: number) =>
  `(let ((end (+ (get-internal-real-time) (floor (* ${ms} internal-time-units-per-second) 1000)))) (loop until (>= (get-internal-real-time) end)))`;

test("forms are told by the one at work, while it runs", () => {
  const { told } = evaluate(`1 2\n(defun f () 1)\n  ${busy(150)}\n:next ${busy(100)}`, { tellForms: true });
  expect(told).toContainEqual(
    expect.objectContaining({ done: 3, form: 4, position: { line: 3, column: 2 } }),
  );
  expect(told.every(({ file }) => file === null)).toBe(true);
  expect(told.at(-1)).toMatchObject({ done: 5, form: 6, position: { line: 4, column: 6 }, file: null });
});

test("an evaluation that is done at once is told nothing of, nor one whose first form runs", () => {
  expect(evaluate("1 2 3 (+ 1 2)", { tellForms: true }).told).toEqual([]);
  expect(evaluate(busy(150), { tellForms: true }).told).toEqual([]);
});

test("the values of forms are told while the next one runs, each once", () => {
  const { told, outcome } = evaluate(`(values 1 2)\n(list :a)\n${busy(150)}\n(values)\n${busy(150)}\n:last`, {
    tellForms: true,
    tellResults: true,
  });
  expect(told[0]).toMatchObject({
    form: 3,
    results: [
      { form: 0, values: ["1", "2"], position: { line: 1, column: 0 } },
      { form: 1, values: ["(:A)"], position: { line: 2, column: 0 } },
    ],
  });
  const all = told.flatMap(({ results }) => results);
  expect(all.map(({ form }) => form)).toEqual([0, 1, 2, 3, 4]);
  expect(all).toEqual(outcome.results?.slice(0, 5));
});

test("values are told to those who want them all, and no more than the answer has", () => {
  const { told } = evaluate(`1 ${busy(120)} 2`, { tellForms: true });
  expect(told.length).toBeGreaterThan(0);
  expect(told.flatMap(({ results }) => results)).toEqual([]);
  const many = Array.from({ length: 3000 }, () => "(list 1)").join("\n");
  const { told: ofMany, outcome } = evaluate(`${many} ${busy(120)}`, {
    tellForms: true,
    tellResults: true,
    deadlineMs: 0,
  });
  expect(ofMany.flatMap(({ results }) => results)).toEqual(outcome.results);
  expect(outcome.results).toHaveLength(100);
});

test("nobody is told who did not ask", () => {
  expect(evaluate(`1 ${busy(120)} 2`).told).toEqual([]);
});

test("thousands of forms are told a few times, each further on", () => {
  const { told, outcome } = evaluate(Array.from({ length: 3000 }, () => "(list 1)").join("\n"), {
    tellForms: true,
    deadlineMs: 0,
  });
  expect(outcome.forms).toBe(3000);
  expect(told.length).toBeLessThan(200);
  const done = told.map((event) => event.done);
  expect(done).toEqual([...new Set(done)].sort((a, b) => a - b));
  for (const { done, form, position } of told) {
    expect(form).toBe(position.line);
    expect(done).toBe(form - 1);
  }
});

test("the forms of a file that is loaded are told one by one", () => {
  evaluate(`(with-open-file (s "/long.lisp" :direction :output :if-exists :supersede)
    (write-string "${`(defvar *a* 1) ${busy(60)} `.repeat(3)}" s))`);
  const { told, outcome } = evaluate('1\n(load "/long.lisp")', { tellForms: true });
  expect(outcome.status).toBe("ok");
  const last = told.at(-1);
  expect(last).toMatchObject({ form: 2, position: { line: 2, column: 0 }, file: { name: "/long.lisp" } });
  expect(last?.done).toBe(1 + (last?.file?.done ?? 0));
  expect(told.length).toBeGreaterThan(1);
  // Forms after the load are no part of it.
  const { told: after } = evaluate(`(load "/long.lisp") 1 ${busy(100)}`, { tellForms: true });
  expect(after.at(-1)).toMatchObject({ form: 3, file: null, done: 8 });
});

const forms = (count: number) => Array.from({ length: count }, () => "(list 1)").join("\n");

test("each form of a long text costs what it costs in a short one", () => {
  const { told, outcome } = evaluate(forms(30_000), { tellForms: true, deadlineMs: 0 });
  expect([outcome.status, outcome.forms]).toEqual(["ok", 30_000]);
  expect(told.length).toBeGreaterThan(1);
  expect(JSON.stringify(outcome).length).toBeLessThan(1_000);
});

test("what thousands of forms write and define is told in few events", () => {
  const code = Array.from({ length: 5_000 }, (_, i) => `(setq *told* ${i}) (write-char #\\x)`).join("\n");
  const { outcome, stdout, outputs } = evaluate(`(defvar *told* 1)${code}`, { deadlineMs: 0 });
  expect(stdout).toBe("x".repeat(5_000));
  expect(outputs).toBeLessThan(1_000);
  expect(outcome.definitions.map(({ names }) => names)).toEqual([
    ["VARIABLE *TOLD*", "VALUE *TOLD*"],
    ["VALUE *TOLD*"],
  ]);
});

test("a long text is left at the deadline, and when nobody waits for it", () => {
  // However fast the machine is, so many forms take longer.
  const began = spentMs();
  expect(evaluate(forms(60_000), { deadlineMs: 20 }).outcome.status).toBe("timeout");
  expect(spentMs() - began).toBeLessThan(2_000);
  until = performance.now() + 20;
  const start = spentMs();
  const { outcome } = evaluate(forms(60_000), { deadlineMs: 0 });
  expect(outcome.status).toBe("cancelled");
  expect(outcome.forms).toBeLessThan(60_000);
  expect(spentMs() - start).toBeLessThan(2_000);
});
