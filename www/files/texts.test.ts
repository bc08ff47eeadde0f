import { expect, it } from "vitest";
import { contentOf, directoryOf, isText, linesOf, loadForm, nameOf, pathIn, textOf } from "./texts.js";

it("names files as the Lisp does", () => {
  expect(["/a.txt", "/d/a.txt", "/d/", "/"].map(directoryOf)).toEqual(["/", "/d/", "/d/", "/"]);
  expect(pathIn("/d/", "a*b[1]?.txt")).toBe("/d/a\\*b\\[1]\\?.txt");
  expect(pathIn("/", "up/../x\\y")).toBe("/up-..-x\\\\y");
  expect(nameOf("/d/a\\*b\\[1]\\\\.txt")).toBe("a*b[1]\\.txt");
  expect(loadForm('/d/a\\*"b.lisp')).toBe('(load "/d/a\\\\*\\"b.lisp")');
});

it("tells texts from other data", () => {
  const bytes = (...of: number[]) => new Uint8Array(of).buffer;
  expect(textOf(bytes(0xc3, 0xa9, 0x0d, 0x0a, 0x09, 0x1b))).toBe("é\r\n\t\u001b");
  expect(textOf(bytes())).toBe("");
  expect([bytes(0xff), bytes(0xc3), bytes(0x61, 0), bytes(0x07)].map(textOf)).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(isText("😀")).toBe(true);
});

it("keeps the way that all lines of a file end", () => {
  for (const content of ["", "a", "a\n", "a\r\nb\r\n", "\r\n"])
    expect(contentOf(linesOf(content))).toBe(content);
  expect(linesOf("a\r\nb\nc\rd")).toEqual({ text: "a\nb\nc\nd", end: "\n" });
});
