/** Programs with what SBCL 2.2.9 answers to them: a file for each subject, in `sbcl/`. */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluated, type Evaluator } from "./image.js";

const folder = new URL("sbcl/", import.meta.url);

/** A text without addresses of objects, places of texts, and line breaks. */
function plain(text: string): string {
  return text
    .replace(/\{[0-9A-F]{10}\}/g, "{}")
    .replace(/Line: \d+, Column: \d+, File-Position: \d+/, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\.$/, "");
}

function answer({ outcome, stdout }: Evaluated): string {
  const { values, condition } = outcome;
  const text =
    condition === null ? plain(values.join(" ; ")) : `${condition.type}: ${plain(condition.message)}`;
  return plain(stdout) === "" ? text : `${text} > ${plain(stdout)}`;
}

describe.each(readdirSync(folder))("%s", (file) => {
  const cases = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as [string, string][];
  let evaluate: Evaluator;
  const boot = async (): Promise<void> => {
    evaluate = await bootEvaluator();
  };
  // Programs that define packages of the same names need an image each.
  if (file.startsWith("packages")) beforeEach(boot);
  else beforeAll(boot);
  test.each(cases)("%s", (code, expected) => expect(answer(evaluate(code))).toBe(expected));
});
