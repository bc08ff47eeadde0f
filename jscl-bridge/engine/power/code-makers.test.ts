import { createContext, Script } from "node:vm";
import { expect, test } from "vitest";
import { withoutImports } from "./code-makers.js";

/** What a program comes to in a realm of its own, whose makers are replaced. */
function run(text: string): unknown {
  const context = createContext({});
  withoutImports(new Script("globalThis").runInContext(context));
  return new Script(text).runInContext(context);
}

test.each([
  `eval("import('x')")`,
  `eval("[...import('x')]")`,
  `eval("typeof importScripts, import\\n('x')")`,
  `(0, eval)("im" + "port('x')")`,
  `Function("return import('x')")`,
  `new Function("a = import('x')", "")`,
  `(() => {}).constructor("return import('x')")`,
  `Reflect.construct(Function, ["return import('x')"])`,
  `(async () => {}).constructor("await import('x')")`,
  `(function* () {}).constructor("yield import('x')")`,
  `(async function* () {}).constructor("yield import('x')")`,
  `Object.getPrototypeOf((async () => {}).constructor)("return import('x')")`,
  `class Made extends Function {}; new Made("return import('x')")`,
  `let n = 0; Function({ toString: () => n++ ? "return import('x')" : "" })(); Function({ toString: () => "return import('x')" })`,
])("%s is refused", (text) => {
  expect(() => run(text)).toThrow(/the word import/);
});

test.each([
  [`eval("1 + 2")`, 3],
  [`eval(7)`, 7],
  [`eval("typeof importScripts + typeof ximport")`, "undefinedundefined"],
  [`Function("a", "b", "return a + b")(1, 2)`, 3],
  [`new Function("return this === undefined ? 1 : 2")()`, 2],
  [`(() => {}) instanceof Function`, true],
  [`Function.prototype.constructor === Function && Function.name === "Function"`, true],
  [`(() => {}).constructor === Function`, true],
  [`(function* () {}).constructor("yield 5")().next().value`, 5],
  [`class Made extends Function {}; new Made("return 9") instanceof Made`, true],
])("%s works as it did", (text, value) => {
  expect(run(text)).toEqual(value);
});
