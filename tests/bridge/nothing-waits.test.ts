/** An image whose host gives its thread no way to wait, as a page's own thread has none. */
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const WHY = "The evaluation was not held: nobody can be asked.";

test.each([
  ["one that is to be held", "(list nothing-here)", { askMs: 1000, hold: true }, WHY],
  ["one with nothing but ABORT, too", '(error "x")', { askMs: 1000, hold: true }, WHY],
  ["one that has somebody asked", "(list nothing-here)", { askMs: 1000 }, WHY],
  ["one with nothing to choose from", '(error "x")', { askMs: 1000 }, null],
  ["one that is not to be held", "(list nothing-here)", {}, null],
  ["a text that cannot be read", "(list 1", { askMs: 1000, hold: true }, null],
  ["what its deadline ends", "(loop)", { askMs: 1000, hold: true, deadlineMs: 100 }, null],
])("an error is reported at once, and says why it was not held: %s", (_, code, more, problem) => {
  const { outcome, asked } = evaluate(code, more);
  expect([asked, outcome.condition?.restartProblem]).toEqual([[], problem]);
});

test("restarts that were chosen in advance are taken, and what they could not do is said", () => {
  const restart = (name: string, values: string[]) => ({
    askMs: 1000,
    hold: true,
    restarts: [{ restart: name, values, conditionType: null }],
  });
  expect(evaluate("(list nothing-here)", restart("USE-VALUE", ["5"])).outcome.values).toEqual(["(5)"]);
  const { condition } = evaluate("(list nothing-here)", restart("NO-SUCH", [])).outcome;
  expect(condition?.restartProblem).toMatch(/^NO-SUCH not taken for UNBOUND-VARIABLE/);
});

test("a program that reads beyond what it was given is at the end of its input", () => {
  const input = { text: "one", askMs: 1000, end: "No input came." };
  const { condition, values } = evaluate("(list (read-line) (read-line nil nil :end))", { input }).outcome;
  expect([condition, values]).toEqual([null, ['("one" :END)']]);
  expect(evaluate("(read-line)", { input: { ...input, text: null } }).outcome.condition?.message).toContain(
    "There is no input, and nobody can be asked. Give it as the argument stdin.",
  );
});
