import { expect, test } from "vitest";
import type { Pattern } from "./components.js";
import { isMatch, matchPattern } from "./matching.js";
import { parseNamestring } from "./namestrings.js";
import type { Parts } from "./pathname.js";

const parts = (text: string): Parts => ({ ...parseNamestring(text), device: null, version: null });

test.each([
  ["foobar", "f*b*", ["oo", "ar"]],
  ["foobar", "f??*r", ["ooba"]],
  ["foobar", "*bar*", ["foo", ""]],
  ["bz", "b[xyz]", ["z"]],
  ["by", "b[x-z]", null],
  ["foobar", "f*x", null],
])("%s by %s", (text, pattern, runs) => {
  expect(matchPattern(text, parseNamestring(pattern).name as Pattern)).toEqual(runs);
});

test.each([
  ["/a/b.c", "/a/*.c", true],
  ["/a/b/c/d.e", "/**/c/*.*", true],
  ["/a/b/c/d.e", "/**/b/*.*", false],
  ["/a/b", "a/b", false],
  ["b", "/**/", true],
  ["a*", "a*", true],
  ["ab*", "a*", false],
  ["/a/", "", true],
])("%s is one of %s: %s", (thing, wild, is) => expect(isMatch(parts(thing), parts(wild))).toBe(is));
