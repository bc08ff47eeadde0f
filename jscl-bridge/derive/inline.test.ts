import { generate } from "astring";
import { describe, expect, it } from "vitest";
import { parseScript } from "./ast.js";
import { inlineCalledFunctions } from "./inline.js";

function inlined(text: string): string {
  const { body } = parseScript(text);
  inlineCalledFunctions(body as never);
  return body
    .map((node) => generate(node))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

const same = (text: string): string => generate(parseScript(text)).replace(/\s+/g, " ").trim();

describe("functions called where they are written", () => {
  it("give way to their value when that is all they have", () => {
    expect(inlined("x = (function () { return a + b; })();")).toBe(same("x = a + b;"));
    expect(inlined("x = (function () { return (function () { return a; })(); })() * 2;")).toBe(
      same("x = a * 2;"),
    );
  });

  it("give way to their statements when their value is returned", () => {
    const text = "f = function (a) { return (function (b, c) { g(b, c); if (a) return 1; })(a); };";
    expect(inlined(text)).toBe(
      same("f = function (a) { { var b = a, c; g(b, c); if (a) return 1; return; } };"),
    );
    const nested =
      "f = function () { return (function (a) { return (function (b) { return a + b; })(2); })(1); };";
    expect(new Function(`let f;${inlined(nested)}return f();`)()).toBe(3);
  });

  it.each([
    ["names this", "x = (function () { return this; })();"],
    ["names arguments", "f = function () { return (function () { return arguments; })(); };"],
    ["has a name", "x = (function f() { return a; })();"],
    ["declares a name used around it", "f = function (a) { g(a); return (function (a) { return a; })(1); };"],
    [
      "declares a name used beside it",
      "f = function () { var c = v; return (function () { var v = 1; return v; })(); };",
    ],
    ["is given too many arguments", "f = function () { return (function () { return 1; })(g()); };"],
    ["has rest parameters", "f = function () { return (function (...a) { return a; })(1); };"],
    ["has a value that is used", "x = (function () { var y = 1; return y; })();"],
  ])("stay when one %s", (_, text) => {
    expect(inlined(text)).toBe(same(text));
  });
});
