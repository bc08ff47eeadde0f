import { describe, expect, it } from "vitest";
import { type Expected, NO_VALUE, parseRecorded } from "./notation.js";

const value = (text: string): Expected => ({ kind: "value", text });
const unreadable = (text: string): Expected => ({ kind: "unreadable", text });
const output = (text: string): Expected => ({ kind: "output", text });

/** What is recorded of each form of a text. */
function recordedOf(text: string): (readonly Expected[])[] {
  return parseRecorded(text).forms.map(({ expected }) => expected);
}

describe("parseRecorded", () => {
  it("takes recorded lines out of the code and gives them to the form before them", () => {
    expect(
      parseRecorded("(defun square (x) (* x x))\n(square 12)\n=> 144\n\n; half\n(/ 1 2)\n=> 1/2\n"),
    ).toEqual({
      code: "(defun square (x) (* x x))\n(square 12)\n\n; half\n(/ 1 2)",
      forms: [
        { code: "(defun square (x) (* x x))", line: 1, expected: [] },
        { code: "(square 12)", line: 2, expected: [value("144")] },
        { code: "(/ 1 2)", line: 5, expected: [value("1/2")] },
      ],
    });
  });

  it("knows output, unreadable values, several values and none", () => {
    expect(
      recordedOf(`(values (princ 42) #'car)
.. 42
=> 42
==> #<FUNCTION CAR>
(terpri)
..
(format t "a~%~%  b")
.. a
..
..   b
=> NIL
(values)
=> ; No value`),
    ).toEqual([
      [output("42"), value("42"), unreadable("#<FUNCTION CAR>")],
      [output("")],
      [output("a\n\n  b"), value("NIL")],
      [value(NO_VALUE)],
    ]);
  });

  it("gives the lines after two forms of one line to the last of them", () => {
    expect(recordedOf("(a) (b)\n=> 1")).toEqual([[], [value("1")]]);
  });

  it("reads a value to the end of its form", () => {
    expect(
      recordedOf(
        '(f)\n=> (1\n    2)\n(g)\n=> "a\n(b)\n=> c"\n(h)\n=> ;; with a comment\n   (1 ; one\n    2)',
      ),
    ).toEqual([
      [value("(1\n    2)")],
      [value('"a\n(b)\n=> c"')],
      [value(";; with a comment\n   (1 ; one\n    2)")],
    ]);
  });

  it("continues an unreadable value with its own mark or with four blanks", () => {
    expect(recordedOf("(f)\n==> #<A\n-->\n--> end>\n(g)\n==> #<B\n    c>\n(h)")).toEqual([
      [unreadable("#<A\n\nend>")],
      [unreadable("#<B\nc>")],
      [],
    ]);
  });

  it("leaves lines in strings and comments, before the first form and without a blank as code", () => {
    for (const text of [
      '(print "a\n=> b\n.. c\n")',
      "(f)\n#| x\n=> 1\n|#",
      "(f)\n; => 1",
      "=> 1",
      "(f)\n=>1",
      "(f)\n==>",
      "(list '=> 3)",
      "(f)\n  => 1",
    ])
      expect(parseRecorded(text).forms.every(({ expected }) => expected.length === 0)).toBe(true);
    expect(parseRecorded('(print "a\n=> b\n")').code).toBe('(print "a\n=> b\n")');
    expect(parseRecorded("(f)\n#| x\n=> 1\n|#").code).toBe("(f)\n#| x\n=> 1\n|#");
    expect(parseRecorded("(f)\n=>1").code).toBe("(f)\n=>1");
  });

  it("takes a mark without a value as a place to fill in", () => {
    expect(parseRecorded("(f)\n=>\n(g)\n=> \n==>\n")).toEqual({
      code: "(f)\n(g)",
      forms: [
        { code: "(f)", line: 1, expected: [] },
        { code: "(g)", line: 2, expected: [] },
      ],
    });
  });

  it("keeps a value that is no form, or not closed, to its line", () => {
    expect(recordedOf("(f)\n=> (1 2\n(g)\n=> 3")).toEqual([[value("(1 2")], [value("3")]]);
    expect(recordedOf('(f)\n=> "a\n(g)')).toEqual([[value('"a')], []]);
    expect(recordedOf("(f)\n=> #<A b>\n=> 1, 2\n=> ; later\n(g)")).toEqual([
      [value("#<A b>"), value("1, 2"), value("; later")],
      [],
    ]);
  });

  it("reads line ends of every kind", () => {
    expect(recordedOf("(f)\r\n.. a\r\n..\r\n.. b\r\n=> 1\r\n")).toEqual([[output("a\n\nb"), value("1")]]);
  });

  it("ends on nothing, garbage and a lot", () => {
    expect(parseRecorded("")).toEqual({ code: "", forms: [] });
    expect(parseRecorded(" \n; only a comment\n")).toEqual({ code: " \n; only a comment", forms: [] });
    for (const text of [
      "(",
      ")",
      "#|",
      '"',
      "\\",
      "(f)\n=> (",
      '(f)\n=> "',
      "(f)\n=> #|",
      "(f)\n=> '",
      "=>\n=>",
    ])
      expect(parseRecorded(text).code.length).toBeLessThanOrEqual(text.length);
    const many = parseRecorded("(f)\n=> 1\n".repeat(5000));
    expect(many.forms).toHaveLength(5000);
    expect(many.forms.at(-1)).toEqual({ code: "(f)", line: 5000, expected: [value("1")] });
  });
});
