import { describe, expect, it } from "vitest";
import { Indentation } from "./indentation.js";
import { parser } from "./parser.js";
import { indented } from "./testing.js";

function lines(...text: readonly string[]): string {
  return text.join("\n");
}

describe("macros", () => {
  const flat = lines("(with-it 1", "2", "(body))", "(twice (a)", "(body))");

  it("are indented by the &body of their definition in the text", () => {
    const definitions = lines(
      "(eval-when (:load-toplevel)",
      "  (defmacro with-it (&whole w a b &environment e &body body) body))",
      "(defmacro app:twice ((x) &body body) body)",
      "",
    );
    expect(indented(definitions + flat)).toBe(
      definitions + lines("(with-it 1", "    2", "  (body))", "(twice (a)", "  (body))"),
    );
  });

  it("are indented by what the page knows of them, after the text's own", () => {
    const known = new Map([
      ["twice", 1],
      ["with-it", 0],
      ["let", 0],
    ]);
    const text = lines("(defmacro with-it (a b &body c) c)", flat, "(let (a)", "b)");
    expect(indented(text, (name) => known.get(name) ?? null)).toBe(
      lines(
        "(defmacro with-it (a b &body c) c)",
        "(with-it 1",
        "    2",
        "  (body))",
        "(twice (a)",
        "  (body))",
        "(let (a)",
        "  b)",
      ),
    );
  });

  it("of a MACROLET hold inside it, and not in its definitions", () => {
    const text = lines("(macrolet ((run (&body body)", "`(progn ,@body)))", "(run", "1))", "(run", "1)");
    expect(indented(text)).toBe(
      lines(
        "(macrolet ((run (&body body)",
        "             `(progn ,@body)))",
        "  (run",
        "    1))",
        "(run",
        " 1)",
      ),
    );
  });
});

describe("what is left as it is", () => {
  it.each([
    ["strings", '(f "a\n     b"\n   c)', '(f "a\n     b"\n   c)'],
    ["block comments", "(f a\n #| b\nc\n      d |#\ne)", "(f a\n   #| b\nc\n      d |#\n   e)"],
    ["symbols in bars", "(f |a\n  b|\nc)", "(f |a\n  b|\n   c)"],
    [
      "comments of three semicolons",
      "(progn\n      ;;; a\n;; b\n; c\nd)",
      "(progn\n      ;;; a\n  ;; b\n  ; c\n  d)",
    ],
    ["text that is never closed", "(f (g a\nb\n  ", "(f (g a\n      b\n"],
    ["a bracket too many", "(a))\n  (b)", "(a))\n(b)"],
  ])("%s", (_name, text, expected) => {
    expect(indented(text)).toBe(expected);
    expect(indented(expected)).toBe(expected);
  });
});

it("indents behind what is never closed", () => {
  const text = "(let ((a 1)\n      ; here\n      ";
  expect(new Indentation(text, parser.parse(text)).ofLine(text.lastIndexOf("\n") + 1)).toBe(6);
  expect(new Indentation("(f '(a ", parser.parse("(f '(a ")).ofBreak(7)).toBe(5);
  expect(new Indentation("(f a) ", parser.parse("(f a) ")).ofBreak(6)).toBe(0);
});

describe("what Emacs does and we do not", () => {
  it("counts qualifiers in the method's own form, at any depth", () => {
    const text = lines("(progn", "  (defmethod f :after ((a b) c)", "    c))");
    expect(indented(text)).toBe(text);
  });

  it("takes LOOP for a loop, not each name that begins so", () => {
    expect(indented("(loop-warn a\nb)\n(cl:loop for x\nin y)")).toBe(
      "(loop-warn a\n           b)\n(cl:loop for x\n      in y)",
    );
  });

  it("takes no keyword for an operator but :METHOD", () => {
    expect(indented("(f (:default a\nb)\n(:if a\nb))")).toBe(
      "(f (:default a\n             b)\n   (:if a\n        b))",
    );
  });
});

it("takes no longer for deep and long texts than they are long", () => {
  const started = performance.now();
  for (const text of [
    `(list\n${"(a b)\n".repeat(4000)})`,
    "(a\n".repeat(1000),
    `(let (${"(a\n1)\n".repeat(3000)}) a)`,
    '("',
    "#|",
    "'",
    "#(",
    "#+",
    "|",
    "\\",
    "#\\",
  ])
    expect(indented(indented(text))).toBe(indented(text));
  expect(performance.now() - started).toBeLessThan(15_000);
});
