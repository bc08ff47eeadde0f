import { expect, test } from "vitest";
import { formEnd, isBlank } from "./blank.js";

test.each(["", " \t\r\n", "; (car 1)", "\n;; a\n ; b\n", "#| (car #| |# 1) |# ", "#| never closed"])(
  "%j says nothing",
  (text) => expect(isBlank(`(foo)${text}`, 5)).toBe(true),
);

test.each(["1", " (car 1)", "; a\n1", "#| a |# 1", "#| #| |# |# )", "#+nil 1", '";"', "|#"])(
  "%j says something",
  (text) => expect(isBlank(`(foo)${text}`, 5)).toBe(false),
);

test("a long text is looked through in no time", () => {
  expect(isBlank(`${"\n".repeat(1e6)};${"x".repeat(1e6)}`, 0)).toBe(true);
  expect(isBlank("#|".repeat(1e5) + "|#".repeat(1e5), 0)).toBe(true);
});

test.each([
  "(list foo:bar)",
  '(a (b) "(" #\\( |(| \\( ; (\n #| ( #| |# |# )',
  "foo:bar",
  "'(a b)",
  "#<foo>",
  "#(1 2)",
  ")",
  '"a b"',
])("%j is one form", (form) => {
  for (const rest of ["", " ", "\n(car 1)"]) expect(formEnd(`${form}${rest}`, 0)).toBe(form.length);
});

test("what is never closed goes to the end", () => {
  for (const text of ["(a (b)", '"a', "(a |b)", "(a #| )"]) expect(formEnd(text, 0)).toBe(text.length);
});
