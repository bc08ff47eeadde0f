import { expect, it } from "vitest";
import { contentOf, directoryOf, isText, linesOf, loadForm, nameOf, pathIn } from "./texts.js";

it("names files as the Lisp does", () => {
  expect(["/a.txt", "/d/a.txt", "/d/", "/"].map(directoryOf)).toEqual(["/", "/d/", "/d/", "/"]);
  expect(pathIn("/d/", "a*b[1]?.txt")).toBe("/d/a\\*b\\[1]\\?.txt");
  expect(pathIn("/", "up/../x\\y")).toBe("/up-..-x\\\\y");
  expect(nameOf("/d/a\\*b\\[1]\\\\.txt")).toBe("a*b[1]\\.txt");
  expect(loadForm('/d/a\\*"b.lisp')).toBe('(load "/d/a\\\\*\\"b.lisp")');
});

it("tells texts from other data", () => {
  expect(["é\r\n\t\u001b", "", "😀"].map(isText)).toEqual([true, true, true]);
  expect(["a\0", "\u0007"].map(isText)).toEqual([false, false]);
});

it("keeps the way that all lines of a file end", () => {
  for (const content of ["", "a", "a\n", "a\r\nb\r\n", "\r\n"])
    expect(contentOf(linesOf(content))).toBe(content);
  expect(linesOf("a\r\nb\nc\rd")).toEqual({ text: "a\nb\nc\nd", end: "\n" });
});
