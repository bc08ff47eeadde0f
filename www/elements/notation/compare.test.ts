import type { ErrorReport, EvaluationReport } from "jscl-mcp";
import { describe, expect, it } from "vitest";
import { topLevelForms } from "../forms.js";
import { compare } from "./compare.js";
import { parseRecorded } from "./notation.js";

const none = { stdout: 0, stderr: 0, values: 0, results: 0, warnings: 0 };

function error(type: string, message: string): ErrorReport {
  return { type, message } as ErrorReport;
}

/** A report of the transcript's code, with the values of each form that returned. */
function report(text: string, values: string[][], more: Partial<EvaluationReport> = {}): EvaluationReport {
  const { code } = parseRecorded(text);
  const results = topLevelForms(code)
    .slice(0, values.length)
    .map(({ from }, form) => {
      const before = code.slice(0, from).split("\n");
      const position = { line: before.length, column: before.at(-1)?.length ?? 0 };
      return { form, values: values[form] ?? [], position };
    });
  const empty = { values: [], warnings: [], restartsTaken: [], package: "COMMON-LISP-USER", timing: null };
  const all = {
    ...empty,
    status: "ok",
    results,
    stdout: "",
    stderr: "",
    truncated: none,
    forms: results.length,
  };
  return { ...all, ...more } as EvaluationReport;
}

function mismatches(text: string, values: string[][], more: Partial<EvaluationReport> = {}) {
  return compare(parseRecorded(text), report(text, values, more));
}

describe("compare, values", () => {
  it("finds none where all came as recorded, and asks for nothing that was not recorded", () => {
    expect(mismatches("(f)\n=> 1\n=> 2\n(g)\n(h)\n=> ; No value", [["1", "2"], ["9"], []])).toEqual([]);
    expect(mismatches("(f)\n(g)", [])).toEqual([]);
    expect(mismatches("", [])).toEqual([]);
  });

  it("says what was recorded and what came", () => {
    expect(mismatches("(f)\n=> 1\n(g)\n=> 2", [["1"], ["3"]])).toEqual([
      { form: 1, expected: [{ kind: "value", text: "2" }], came: [{ kind: "value", text: "3" }] },
    ]);
  });

  it("counts values", () => {
    expect(mismatches("(f)\n=> 1", [["1", "2"]])).toHaveLength(1);
    expect(mismatches("(f)\n=> 1\n=> 2", [["1"]])).toHaveLength(1);
    expect(mismatches("(f)\n=> 1", [[]])[0]?.came).toEqual([{ kind: "value", text: "; No value" }]);
    expect(mismatches("(f)\n=> ; No value", [["NIL"]])).toHaveLength(1);
  });

  it("takes values as printed", () => {
    expect(mismatches("(f)\n=> foo", [["FOO"]])).toHaveLength(1);
    expect(mismatches("(f)\n=> (1  2)", [["(1 2)"]])).toHaveLength(1);
  });

  it("lets a value over several lines be laid out by hand", () => {
    expect(mismatches('(f)\n=> ( ; list\n   1\n   "a  b"\n   |x  y| )', [['(1 "a  b" |x  y|)']])).toEqual([]);
    expect(mismatches('(f)\n=> (1\n   "a  b")', [['(1 "a b")']])).toHaveLength(1);
    expect(mismatches("(f)\n=> (1\n   2)", [["(12)"]])).toHaveLength(1);
  });

  it("overlooks addresses and numbers of fresh symbols in unreadable values, and nothing else", () => {
    expect(mismatches("(f)\n==> #<P {1001000003}>", [["#<P {10010ABCD3}>"]])).toEqual([]);
    expect(mismatches("(f)\n==> #<P>", [["#<P {10010ABCD3}>"]])).toEqual([]);
    expect(mismatches("(f)\n==> #<F #:G12 #x7f001234>", [["#<F #:G7 #x7f00ffff>"]])).toEqual([]);
    expect(mismatches("(f)\n=> (1 #<P {1001000003}>)", [["(1 #<P {10010ABCD3}>)"]])).toEqual([]);
    expect(mismatches("(f)\n==> #<FUNCTION SQUARE>", [["#<FUNCTION CUBE>"]])).toEqual([
      {
        form: 0,
        expected: [{ kind: "unreadable", text: "#<FUNCTION SQUARE>" }],
        came: [{ kind: "unreadable", text: "#<FUNCTION CUBE>" }],
      },
    ]);
  });

  it("finds its forms by their places, since the server does not count those left out by #-", () => {
    const text = "#-jscl (f)\n(g)\n=> 2";
    const results = [{ form: 0, values: ["2"], handles: [], position: { line: 2, column: 0 } }];
    expect(mismatches(text, [], { results })).toEqual([]);
  });

  it("does not miss values that the report has left out", () => {
    const truncated = { ...none, results: 1 };
    expect(mismatches("(f)\n=> 1\n(g)\n=> 2", [["1"]], { truncated })).toEqual([]);
    expect(mismatches("(f)\n=> 1\n(g)\n=> 2", [["1"]])).toHaveLength(1);
  });
});

describe("compare, output", () => {
  it("finds the output of each form in the text of all", () => {
    const text = "(f)\n.. a\n=> 1\n(g)\n.. b\n.. c";
    expect(mismatches(text, [["1"], ["2"]], { stdout: "a  \nb\nc\n" })).toEqual([]);
    expect(mismatches(text, [["1"], ["2"]], { stdout: "ab\nc" })).toEqual([]);
    expect(mismatches("(print 1)\n..\n.. 1\n(print 2)\n..\n.. 2", [], { stdout: "\n1 \n2 " })).toEqual([]);
  });

  it("says what came instead", () => {
    const text = "(f)\n.. a\n=> 1\n(g)\n.. b";
    expect(mismatches(text, [["1"], ["2"]], { stdout: "a\nc\n" })).toEqual([
      { form: 1, expected: [{ kind: "output", text: "b" }], came: [{ kind: "output", text: "c" }] },
    ]);
    expect(mismatches(text, [["1"], ["2"]])[0]).toEqual({
      form: 0,
      expected: [
        { kind: "output", text: "a" },
        { kind: "value", text: "1" },
      ],
      came: [{ kind: "value", text: "1" }],
    });
  });

  it("refuses more than was recorded, and other indentation", () => {
    expect(mismatches("(f)\n.. a", [["1"]], { stdout: "ab" })).toHaveLength(1);
    expect(mismatches("(f)\n..", [["1"]], { stdout: "ab" })).toHaveLength(1);
    expect(mismatches("(f)\n.. a", [["1"]], { stdout: "  a" })).toHaveLength(1);
    expect(mismatches("(defun f ())\n(f)\n.. a", [["F"], ["1"]], { stdout: "b\na" })).toHaveLength(1);
  });

  it("skips what forms without a record may have written", () => {
    const stdout = "noise\na\nmore\n";
    expect(mismatches("(x)\n(f)\n.. a\n(y)", [], { stdout })).toEqual([]);
    expect(mismatches("(x)\n(f)\n.. a", [], { stdout })).toHaveLength(1);
    expect(mismatches("(f)\n.. a\n(y)", [], { stdout })).toHaveLength(1);
    expect(mismatches("(x)\n(f)\n.. more", [], { stdout })).toEqual([]);
  });

  it("counts error output, after standard output", () => {
    expect(mismatches("(f)\n.. a\n.. b", [], { stdout: "a\n", stderr: "b\n" })).toEqual([]);
  });

  it("does not compare what was cut", () => {
    const truncated = { ...none, stdout: 7 };
    expect(mismatches("(f)\n.. aaa\n.. bbb", [], { stdout: "aa…", truncated })).toEqual([]);
  });
});

describe("compare, errors", () => {
  const failed: Partial<EvaluationReport> = {
    status: "error",
    error: error("SIMPLE-ERROR", "no greeting\nat all"),
  };

  it("knows a recorded error", () => {
    const text =
      '(progn (princ "hello") (error "…"))\n.. hello\n.. debugger invoked on SIMPLE-ERROR:\n..   no greeting\n..   at all';
    expect(mismatches(text, [], { ...failed, stdout: "hello" })).toEqual([]);
    expect(mismatches(text, [], { ...failed, error: error("ERROR", "no") })).toHaveLength(1);
    expect(mismatches(text, [["1"]], { stdout: "hello" })).toHaveLength(1);
  });

  it("shows an error that came instead of values, and misses the forms after it", () => {
    const came = [{ kind: "output", text: "debugger invoked on SIMPLE-ERROR:\n  no greeting\n  at all" }];
    expect(mismatches("(f)\n=> 1\n(g)\n=> 2\n(h)\n=> 3", [["1"]], failed)).toEqual([
      { form: 1, expected: [{ kind: "value", text: "2" }], came },
      { form: 2, expected: [{ kind: "value", text: "3" }], came: [] },
    ]);
    expect(mismatches("(f)\n.. a\n=> 1", [], { ...failed, stdout: "a" })).toHaveLength(1);
  });
});

describe("compare, pictures", () => {
  const picture = (form: number, title: string) => ({
    form,
    title,
    mime: "image/svg+xml" as const,
    data: "",
  });

  it("are recorded by their titles, among output or alone", () => {
    const text = "(f)\n.. before\n.. [picture] A sine\n.. after\n(g)\n.. [picture]\n=> ; No value";
    const display = [picture(0, "A  sine"), picture(1, "")];
    expect(mismatches(text, [["1"], []], { stdout: "before\nafter\n", display })).toEqual([]);
    expect(mismatches("(f)\n=> 1", [["1"]], { display })).toEqual([]);
  });

  it("differ by title, number and form", () => {
    const text = "(f)\n.. [picture] A sine\n(g)";
    const came = (...display: ReturnType<typeof picture>[]) =>
      mismatches(text, [["1"], ["2"]], { display }).map((each) => [each.form, each.came]);
    expect(came(picture(0, "A sine"))).toEqual([]);
    expect(came(picture(0, "A line"))).toEqual([[0, [{ kind: "output", text: "[picture] A line" }]]]);
    expect(came(picture(0, "A sine"), picture(0, "A sine"))).toHaveLength(1);
    expect(came(picture(1, "A sine"))).toEqual([[0, []]]);
    expect(came()).toEqual([[0, []]]);
  });

  it("are compared as far as there are any", () => {
    const text = "(f)\n.. [picture] A\n.. [picture] B";
    const truncated = { ...none, display: 1 };
    expect(mismatches(text, [["1"]], { display: [picture(0, "A")], truncated })).toEqual([]);
    expect(mismatches(text, [["1"]], { display: [picture(0, "B")], truncated })).toHaveLength(1);
  });

  it("of a form that failed are its own", () => {
    const text = "(f)\n.. [picture] A sine\n.. debugger invoked on ERROR:\n..   no";
    const display = [picture(0, "A sine")];
    expect(mismatches(text, [], { display, error: error("ERROR", "no") })).toEqual([]);
  });

  it("leave text alone that a program has written", () => {
    const text = "(f)\n.. [picture] no picture";
    expect(mismatches(text, [["1"]], { stdout: "[picture] no picture\n" })).toEqual([]);
  });
});
