/** The objects that JavaScript could reach in the thread of an image. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ESCAPES, lispString } from "../e2e/support/escapes.js";
import { ALLOWED_GLOBALS } from "../fixtures/language.js";
import { SURVEY_TEXT, type Survey } from "../fixtures/survey.js";
import { openProgram } from "./support/open-program.js";
import { endAll, Program } from "./support/program.js";

let file: string;
let program: Program;
beforeAll(async () => {
  file = await openProgram();
  program = new Program([], { program: file });
});
afterAll(endAll);

const javascript = (expression: string) => program.evaluate(`(#j:eval ${lispString(expression)})`);

test("the global object holds the language alone, and what is above it nothing that leads on", async () => {
  const own = JSON.parse(
    JSON.parse((await javascript("JSON.stringify(Reflect.ownKeys(globalThis).map(String))")).slice(3)),
  ) as string[];
  expect(own.filter((name) => !ALLOWED_GLOBALS.includes(name))).toEqual([]);
  const above = await javascript(`JSON.stringify((() => {
    const found = [];
    for (let o = Object.getPrototypeOf(globalThis); o !== Object.prototype && o !== null; o = Object.getPrototypeOf(o))
      for (const k of Reflect.ownKeys(o)) found.push(String(k));
    return found; })())`);
  expect(above).toBe('=> "[]"');
});

test("the realm of a thread leads to what the language has, and none of it can be changed", async () => {
  const said = (await javascript(`JSON.stringify(${SURVEY_TEXT})`)).slice(3);
  const { problems, objects, makers } = JSON.parse(JSON.parse(said)) as Survey;
  expect(problems).toEqual([]);
  expect(objects).toBeGreaterThan(600);
  expect(makers).toBe(5);
});

test("no program escapes that is held in a page", async () => {
  await program.evaluate("(defvar *kept* 42)");
  const escaped: string[] = [];
  for (const [name, code] of ESCAPES) {
    const text = await program.evaluate(code);
    if (!text.endsWith('=> "held"') && !text.includes("no module can be loaded"))
      escaped.push(`${name}: ${text}`);
    if (name.includes("module")) {
      await program.evaluate("(sleep 0.1)");
      if ((await program.evaluate("#j:arrived")).includes("ESCAPED")) escaped.push(name);
    }
  }
  expect(escaped).toEqual([]);
  expect(await program.evaluate("*kept*")).toBe("=> 42");
});

/** Names that Node gives to every program, and ways to its modules. */
const OF_NODE =
  `process require module exports global Buffer setImmediate clearImmediate structuredClone performance navigator
  __filename __dirname gc fetch WebSocket URL TextDecoder Event EventTarget AbortController MessagePort BroadcastChannel Blob
  DOMException queueMicrotask atob crypto console localStorage`.split(/\s+/);

test("no name of Node's is there", async () => {
  const found: string[] = [];
  for (const name of OF_NODE) {
    const byBridge = await program.evaluate(
      `(if (ignore-errors (not (member #j:${name} '(nil)))) "ESCAPED" "held")`,
    );
    const byEval = await javascript(`typeof ${name} === "undefined" ? "held" : "ESCAPED"`);
    if (byBridge !== '=> "held"' || byEval !== '=> "held"') found.push(name);
  }
  expect(found).toEqual([]);
});

/** JavaScript whose value is true when it got to a module or to the process. */
const WAYS = [
  `Function("return process")()`,
  `Function("return this.process")() !== undefined`,
  `(async () => {}).constructor("return process")() && false || typeof process === "object"`,
  `(0, eval)("require")("fs")`,
  `globalThis.constructor.constructor("return process")()`,
  `Object.getPrototypeOf(globalThis).constructor.constructor("return process")()`,
  `Function("return im" + "port('node:fs')")()`,
  `eval("im" + "port('node:fs')")`,
  `Function("return eval")()("im" + "port('node:fs')")`,
  `new (Object.getPrototypeOf(async function* () {}).constructor)("return im" + "port('node:fs')")`,
  `Error.prepareStackTrace = (_, sites) => sites, new Error().stack[0].getThis()`,
  `(Error.prepareStackTrace = (_, sites) => sites) && typeof new Error().stack !== "string"`,
  `Object.getOwnPropertySymbols(globalThis).length > 0`,
  `Error.captureStackTrace({}, 1) || false`,
];

test.each(WAYS)("%s leads nowhere", async (way) => {
  const held = `(() => { try { return (${way}) ? "ESCAPED" : "held" } catch (e) { return "held" } })()`;
  const text = await javascript(held);
  expect(text.endsWith('=> "held"') || text.includes("no module can be loaded"), text).toBe(true);
});

test("a program hears nothing of what comes in", async () => {
  const own = new Program([], { program: file });
  await own.evaluate(
    `(#j:eval ${lispString(`
    globalThis.heard = [];
    const note = (what, self) => heard.push(what + " " + Object.prototype.toString.call(self));
    for (const key of ["then", "handle", "post", "kind", "data", "ports", "type", "emit", "on", "once", "signal", "passive", "capture",
      "onmessage", "_events", "domain", "callback", "listener", "next", "get", "env", "exports", "binding", "value", "code", "message"])
      if (!(key in Object.prototype))
        Object.defineProperty(Object.prototype, key, { configurable: true,
          get() { if (this !== globalThis && (typeof this === "function" || typeof this === "object"))
            for (const name of ["postMessage", "binding", "mainModule"]) if (Object.hasOwn(this, name) || (Object.getPrototypeOf(this) ?? Object.prototype) !== Object.prototype && name in Object.getPrototypeOf(this)) note(key, this);
            return undefined; },
          set(value) { Object.defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true }); } });
    1`)})`,
  );
  expect(await own.evaluate("(+ 1 2)")).toBe("=> 3");
  expect(await own.evaluate("(/ 1 0)")).toContain("DIVISION-BY-ZERO");
  expect(await own.evaluate('(#j:eval "heard.join()")')).toBe('=> ""');
});

test("what a program leaves running ends nothing, and writes nothing where messages are", async () => {
  const own = new Program([], { program: file });
  await own.evaluate("(defvar *kept* 42)");
  await own.evaluate(`(#j:eval "Promise.reject(new Error('left behind')); 1")`);
  await own.evaluate(`(#j:eval "Promise.resolve().then(() => { throw {} }); 1")`);
  await own.evaluate("(sleep 0.05)");
  expect(await own.evaluate("*kept*")).toBe("=> 42");
  expect(own.strange).toEqual([]);
  expect(own.watch.problems).toEqual([]);
});
