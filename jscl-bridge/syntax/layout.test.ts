import { expect, it } from "vitest";
import { layOut } from "./layout.js";

const columnsOf = (code: string, bodies = {}) => layOut(code, bodies, 10_000).columns;
const problemsOf = (code: string) =>
  layOut(code, {}, 10_000).problems.map(
    ({ kind, position: { line, column } }) => `${kind} ${line}:${column}`,
  );

it("has a column for each line that is code, and none for those inside of tokens", () => {
  expect(columnsOf("(when x\ny)\n")).toEqual([0, 2, 0]);
  expect(columnsOf('(f "a\n b\n c"\nd)')).toEqual([0, null, null, 3]);
  expect(columnsOf("#|\n a\n|#\n|b\n c|\n;;; d")).toEqual([0, null, null, 0, null, null]);
  expect(columnsOf("")).toEqual([0]);
});

it("asks for the bodies of macros by name, whatever the names are", () => {
  expect(columnsOf("(own a\nb)")).toEqual([0, 5]);
  expect(columnsOf("(own a\nb)", { own: 1 })).toEqual([0, 2]);
  expect(columnsOf("(constructor a\nb)")).toEqual([0, 13]);
  expect(columnsOf("(constructor a\nb)", JSON.parse('{"constructor":1,"__proto__":1}'))).toEqual([0, 2]);
});

it("says what is open or closes nothing, and where", () => {
  expect(problemsOf('(a #(b) \'c |d e| "f" #|g|# #\\( #\\| |h\\||)')).toEqual([]);
  expect(problemsOf("(a\n (b\n  #(c")).toEqual([
    "unclosed-bracket 1:0",
    "unclosed-bracket 2:1",
    "unclosed-bracket 3:3",
  ]);
  expect(problemsOf("a)\n)")).toEqual(["stray-bracket 1:1", "stray-bracket 2:0"]);
  expect(problemsOf('(a "b\\"\n')).toEqual(["unclosed-bracket 1:0", "unclosed-string 1:3"]);
  expect(problemsOf("a |b\n c\\|")).toEqual(["unclosed-symbol 1:2"]);
  expect(problemsOf("a #| b #| c |#")).toEqual(["unclosed-comment 1:2"]);
  expect(problemsOf("(".repeat(100))).toHaveLength(20);
});

it("ends in time", () => {
  expect(() => layOut(`${"(a ".repeat(1000)}\n`.repeat(200), {}, -1)).toThrow("takes too long");
});
