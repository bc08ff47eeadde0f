import type { Node } from "acorn";
import { describe, expect, it } from "vitest";
import { parseScript, visit } from "./ast.js";
import { analyseCaptures } from "./scopes.js";

/** Captured names of the functions of a program, in the order of their text. */
function captured(text: string): { names: string[]; assigned: string[]; program: string[] }[] {
  const { body } = parseScript(text);
  const captures = analyseCaptures(body);
  const found: Node[] = [];
  for (const statement of body)
    visit(statement, (node) => (captures.has(node) ? void found.push(node) : undefined));
  return found.map((node) => {
    const capture = captures.get(node);
    return {
      names: capture?.names.map(({ name }) => name) ?? [],
      assigned: [...(capture?.assigned ?? [])].map(({ name }) => name),
      program: [...(capture?.program ?? [])],
    };
  });
}

describe("captures of functions", () => {
  it("are variables of the functions around it, and no others", () => {
    const [outer, inner] = captured(
      "var p; f = function (a, b) { return function (c) { return a + c + p + q; }; };",
    );
    expect(outer).toEqual({ names: [], assigned: [], program: ["p"] });
    expect(inner).toEqual({ names: ["a"], assigned: [], program: ["p"] });
  });

  it("tell assigned ones", () => {
    const [, inner] = captured(
      "f = function (a, b, c) { return function () { a = 1; b++; for (c in a) ; }; };",
    );
    expect(inner?.assigned).toEqual(["a", "b", "c"]);
  });

  it("leave out property names, labels, own names, parameters and caught values", () => {
    const [, inner] = captured(
      "f = function (x, y, z) { return function x(a, ...b) { z: for (;;) break z; try { a.y; } catch (e) { e; } return { y: b }; }; };",
    );
    expect(inner?.names).toEqual([]);
  });

  it("see a value caught outside, and the arguments of a function around an arrow", () => {
    const [, inner] = captured("f = function () { try { } catch (e) { return () => [e, arguments]; } };");
    expect(inner?.names).toEqual(["e", "arguments"]);
  });

  it("see through functions in between", () => {
    const [, between, inner] = captured(
      "f = function (a) { return function () { return function () { return a; }; }; };",
    );
    expect([between?.names, inner?.names]).toEqual([["a"], ["a"]]);
  });
});
