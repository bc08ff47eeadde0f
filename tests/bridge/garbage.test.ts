/**
 * Functions of the library called with what they are not made for: no word of JavaScript reaches the user,
 * and no error says that a value is not of a type that it is of.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { runtimeVerbs, structureOperators } from "./engine.js";
import { everything } from "./everything.js";
import { bootEvaluator, type Evaluator } from "./image.js";
import { LEAVING } from "./leaving-functions.js";
import { WRONG } from "./wrong-words.js";

/** Operators of expansions that are not in a table of their own. */
const OPERATORS = ["%SET-FUNCTION", "%RUNTIME-GUARD"];

/** The functions that a form goes through, as they are written; those of COMMON-LISP without a package. */
function functionsOf(evaluate: Evaluator, symbols: string): string[] {
  const { stdout } = evaluate(
    `(flet ((note (symbol)
              (let ((home (package-name (symbol-package symbol))))
                (when (and (fboundp symbol) (not (macro-function symbol)) (not (special-operator-p symbol)))
                  (format t "~:[~A::~;~*~]|~A|~%" (string= home "COMMON-LISP") home (symbol-name symbol))))))
       ${symbols})`,
    { maxOutput: 1_000_000 },
  );
  const isKept = (name: string) => name !== "" && !LEAVING.has(name.replaceAll("|", ""));
  return [...new Set(stdout.split("\n").filter(isKept))].sort();
}

/** The images, each with the number of calls with two, three, and five arguments for each function. */
describe.each([
  ["an image as it begins", () => {}, 8],
  ["an image with all extensions, ASDF and a library", everything, 3],
])("in %s", (_, load, calls) => {
  let evaluate: Evaluator;
  beforeAll(async () => {
    evaluate = await bootEvaluator();
    load(evaluate);
    const { outcome } = evaluate(readFileSync(new URL("garbage.lisp", import.meta.url), "utf8"));
    expect(outcome.condition).toBeNull();
  });

  /** The answers in words of JavaScript, or in contradiction, when `form` called something with garbage. */
  function wrongAnswers(name: string, form: string): string[] {
    const { outcome, stdout } = evaluate(form, { maxOutput: 1_000_000, deadlineMs: 10_000 });
    const { condition } = outcome;
    const left = condition === null ? [] : [`${name} left: ${condition.type} ${condition.message}`];
    const wrong = stdout.split("\n").filter((line) => WRONG.test(line));
    return [...left, ...wrong.map((line) => `${name}: ${line}`)];
  }

  const ofFunctions = (names: readonly string[]) =>
    names.flatMap((name) => wrongAnswers(name, `(garbage::answers '${name} ${calls})`));

  test("no function says JavaScript's words or contradicts itself about arguments that it is not made for", () => {
    const names = functionsOf(evaluate, `(do-external-symbols (symbol "COMMON-LISP") (note symbol))`);
    expect(names.length).toBeGreaterThan(600);
    expect(ofFunctions(names)).toEqual([]);
  });

  test("nor does any other function that programs can name", () => {
    const names = functionsOf(
      evaluate,
      `(dolist (package (list-all-packages))
         (when (some (lambda (name) (eql 0 (search name (package-name package)))) '("JSCL" "SB-"))
           (do-symbols (symbol package)
             (unless (eq (symbol-package symbol) (find-package "COMMON-LISP")) (note symbol)))))`,
    );
    expect(names.length).toBeGreaterThan(70);
    expect(ofFunctions(names)).toEqual([]);
  });

  test("nor does an operator that macros expand into", () => {
    const operators = [...Object.keys(runtimeVerbs), ...Object.keys(structureOperators), ...OPERATORS];
    const found = operators.flatMap((name) =>
      wrongAnswers(name, `(garbage::form-answers 'jscl-mcp::|${name}| ${calls})`),
    );
    expect(found).toEqual([]);
  });
});
