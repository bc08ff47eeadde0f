/** Holds the lines of the table of functions against the functions of the image. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { Parameter } from "../../jscl-bridge/functions/table.js";
import { expandedType, functionEntry, functionNames } from "./engine.js";
import { bootEvaluator, type Evaluator } from "./image.js";
import { LEAVING } from "./leaving-functions.js";

/** How many times each function is called. */
const CALLS = 20;

let evaluate: Evaluator;
let defined: string[];
beforeAll(async () => {
  evaluate = await bootEvaluator();
  const { outcome } = evaluate(readFileSync(new URL("function-table.lisp", import.meta.url), "utf8"));
  expect(outcome.condition).toBeNull();
  const { stdout } = evaluate(
    `(do-external-symbols (symbol "COMMON-LISP")
       (when (and (fboundp symbol) (not (macro-function symbol)) (not (special-operator-p symbol)))
         (write-line (symbol-name symbol))))`,
    { maxOutput: 100_000 },
  );
  defined = stdout.split("\n").filter((name) => name !== "");
});

const entries = [...functionNames()].flatMap((name) => functionEntry(name) ?? []);
/**
 * Functions that change an argument which SBCL takes to be a literal without a word, and what comes of that.
 */
const CHANGE = /^(ADJUST-ARRAY|BIT-\w+|FORMAT|DESCRIBE-OBJECT) changes argument \d$/;

/** MAPCON joins parts of one list to circles, which nothing gets to the end of. */
const isCalled = ({ name }: (typeof entries)[number]): boolean => !LEAVING.has(name) && name !== "MAPCON";

const isAbsent = ({ attributes }: (typeof entries)[number]): boolean => attributes.has("absent");

test("the image's functions are in the table, and those of the table in the image", () => {
  const present = entries.filter((entry) => !isAbsent(entry)).map(({ name }) => name);
  expect(present.toSorted()).toEqual(defined.toSorted());
});

test("a predicate that tests for a type holds for its objects alone", () => {
  const predicates = entries.filter(({ tests }) => tests !== null);
  expect(predicates.length).toBeGreaterThan(20);
  const wrong = predicates.flatMap(({ name, tests }) => {
    const form = `(dolist (object (table-check::objects))
      (unless (eq (not (${name} object)) (not (typep object '${tests}))) (print (type-of object))))`;
    return evaluate(form).stdout === "" ? [] : [name];
  });
  expect(wrong).toEqual([]);
});

/** A type as the image reads it. `unknown` stands for what only SBCL has. */
function typeText(type: string, unknown: "T" | "NIL"): string {
  return type === "callee" ? ":callee" : expandedType(type).replace(/SB-[\w-]+::?[\w-]+/g, unknown);
}

function checkForm(entry: (typeof entries)[number]): string {
  const { name, required, optional, rest, values, attributes } = entry;
  const types = (parameters: readonly Parameter[]): string =>
    `(${parameters.map(({ type }) => typeText(type, "NIL")).join(" ")})`;
  const places = required.flatMap(({ changed }, i) => (changed ? [i] : []));
  const changed = rest?.changed === true ? [0, 1, 2, 3, 4, 5] : places;
  const flags = [...attributes].map((attribute) => `:${attribute}`).join(" ");
  const valueTypes =
    values === null ? ":unknown" : `(${values.map((type) => typeText(type, "T")).join(" ")})`;
  return `(format t "~{~A~%~}" (table-check::check '${name} '${types(required)} '${types(optional)} '${
    rest === null ? "nil" : typeText(rest.type, "NIL")
  } '${valueTypes} '(${flags}) '(${changed.join(" ")}) ${CALLS}))`;
}

test("values are of their types, and attributes hold", () => {
  const problems = entries
    .filter((entry) => !isAbsent(entry) && isCalled(entry))
    .flatMap((entry) => {
      const { outcome, stdout } = evaluate(checkForm(entry), { maxOutput: 100_000, deadlineMs: 20_000 });
      const { condition } = outcome;
      const left = condition === null ? [] : [`${entry.name} left: ${condition.type} ${condition.message}`];
      return [...left, ...stdout.split("\n").filter((line) => line !== "" && !CHANGE.test(line))];
    });
  expect(problems).toEqual([]);
});
