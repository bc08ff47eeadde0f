import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

/** Files of forms, each with what SBCL 2.2.9 answers on the line below; `ask.mjs` beside them asks it. */
const folder = new URL("sbcl-answers/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");
const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));

// SBCL answered each file afresh: what is a class in one is a structure in another.
let evaluate: Evaluator;
beforeEach(async () => {
  evaluate = await bootEvaluator();
  evaluate(read("answer.lisp"));
});

/** The answer of our image, without the parts that differ from image to image. */
function answer(form: string): string {
  const { outcome, stdout } = evaluate(`(write-string (answers::answer ${JSON.stringify(form)}))`, {
    maxOutput: 100_000,
  });
  const text =
    outcome.condition === null ? stdout : `left by ${outcome.condition.type}: ${outcome.condition.message}`;
  return text.replace(/\{[0-9A-F]+\}/g, "{}").replace(/ when binding (?![*/])\S+/g, "");
}

test.each(files)("%s", (file) => {
  const lines = read(file).split("\n");
  const differing: string[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const form = lines[i] as string;
    const expected = `${form}\n${lines[i + 1]}`;
    const actual = `${form}\n  ${answer(form)}`;
    if (actual !== expected) differing.push(`${expected}\n  ours: ${actual.slice(form.length + 3)}`);
  }
  expect(differing).toEqual([]);
});
