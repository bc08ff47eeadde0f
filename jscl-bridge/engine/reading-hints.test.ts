import { expect, test } from "vitest";
import { readingHints } from "./reading-hints.js";

/** The hints in short. */
function hints(text: string, start = 0, name: string | null = "(DEFUN F)"): string[] {
  return readingHints(text, start, name).map(({ kind, text: said, position }) =>
    [kind, said, ...(position ? [`${position.line}:${position.column}`] : [])].join(" "),
  );
}

test.each<[title: string, text: string, expected: string[]]>([
  ["one bracket is said by the message", "(defun f (x)\n  (car x)\n", []],
  ["several are counted", "(defun f (x)\n  (car (cdr x\n", ["missing 3"]],
  ["but not in one line", "(defun foo (\n", []],
  [
    "a definition inside of another",
    "(defun f (x)\n  (car x)\n\n(defun g (y)\n  y)\n",
    ["inside (DEFUN F) 4:0"],
  ],
  ["one that is indented is meant to be there", "(progn\n  (defun g (y) y)\n", []],
  ["what begins like a definition is none", "(f\n(default 1)\n", ["inside (DEFUN F) 2:0"]],
  ["a definition in a string, or a comment", '(f "a\n b" ;\n#| \n(defun g ()) |# ', []],
  ["a string that was not closed", '(f "abc\n(defun g () 2)\n(print "x")', ["goes-on 2 1:3"]],
  ["a string over several lines that holds no form", '(f "abc\n  def")\n', []],
  ["brackets in characters, symbols and strings", '(f #\\( #\\) |(| "((" \\(', []],
  ["a comment in a comment", "(f #| ( #| ( |# ( |# ", []],
])("%s", (_, text, expected) => expect(hints(text)).toEqual(expected));

test("the form begins where it begins", () => {
  expect(hints("(f 1)\n(g\n (h\n", 6)).toEqual(["missing 2"]);
  expect(hints("(f\n(defun g () 1)", 0, null)).toEqual([]);
});
