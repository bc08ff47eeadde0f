/**
 * Functions of the library called with what they are not made for: no word of JavaScript reaches the user, and no error says
 * that a value is not of a type that it is of.
 */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

/** Functions that leave, wait, or take away what the other functions need. */
const LEFT_OUT = new Set(
  (
    "ABORT APROPOS APROPOS-LIST BREAK CONTINUE ED INVOKE-DEBUGGER LOAD-LOGICAL-PATHNAME-TRANSLATIONS MUFFLE-WARNING RESTART-CASE " +
    "ROOM SLEEP STORE-VALUE USE-VALUE Y-OR-N-P YES-OR-NO-P DELETE-PACKAGE RENAME-PACKAGE"
  ).split(" "),
);

/** How many calls with two, three, and five arguments each function gets. */
const CALLS = 8;

/** What JavaScript calls things that Lisp has no words for, and what `report` says of a contradiction. */
const WRONG =
  /^ *contradiction:|JAVASCRIPT|(?<! is )\bundefined\b|is not (?:iterable|a function|defined)|Cannot (?:read|set|convert|mix)|\bNaN\b|\[object |(?:Internal|Range|Reference|Syntax)Error|\bnull\b/;

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
    .filter((name) => name !== "" && !LEFT_OUT.has(name))
    .sort();
});

test("no function says JavaScript's words or contradicts itself about arguments that it is not made for", () => {
  expect(names.length).toBeGreaterThan(600);
  const found: string[] = [];
  for (const name of names) {
    const { outcome, stdout } = evaluate(`(garbage::answers '|${name}| ${CALLS})`, { maxOutput: 1_000_000 });
    if (outcome.condition !== null)
      found.push(`${name} left: ${outcome.condition.type} ${outcome.condition.message}`);
    for (const line of stdout.split("\n")) if (WRONG.test(line)) found.push(`${name}: ${line}`);
  }
  expect(found).toEqual([]);
}, 60_000);
