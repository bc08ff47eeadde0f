import { describe, expect, it } from "vitest";
import { formAt, topLevelForms } from "./forms.js";

function texts(source: string): string[] {
  return topLevelForms(source).map(({ from, to }) => source.slice(from, to));
}

describe("topLevelForms", () => {
  it("separates forms, atoms and comments", () => {
    expect(texts("(a b) ; (no)\n42 #| (no #| nested |#) |# 'x")).toEqual(["(a b)", "42", "'x"]);
  });

  it("does not see brackets in strings, characters and bar symbols", () => {
    expect(texts('(f ")" #\\) |)|) (g)')).toEqual(['(f ")" #\\) |)|)', "(g)"]);
  });

  it("keeps prefixes with their form", () => {
    expect(texts("#'car `(a ,@b) #(1 2) #+jscl (x) #\\( #\\Space")).toEqual([
      "#'car",
      "`(a ,@b)",
      "#(1 2)",
      "#+jscl (x)",
      "#\\(",
      "#\\Space",
    ]);
  });

  it("runs to the end of the text when a form is never closed", () => {
    expect(texts('(a) (b "c')).toEqual(["(a)", '(b "c']);
    expect(texts("'")).toEqual(["'"]);
  });

  it("lets a stray closing bracket stand alone", () => {
    expect(texts("(a)) (b)")).toEqual(["(a)", ")", "(b)"]);
  });

  it("ends on any text", () => {
    for (const source of ["", "#", "\\", "|", "#|", "#\\", "#+", "#+a", ",@", '"', "a\\", ";", "#'"]) {
      expect(topLevelForms(source).every(({ from, to }) => to > from && to <= source.length)).toBe(true);
    }
  });
});

describe("formAt", () => {
  const source = "(a)\n\n(b)\n";
  it("finds the form around, before or after the place", () => {
    expect(formAt(source, 1)).toEqual({ from: 0, to: 3 });
    expect(formAt(source, 4)).toEqual({ from: 0, to: 3 });
    expect(formAt(source, 9)).toEqual({ from: 5, to: 8 });
    expect(formAt("  (a)", 0)).toEqual({ from: 2, to: 5 });
    expect(formAt(" ; nothing", 3)).toBeNull();
  });
});
