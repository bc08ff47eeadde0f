import { describe, expect, test } from "vitest";
import { codeFragment } from "../elements/code-link.js";
import { bytesOf, deflated, inflated, TooLarge, textOf } from "./deflate.js";
import { programFragment, readFragment } from "./link.js";
import { cellMarkup, failureMarkdown, fileName } from "./texts.js";

const TEXTS = ["", "(+ 1 2)", '(format t "λ → 😀 <b>&amp;</b>~%")\n;; \ud800', "(f x)\n".repeat(20_000)];

describe("a link", () => {
  test.each(TEXTS)("brings back the program it was made of (%#)", async (text) => {
    for (const asksToRun of [false, true]) {
      const fragment = await programFragment({ name: "a & b", text, asksToRun });
      expect(fragment).toMatch(/^#program=1\.[\w-]+$/);
      expect(await readFragment(fragment)).toEqual({ shared: { name: "a & b", text, asksToRun } });
    }
  });

  test("is shorter than the program", async () => {
    const text = "(defun f (x) (* x x))\n".repeat(100);
    expect((await programFragment({ name: "x", text, asksToRun: false })).length).toBeLessThan(200);
  });

  test("of the first kind, with the code alone, is still read", async () => {
    expect(await readFragment(codeFragment("(+ 1 2)"))).toMatchObject({ shared: { text: "(+ 1 2)" } });
    expect(await readFragment("#code=%%%")).toEqual({ problem: expect.stringContaining("damaged") });
  });

  test.each([
    ["", null],
    ["#top", null],
    ["#program=", "damaged"],
    ["#program=1.", "damaged"],
    ["#program=1.!!!", "damaged"],
    ["#program=1.AAAA", "damaged"],
    ["#program=99.AAAA", "later version"],
    [`#program=1.${"A".repeat(3_000_000)}`, "more than"],
  ])("that cannot be read says why in one sentence (%#)", async (fragment, problem) => {
    const expected = problem === null ? null : { problem: expect.stringContaining(problem) };
    expect(await readFragment(fragment)).toEqual(expected);
  });

  test("that is cut anywhere, or is no program, is told as damaged", async () => {
    const whole = await programFragment({ name: "x", text: "(list 1 2 3 4 5 6 7 8 9)", asksToRun: false });
    for (let length = "#program=1".length; length < whole.length; length++)
      expect(await readFragment(whole.slice(0, length))).toEqual({ problem: expect.any(String) });
    for (const payload of ["null", "[]", '{"code":1}', '"x"'])
      expect(await readFragment(`#program=1.${textOf(await deflated(payload))}`)).toHaveProperty("problem");
  });

  test("of a few bytes that stand for gigabytes is left, long before they are made", async () => {
    const bomb = await deflated("x".repeat(300_000_000));
    expect(bomb.length).toBeLessThan(500_000);
    const before = performance.now();
    expect(await readFragment(`#program=1.${textOf(bomb)}`)).toEqual({
      problem: expect.stringContaining("more than"),
    });
    expect(performance.now() - before).toBeLessThan(5000);
    await expect(inflated(bytesOf(textOf(bomb)) as Uint8Array<ArrayBuffer>, 10)).rejects.toThrow(TooLarge);
  });
});

test("a cell's markup stays text where the code looks like markup", () => {
  expect(cellMarkup('(print "</code><script>&")\n')).toBe(
    '<lisp-cell>\n<pre><code class="language-lisp">(print "&lt;/code&gt;&lt;script&gt;&amp;")</code></pre>\n</lisp-cell>\n',
  );
});

test("a failure's fences are longer than those in it", () => {
  const markdown = failureMarkdown({ code: "```\n````", report: "[ERROR] X", version: "v 1", browser: "b" });
  expect(markdown).toContain("`````lisp\n```\n````\n`````");
  expect(markdown).toContain("```text\n[ERROR] X\n```\n\nv 1, b\n");
});

test("a file has a name that every system takes", () => {
  expect(["A / b?", "λ", "...", "Division by zero"].map(fileName)).toEqual([
    "a-b.lisp",
    "λ.lisp",
    "program.lisp",
    "division-by-zero.lisp",
  ]);
});
