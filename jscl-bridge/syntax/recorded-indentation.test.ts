import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { at } from "../../scripts/lib/paths.mjs";
import { columnsOf, topLevelForms } from "../../scripts/lib/top-level-forms.mjs";
import columns from "../../tests/fixtures/indentation/columns.json";
import { exampleGroups } from "../../www/examples/examples.js";
import { flattened, indented } from "./testing.js";

/** The share of the recorded forms that has to be there still; with fewer, Emacs has to be asked again. */
const LEAST_SHARE = 0.9;

const FOLDER = at("tests", "fixtures", "indentation");
const examples = new Map(exampleGroups.flat().map(({ title, code }) => [`examples: ${title}`, code]));

/** The text that columns are recorded of, as it is now; `""` of an example that is gone. */
function textOf(name: string): string {
  if (name.startsWith("examples: ")) return examples.get(name) ?? "";
  return readFileSync(at("jscl-bridge", "lisp", name), "utf8");
}

it.each(readdirSync(FOLDER).filter((file) => file.endsWith(".lisp")))(
  "indents %s as Emacs has, from any indentation",
  (file) => {
    const text = readFileSync(`${FOLDER}/${file}`, "utf8");
    expect(indented(text)).toBe(text);
    expect(indented(flattened(text, 0))).toBe(text);
    expect(indented(flattened(text, 17))).toBe(text);
  },
);

const recorded = Object.entries<Readonly<Record<string, string | undefined>>>(columns);

it.each(recorded)("indents the forms of %s as Emacs has, from any indentation", (name, expected) => {
  const text = textOf(name);
  const forms = topLevelForms(text).filter(({ key }) => expected[key] !== undefined);
  for (const before of [text, flattened(text, 0), flattened(text, 17)]) {
    const lines = indented(before).split("\n");
    for (const form of forms) {
      const after = lines.slice(form.from, form.from + form.lines.length);
      expect(columnsOf(after), form.lines.join("\n")).toBe(expected[form.key]);
    }
  }
});

it("finds most of the forms that Emacs has indented", () => {
  const there = recorded.map(([name, expected]) => {
    const keys = new Set(topLevelForms(textOf(name)).map(({ key }) => key));
    return Object.keys(expected).filter((key) => keys.has(key)).length;
  });
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const all = sum(recorded.map(([, expected]) => Object.keys(expected).length));
  expect(all).toBeGreaterThan(200);
  expect(
    sum(there),
    `of ${all} recorded forms: run \`node scripts/record-indentation.mjs\``,
  ).toBeGreaterThanOrEqual(LEAST_SHARE * all);
});
