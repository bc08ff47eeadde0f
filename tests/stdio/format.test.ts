/** `format-code`: the recorded indentation of Emacs, by the tool. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { flattened } from "../../jscl-bridge/syntax/testing.js";
import { at } from "../../scripts/lib/paths.mjs";
import { columnsOf, topLevelForms } from "../../scripts/lib/top-level-forms.mjs";
import recorded from "../fixtures/indentation/columns.json";
import { endAll, Program } from "./support/program.js";

let program: Program;
beforeAll(async () => {
  program = new Program(["--tools", "core,development"]);
  await program.initialize();
});
afterAll(endAll);

async function formatted(code: string, more: object = {}) {
  const { structuredContent, isError, content } = await program.call("format-code", { code, ...more });
  return { ...structuredContent, isError, shown: content[0].text };
}

test("what Emacs has indented is indented so, from any indentation, and stays so", async () => {
  const text = readFileSync(at("tests", "fixtures", "indentation", "operators.lisp"), "utf8");
  expect(await formatted(text)).toMatchObject({ code: text, changedLines: 0, problems: [], isError: false });
  for (const column of [0, 17])
    expect((await formatted(flattened(text, column))).code, `from column ${column}`).toBe(text);
});

const folders = Object.entries<Readonly<Record<string, string | undefined>>>(recorded).filter(
  ([name]) => !name.startsWith("examples: "),
);

test.each(folders.slice(0, 6))("the forms of %s are indented as Emacs has", async (name, expected) => {
  const text = readFileSync(at("jscl-bridge", "lisp", name), "utf8");
  const { code } = await formatted(flattened(text, 3));
  const lines = code.split("\n");
  const forms = topLevelForms(text).filter(({ key }) => expected[key] !== undefined);
  expect(forms.length).toBeGreaterThan(0);
  for (const form of forms)
    expect(columnsOf(lines.slice(form.from, form.from + form.lines.length))).toBe(expected[form.key]);
  expect((await formatted(code)).changedLines).toBe(0);
});

test("forms of a session's own macros are indented by their &body, in the package that is named", async () => {
  const code = "(own-when (a b) c\nbody)";
  expect((await formatted(code)).code).toBe("(own-when (a b) c\n          body)");
  await program.evaluate("(defpackage :own (:use :cl)) (in-package :own)");
  await program.evaluate("(defmacro own-when ((a b) c &body body) `(list ,a ,b ,c ,@body))");
  expect((await formatted(code)).code).toBe("(own-when (a b) c\n  body)");
  expect((await formatted(code, { package: "CL-USER" })).code).toBe("(own-when (a b) c\n          body)");
  expect((await formatted(code, { package: "nowhere" })).shown).toBe("There is no package nowhere.");
  await program.evaluate("(in-package :cl-user)");
});

test("nothing but blanks at the beginnings of lines changes, whatever the text is", async () => {
  const withoutThem = (text: string) => text.replace(/^[ \t]+/gm, "");
  for (const code of [
    "(a\n\t(b  c)   \r\n  ;; d\r\n)",
    "(a (b\nc",
    "a))\n  b",
    '(f "x\n   y\\" z',
    "  |a\n  b",
    "#| #|\n   |#\n  x",
    "#",
    "\\",
    "'\n'\n",
    "\u{1f600}\n (\ud83d\n\u00a0x)",
    "\0\n  \u000c(a\nb)",
    "   \n\t\n",
  ]) {
    const result = await formatted(code);
    expect(withoutThem(result.code), JSON.stringify(code)).toBe(withoutThem(Buffer.from(code).toString()));
    expect((await formatted(result.code)).changedLines, JSON.stringify(code)).toBe(0);
    expect(result.isError).toBe(result.problems.length > 0);
    expect(result.shown.endsWith(result.code)).toBe(true);
  }
  const inString = await formatted('(f "x\n   y"\n;; z\n  #|\n a\n|# b)');
  expect(inString.code).toBe('(f "x\n   y"\n   ;; z\n   #|\n a\n|# b)');
});

test("an empty text, one that is too long, and one that is nested for ever are answered", async () => {
  expect(await formatted("")).toMatchObject({ shown: "The code is empty.", code: "", isError: false });
  const line = "(list 1 2\n 3)\n";
  const long = line.repeat(1_000_100 / line.length);
  expect(await formatted(long)).toMatchObject({ isError: true, shown: expect.stringContaining("too long") });
  const nested = await formatted(`${"(".repeat(20_000)}\n${"a\n".repeat(1000)}`);
  expect(nested.shown).toMatch(/never closed|not formatted/);
  expect(await program.evaluate("(+ 1 2)")).toBe("=> 3");
  expect(program.watch.problems).toEqual([]);
});
