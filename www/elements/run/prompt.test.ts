import { describe, expect, it } from "vitest";
import { indentation, isWhole, PromptHistory } from "./prompt.js";

describe("isWhole", () => {
  it("knows finished text from unfinished", () => {
    for (const text of [
      "",
      "1",
      "(a)",
      "(a) b",
      '"x"',
      "; only this",
      "(a) #| b |#",
      "#\\(",
      "x ; (",
      "(a))",
    ])
      expect(isWhole(text), text).toBe(true);
    for (const text of ["(", "(a (b)", '"x', "'", "#'", "#|", "(a) (b", "|x", "`(a ,"])
      expect(isWhole(text), text).toBe(false);
  });
});

describe("indentation", () => {
  it("follows the bracket that is open", () => {
    expect(indentation("(a")).toBe(2);
    expect(indentation("(a\n  (b (c)")).toBe(4);
    expect(indentation("(a)")).toBe(0);
    expect(indentation('(a "(" #\\( ; (')).toBe(2);
  });
});

describe("the history of a prompt", () => {
  it("goes back and forth, and keeps what was being written", () => {
    const history = new PromptHistory();
    expect(history.move(-1, "draft")).toBeNull();
    history.add("1");
    history.add("2");
    history.add("2");
    expect(history.move(-1, "draft")).toBe("2");
    expect(history.move(-1, "2")).toBe("1");
    expect(history.move(-1, "1")).toBeNull();
    expect(history.move(1, "1")).toBe("2");
    expect(history.move(1, "2")).toBe("draft");
    expect(history.move(1, "draft")).toBeNull();
  });

  it("begins with what was entered before, and finds it by its words", () => {
    const history = new PromptHistory(["(list 1)", "(defun f (x) (list x))", "(list 1)", "(car x)"]);
    expect(history.move(-1, "draft")).toBe("(car x)");
    expect(history.search("LIST")).toEqual(["(list 1)", "(defun f (x) (list x))"]);
    expect(history.search("x list")).toEqual(["(defun f (x) (list x))"]);
    expect(history.search("")).toHaveLength(3);
    expect(history.search("cdr")).toEqual([]);
  });
});
