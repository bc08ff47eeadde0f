import { EditorState, type StateCommand } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { breakLine, indentAll, indentSelected } from "./indentation.js";
import { lispLanguage } from "./language.js";

/** What a command makes of a text with the cursor at `|`, or a selection from `[` to `]`. */
function textAfter(command: StateCommand, marked: string, bodyOf?: (name: string) => number | null): string {
  const from = marked.search(/[|[]/);
  const to = marked.includes("]") ? marked.indexOf("]") - 1 : from;
  let state = EditorState.create({
    doc: marked.replace(/[|[\]]/g, ""),
    selection: { anchor: from, head: to },
    extensions: lispLanguage(bodyOf && { of: bodyOf, settled: () => null }),
  });
  command({
    state,
    dispatch: (transaction) => {
      state = transaction.state;
    },
  });
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`;
}

describe("Enter", () => {
  it.each([
    ["(defun f (x)|)", "(defun f (x)\n  |)"],
    ["(let ((a 1)|", "(let ((a 1)\n      |"],
    ["(list a |b)", "(list a\n      |b)"],
    ["(list (|))", "(list (\n       |))"],
    ["(f a)  |  (g)", "(f a)\n|(g)"],
    ['(f "a |b")', '(f "a \n|b")'],
    ["(f #\\ | b)", "(f #\\ \n   |b)"],
    ["(case x\n  (1 |2))", "(case x\n  (1\n   |2))"],
    ["(progn [a b] c)", "(progn\n  |c)"],
    ["(f ; why|\n   b)", "(f ; why\n |\n   b)"],
  ])("in %j", (before, expected) => expect(textAfter(breakLine, before)).toBe(expected));

  it("asks the page about macros", () => {
    expect(textAfter(breakLine, "(my-when a|", (name) => (name === "my-when" ? 1 : null))).toBe(
      "(my-when a\n  |",
    );
  });
});

describe("Tab", () => {
  it.each([
    ["(f a\nb|)", "(f a\n   b|)"],
    ["(f a\n| b)", "(f a\n   |b)"],
    ["(f a\n|", "(f a\n   |"],
    ['(f "a\n | b")', '(f "a\n | b")'],
    ["(when a\n[b\n      c])", "(when a\n  b\n  c|)"],
  ])("in %j", (before, expected) => expect(textAfter(indentSelected, before)).toBe(expected));
});

it("indents the whole text by a command, and keeps the cursor in its form", () => {
  expect(textAfter(indentAll, "(if a\nb\n|c)\n\n   (d)")).toBe("(if a\n    b\n    |c)\n\n(d)");
});
