import { describe, expect, it } from "vitest";
import { callsAt, listAt, symbolAt } from "./calls.js";
import { parameterAt } from "./lambda-list.js";

/** The text without its mark `‸`, and where that was. */
function marked(text: string): readonly [string, number] {
  return [text.replace("‸", ""), text.indexOf("‸")];
}

function calls(text: string): readonly (readonly [string, number])[] {
  return callsAt(...marked(text)).map(({ operator, at }) => [operator, at] as const);
}

describe("the calls that a place is in", () => {
  it("are counted from the innermost, each with its argument", () => {
    expect(calls("(f‸")).toEqual([["f", -1]]);
    expect(calls("(f ‸")).toEqual([["f", 0]]);
    expect(calls("(f a‸")).toEqual([["f", 0]]);
    expect(calls("(f a ‸)")).toEqual([["f", 1]]);
    expect(calls("(f (g 1 2) '(x y) (h ‸) z)")).toEqual([
      ["h", 0],
      ["f", 2],
    ]);
    expect(calls("(let ((x (g ‸")).toEqual([
      ["g", 0],
      ["x", 0],
      ["let", 0],
    ]);
  });

  it("are not in strings, comments, characters and quoted lists", () => {
    expect(calls('(f "(g " ‸')).toEqual([["f", 1]]);
    expect(calls("(f ; (g\n ‸")).toEqual([["f", 0]]);
    expect(calls("(f #\\( #| ( |# ‸")).toEqual([["f", 1]]);
    expect(calls("(f '(a ‸")).toEqual([["f", 0]]);
    expect(calls("(f #(a ‸")).toEqual([["f", 0]]);
    expect(calls("`(f ,(g ‸")).toEqual([
      ["g", 0],
      ["f", 0],
    ]);
    expect(calls("(f #'car ‸")).toEqual([["f", 1]]);
  });

  it("begin with the top-level form that is open", () => {
    expect(calls("(broken \n(f 1 ‸")).toEqual([["f", 1]]);
    expect(calls("(f) ‸")).toEqual([]);
  });
});

describe("the list at a place", () => {
  const at = (text: string) => {
    const [whole, place] = marked(text);
    const found = listAt(whole, place);
    return found && whole.slice(found.from, found.to);
  };

  it("begins there, ends there, or is around it", () => {
    expect(at("(a ‸(b c))")).toBe("(b c)");
    expect(at("(a (b c)‸)")).toBe("(b c)");
    expect(at("(a (b ‸c))")).toBe("(b c)");
    expect(at("(a ‸ (b c))")).toBe("(a  (b c))");
    expect(at("‸ (a)")).toBeNull();
  });
});

describe("the symbol at a place", () => {
  const at = (text: string) => symbolAt(...marked(text))?.name ?? null;

  it("is whole, and never in a string or a comment", () => {
    for (const text of ["(‸car x)", "(c‸ar x)", "(car‸ x)"]) expect(at(text), text).toBe("car");
    expect(at("(cl:ma‸pcar x)")).toBe("cl:mapcar");
    for (const text of ['"a c‸ar"', "; c‸ar", "(1‸2)", "( ‸ )", "#| c‸ar |#"])
      expect(at(text), text).toBeNull();
  });
});

describe("the parameter that is being written", () => {
  const at = (list: string, text: string) => {
    const [call] = callsAt(...marked(text));
    const found = call && parameterAt(list, call);
    return found ? list.slice(found.from, found.to) : null;
  };

  it("is found by its position, and by its keyword", () => {
    const list = "(function sequence &key key from-end (start 0) end)";
    expect(at(list, "(reduce‸")).toBeNull();
    expect(at(list, "(reduce ‸")).toBe("function");
    expect(at(list, "(reduce #'+ ‸")).toBe("sequence");
    expect(at(list, "(reduce #'+ x ‸")).toBe("&key");
    expect(at(list, "(reduce #'+ x :start‸")).toBe("(start 0)");
    expect(at(list, "(reduce #'+ x :start ‸")).toBe("(start 0)");
    expect(at(list, "(reduce #'+ x :start 0 :END 3‸")).toBe("end");
    expect(at(list, "(reduce #'+ x :nosuch 1‸")).toBeNull();
  });

  it("may be optional, the rest, or a body", () => {
    expect(at("(a &optional (b 2) &rest more)", "(f 1 ‸")).toBe("(b 2)");
    expect(at("(a &optional (b 2) &rest more)", "(f 1 2 3 4 ‸")).toBe("more");
    expect(at("((var list &optional result) &body body)", "(dolist ‸")).toBe("(var list &optional result)");
    expect(at("(&whole form a &environment env &body body)", "(m ‸")).toBe("a");
    expect(at("(x &rest args &key ((:depth d) 1) &allow-other-keys)", "(f 1 :depth ‸")).toBe(
      "((:depth d) 1)",
    );
    expect(at("()", "(f ‸")).toBeNull();
  });
});
