import { expect, test } from "vitest";
import { layOut } from "./layout.js";

/** The unclosed brackets of a text: where each is, and its likely end as `opening > end < next`. */
function likely(code: string): string[] {
  const at = (place: { line: number; column: number } | null | undefined) =>
    place ? `${place.line}:${place.column}` : "end";
  return layOut(code, {}, 10_000)
    .problems.filter(({ kind }) => kind === "unclosed-bracket")
    .map(({ position, opening, end, next }) => `${at(position)} ${at(opening)} > ${at(end)} < ${at(next)}`);
}

test("a bracket belongs before the next form at the margin", () => {
  expect(likely("(defun f (x)\n  (let ((y 1))\n    (+ x y))\n\n(defun g () 1)\n")).toEqual([
    "1:0 1:0 > 3:12 < 5:0",
  ]);
  expect(likely("(defun f (x)\n  (car x)")).toEqual(["1:0 1:0 > 2:9 < end"]);
  expect(likely("(a")).toEqual(["1:0 1:0 > 1:2 < end"]);
  expect(likely("(")).toEqual(["1:0 1:0 > 1:1 < end"]);
});

test("a line that is indented less tells which bracket inside lacks its own", () => {
  // The bindings are not closed: their body stands left of them.
  expect(likely("(defun f (x)\n  (let ((y 1)\n    (+ x y)))\n\n(defun g () 1)\n")).toEqual([
    "1:0 2:7 > 2:13 < 3:4",
  ]);
});

test("each of several is told, comments and strings at the ends of lines are no code", () => {
  expect(likely("(defun f ()\n  (g) ; one )\n\n(defun h ()\n  (k)\n")).toEqual([
    "1:0 1:0 > 2:5 < 4:0",
    "4:0 4:0 > 5:5 < end",
  ]);
  expect(likely('(f "a\nb"\n\n;;; text\n(g)')).toEqual(["1:0 1:0 > 2:2 < 5:0"]);
  expect(likely("#(1 2\n(g)")).toEqual(["1:1 1:1 > 1:5 < 2:0"]);
});

test("a long text that is all unclosed is no trouble", () => {
  expect(likely("(\n".repeat(3000)).length).toBe(20);
  expect(likely(`(${"a ".repeat(100_000)}`)).toHaveLength(1);
});
