import { describe, expect, it } from "vitest";
import { type TokenKind, tokens } from "./highlight.js";

function kinds(text: string): string[] {
  const found: string[] = [];
  tokens(text, (kind: TokenKind | null, from, to) => {
    if (kind !== null && kind !== "bracket") found.push(`${kind} ${text.slice(from, to)}`);
  });
  return found;
}

describe("tokens", () => {
  it("names operators where they are called, and nowhere else", () => {
    expect(kinds("(defun when (x) (if x (let ((y 1)) (WHEN y))))")).toEqual([
      "operator defun",
      "operator if",
      "operator let",
      "number 1",
      "operator WHEN",
    ]);
  });

  it("does not take functions for operators that are named like some", () => {
    expect(kinds("(string-upcase (documentation (conditional (withdraw))))")).toEqual([]);
    expect(kinds("(ecase (dolist (handler-case (typecase (do* (with-open-file))))))")).toHaveLength(6);
  });

  it("names constants, keywords and lambda list keywords", () => {
    expect(kinds("(f nil T :key #\\( #\\Space #:gensym &optional x)")).toEqual([
      "constant nil",
      "constant T",
      "constant :key",
      "constant #\\(",
      "constant #\\Space",
      "constant #:gensym",
      "lambda-key &optional",
    ]);
  });

  it("tells numbers from symbols that begin like one", () => {
    expect(kinds("1 -2/3 1.5d0 .5 1e3 #xFF 1+ 1- - + 7days 10.")).toEqual([
      "number 1",
      "number -2/3",
      "number 1.5d0",
      "number .5",
      "number 1e3",
      "number #xFF",
      "number 10.",
    ]);
  });

  it("does not see marks in strings, comments and bar symbols", () => {
    expect(kinds('"a ; \\" b" |if ; "| ; (if "\n#| #| nested |# "no" |# 1')).toEqual([
      'string "a ; \\" b"',
      'comment ; (if "',
      'comment #| #| nested |# "no" |#',
      "number 1",
    ]);
  });

  it("gives every character once, of any text", () => {
    for (const text of [
      "",
      "#",
      "\\",
      "|",
      "#|",
      "#\\",
      '"',
      "a\\",
      "'`,@",
      "#'car #+sbcl 1 #.(x)",
      "\r\n\t",
      "λ 日",
    ]) {
      let whole = "";
      tokens(text, (_kind, from, to) => {
        whole += text.slice(from, to);
      });
      expect(whole).toBe(text);
    }
  });

  it("is quick with texts that never close", () => {
    const started = performance.now();
    for (const mark of ['"', "|", "(", "#|", "\\", "#\\"]) tokens(mark.repeat(100_000), () => {});
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
