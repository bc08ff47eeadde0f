/**
 * Functions of the library called with what they are not made for: no word of JavaScript reaches the user,
 * and no error says that a value is not of a type that it is of.
 */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { NAMEABLE, runtimeVerbs, structureOperators } from "./engine.js";
import { bootEvaluator, type Evaluator } from "./image.js";
import { LEAVING } from "./leaving-functions.js";

/** Operators of expansions that are not in a table of their own. */
const OPERATORS = ["%SET-FUNCTION", "%RUNTIME-GUARD"];

/** The number of calls with two, three, and five arguments for each function. */
const CALLS = 8;

/** Words of JavaScript, and the text by which `report` marks a contradiction. */
const WRONG =
  /^ *contradiction:|JAVASCRIPT|(?<! is | was )\bundefined\b|is not (?:iterable|a function|defined)|Cannot (?:read|set|convert|mix)|\bNaN\b|\[object |(?:Internal|Range|Reference|Syntax)Error|\bnull\b/;

let evaluate: Evaluator;
let names: string[];
beforeAll(async () => {
  evaluate = await bootEvaluator();
  const { outcome } = evaluate(readFileSync(new URL("garbage.lisp", import.meta.url), "utf8"));
  expect(outcome.condition).toBeNull();
  const { stdout } = evaluate(
    `(do-external-symbols (symbol "COMMON-LISP")
       (when (and (fboundp symbol) (not (macro-function symbol)) (not (special-operator-p symbol)))
         (write-line (symbol-name symbol))))`,
    { maxOutput: 100_000 },
  );
  names = stdout
    .split("\n")
    .filter((name) => name !== "" && !LEAVING.has(name))
    .sort();
});

/** The answers in words of JavaScript, or in contradiction, when `form` called something with garbage. */
function wrongAnswers(name: string, form: string): string[] {
  const { outcome, stdout } = evaluate(form, { maxOutput: 1_000_000, deadlineMs: 10_000 });
  const { condition } = outcome;
  const left = condition === null ? [] : [`${name} left: ${condition.type} ${condition.message}`];
  const wrong = stdout.split("\n").filter((line) => WRONG.test(line));
  return [...left, ...wrong.map((line) => `${name}: ${line}`)];
}

test("no function says JavaScript's words or contradicts itself about arguments that it is not made for", () => {
  expect(names.length).toBeGreaterThan(600);
  const found = names.flatMap((name) => wrongAnswers(name, `(garbage::answers '|${name}| ${CALLS})`));
  expect(found).toEqual([]);
});

test("nor does a function that macros expand into calls of", () => {
  const functions = [...NAMEABLE].flatMap(([home, all]) => [...all].map((name) => `${home}::|${name}|`));
  const found = functions.flatMap((name) =>
    wrongAnswers(
      name,
      `(when (and (fboundp '${name}) (not (macro-function '${name}))) (garbage::answers '${name} ${CALLS}))`,
    ),
  );
  expect(found).toEqual([]);
});

test("nor does an operator that macros expand into", () => {
  const operators = [...Object.keys(runtimeVerbs), ...Object.keys(structureOperators), ...OPERATORS];
  const found = operators.flatMap((name) =>
    wrongAnswers(name, `(garbage::form-answers 'jscl-mcp::|${name}| ${CALLS})`),
  );
  expect(found).toEqual([]);
});
