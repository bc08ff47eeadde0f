import { describe, expect, test } from "vitest";
import { KINDS } from "./faults/kinds.mjs";
import { misspelt } from "./faults/sites.mjs";
import { mutants, placeAt } from "./mutate.mjs";
import { answers, programs } from "./programs.mjs";
import { isHit, scoreOf, showsValue, tokensOf, topPlaces } from "./score.mjs";
import { operatorOf, read, walk } from "./tree.mjs";

const all = programs();
const kinds = Object.keys(KINDS);

/** The offset of a place in a text. */
const offsetOf = (text, { line, column }) =>
  text
    .split("\n")
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, 0) + column;

describe("the programs", () => {
  test("are 120, each with a name of its own and SBCL's answer", () => {
    const known = answers();
    expect(all).toHaveLength(120);
    expect(new Set(all.map(({ name }) => name)).size).toBe(120);
    expect(Object.keys(known).sort()).toEqual(all.map(({ name }) => name).sort());
  });

  test.each(all.map(({ name, code }) => [name, code]))("%s has definitions and a call", (_, code) => {
    const forms = read(code);
    expect(forms.length).toBeGreaterThan(1);
    expect(forms.some((form) => /^def/.test(operatorOf(form)))).toBe(true);
    expect(operatorOf(forms.at(-1))).not.toMatch(/^def/);
    expect(code).not.toMatch(/^ *;/m);
    expect(code.split("\n").every((line) => line.length <= 110)).toBe(true);
  });
});

describe("the walk over a program", () => {
  const seen = (code) => {
    const found = [];
    walk(read(code), (node, scope) => found.push(`${node.text}: ${[...scope].sort().join(" ")}`));
    return found;
  };

  test("knows forms, names and scopes", () => {
    const code = "(defun f (a &key (b 1)) (let ((c a) (d 'q)) (case c (x (list b d)))))";
    expect(seen(code).slice(1)).toEqual([
      "(let ((c a) (d 'q)) (case c (x (list b d)))): a b",
      "a: a b",
      "'q: a b",
      "(case c (x (list b d))): a b c d",
      "c: a b c d",
      "(list b d): a b c d",
      "b: a b c d",
      "d: a b c d",
    ]);
  });

  test("knows LOOP's words from its variables", () => {
    expect(seen("(defun f (l) (loop for (a . b) in l collect (list a)))").slice(2)).toEqual([
      "l: a b l",
      "(list a): a b l",
      "a: a b l",
    ]);
  });
});

describe.each(kinds)("mutants of the kind %s", (kind) => {
  const some = [...mutants(all, kind, "test")].slice(0, 200);
  const codeOf = new Map(all.map(({ name, code }) => [name, code]));

  test("are the same for the same seed, and others for another", () => {
    const texts = (seed) => [...mutants(all, kind, seed)].slice(0, 20).map(({ code }) => code);
    expect(texts("a")).toEqual(texts("a"));
    expect(texts("b")).not.toEqual(texts("a"));
  });

  test("there are enough of, and in several programs", () => {
    expect(some.length).toBeGreaterThanOrEqual(10);
    expect(new Set(some.map(({ program }) => program)).size).toBeGreaterThanOrEqual(9);
  });

  test("differ from the program in one place, and can be read", () => {
    for (const { program, code, edit } of some) {
      const original = codeOf.get(program);
      expect(code).not.toBe(original);
      expect(code.startsWith(original.slice(0, edit.from))).toBe(true);
      expect(code.endsWith(original.slice(edit.to))).toBe(true);
      const last = read(code).at(-1);
      expect(last.text, code).toBe(read(original).at(-1).text);
    }
  });

  test("say which forms are faulty, at their places", () => {
    for (const { code, faulty, edit, kind } of some) {
      expect(faulty.length).toBeGreaterThan(0);
      for (const { from, to, text, around } of faulty) {
        const [start, end] = [offsetOf(code, from), offsetOf(code, to)];
        expect(code.slice(start, end)).toBe(text);
        expect(placeAt(code, start)).toEqual(from);
        if (around !== null) expect(code[offsetOf(code, around)], code).toMatch(/[(#'`]/);
        // What is missing has no place: the forms that need it are faulty.
        if (kind === "missing-method") continue;
        expect(start).toBeLessThanOrEqual(edit.from);
        expect(end).toBeGreaterThanOrEqual(edit.from + edit.text.length);
        const whole = read(code);
        const isForm = (node) => (node.from === start && node.to === end) || node.items.some(isForm);
        expect(whole.some(isForm), `${text} in\n${code}`).toBe(true);
      }
    }
  });
});

test("no name is misspelt as itself", () => {
  for (const name of ["a", "nn", "list", "aab", "trimmed"]) expect(misspelt(name)).not.toBe(name);
});

describe("the score", () => {
  const report =
    "Where: form 1, line 2, column 4, in (DEFUN F)\n\nCalled from: line 9, column 0; line 9, column 0; line 3, column 1; line 8, column 8";

  test("takes the first three places, each once", () => {
    expect(topPlaces(report)).toEqual([
      { line: 2, column: 4 },
      { line: 9, column: 0 },
      { line: 3, column: 1 },
    ]);
    expect(topPlaces("")).toEqual([]);
    expect(
      topPlaces({ results: [{ position: { line: 1, column: 0 } }], at: [{ line: 5, column: 6 }, report] })[0],
    ).toEqual({
      line: 5,
      column: 6,
    });
  });

  test("counts what is in the faulty form or is the form around it", () => {
    const faulty = [
      { from: { line: 2, column: 4 }, to: { line: 3, column: 9 }, around: { line: 1, column: 2 } },
    ];
    const hits = [
      [2, 4],
      [2, 80],
      [3, 8],
      [1, 2],
    ];
    for (const [line, column] of hits)
      expect(isHit({ line, column }, faulty), `${line}:${column}`).toBe(true);
    for (const [line, column] of [
      [2, 3],
      [3, 9],
      [1, 3],
      [4, 0],
    ])
      expect(isHit({ line, column }, faulty), `${line}:${column}`).toBe(false);
  });

  test("looks for the condition's value, and counts tokens", () => {
    const error = {
      slots: [
        { name: "DATUM", value: "(A 3)" },
        { name: "FORMAT-CONTROL", value: '"x"' },
      ],
    };
    expect(showsValue("The value (A 3) is not", error)).toBe(true);
    expect(showsValue('The value 3 is not "x"', error)).toBe(false);
    expect(showsValue("NIL", { slots: [{ name: "DATUM", value: "NIL" }] })).toBe(false);
    expect(tokensOf("hello world")).toBe(2);
    expect(scoreOf("", { faulty: [] }, undefined)).toEqual({ isFound: false, isShown: null, tokens: 0 });
  });
});
