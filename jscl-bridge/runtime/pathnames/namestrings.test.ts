import { describe, expect, test } from "vitest";
import {
  type Component,
  MULTI,
  Pattern,
  SINGLE,
  UNSPECIFIC,
  UP,
  WILD,
  WILD_INFERIORS,
} from "./components.js";
import { directoryText, fileText, NamestringFault, NO_NAME, parseNamestring } from "./namestrings.js";

const file = (text: string): [Component, Component] => {
  const { name, type } = parseNamestring(text);
  return [name, type];
};

test.each<[string, Component, Component]>([
  ["", null, null],
  ["a", "a", null],
  ["a.b", "a", "b"],
  ["a.b.c", "a.b", "c"],
  [".a", ".a", null],
  [".a.b", ".a", "b"],
  ["a.", "a", ""],
  ["a\\.b", "a.b", null],
  ["a\\*", "a*", null],
  ["*.*", WILD, WILD],
])("the name and type of %s", (text, name, type) => expect(file(text)).toEqual([name, type]));

test("wild pieces make a pattern", () => {
  expect(parseNamestring("a*b?").name).toEqual(new Pattern(["a", MULTI, "b", SINGLE]));
});

test.each([
  ["/a/b/", true, ["a", "b"]],
  ["a//b/", false, ["a", "b"]],
  ["../**/*/", false, [UP, WILD_INFERIORS, WILD]],
])("the directory of %s", (text, isAbsolute, parts) => {
  expect(parseNamestring(text).directory).toEqual({ isAbsolute, parts });
});

test.each([
  ["/a/b[c", 4, "#\\[ with no corresponding #\\]"],
  ["x.y\\", 3, "escape char in a bad place"],
  ["\u{1f600}\u{1f600}/[", 3, "#\\[ with no corresponding #\\]"],
])("what is wrong with %s stands after %d characters", (text, offset, complaint) => {
  expect(() => parseNamestring(text)).toThrow(new NamestringFault(complaint, offset));
  try {
    parseNamestring(text);
  } catch (error) {
    expect((error as NamestringFault).offset).toBe(offset);
  }
});

describe("texts", () => {
  test.each<[Component, Component, string]>([
    [null, null, ""],
    ["a.b", null, "a\\.b"],
    [".a", null, ".a"],
    ["a.b", "c", "a.b.c"],
    ["a", "b.c", "a.b\\.c"],
    ["a*", "[", "a\\*.\\["],
    ["a", UNSPECIFIC, "a"],
    [WILD, "c", "*.c"],
  ])("of %o and %o", (name, type, text) => expect(fileText({ name, type })).toBe(text));

  test("of a type without a name there is none", () => {
    expect(fileText({ name: null, type: "b" })).toBe(NO_NAME);
  });

  test("of directories", () => {
    expect(directoryText({ isAbsolute: true, parts: [UP, "a*", WILD_INFERIORS] })).toBe("/../a\\*/**/");
    expect(directoryText({ isAbsolute: false, parts: [] })).toBe("");
  });
});
