/** The lock of a realm, held against a list of its own of what the language has. */
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { ALLOWED_GLOBALS } from "../fixtures/language.js";
import { SURVEY_TEXT, type Survey } from "../fixtures/survey.js";

let lock: string;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: 'export { lockDown } from "./lockdown.js";',
      resolveDir: new URL("../../jscl-bridge/engine/power/", import.meta.url).pathname,
    },
    bundle: true,
    write: false,
    format: "cjs",
  });
  lock = `((module) => { "use strict"; ${outputFiles[0]?.text}; return module.exports.lockDown; })({})`;
});

/** What a thread's realm leads to after `body`, a text in which `lockDown` locks it. */
async function survey(body: string): Promise<Survey> {
  const worker = new Worker(
    `const { parentPort } = require("node:worker_threads");
     const post = parentPort.postMessage.bind(parentPort);
     const lockDown = ${lock};
     ${body};
     post((0, eval)(${JSON.stringify(SURVEY_TEXT)}));`,
    { eval: true },
  );
  try {
    return await new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
  } finally {
    await worker.terminate();
  }
}

test("a locked realm leads to what the language has, and none of it can be changed", async () => {
  const { problems, objects, makers } = await survey("lockDown(globalThis)");
  expect(problems).toEqual([]);
  expect(objects).toBeGreaterThan(600);
  expect(makers).toBe(5);
});

test("a realm that is not locked leads to more, in every way that is looked for", async () => {
  const { problems } = await survey("const key = Symbol('own'); Map.prototype[key] = () => {}");
  const expected = [
    "the global process",
    "the global WebAssembly",
    "the global WeakRef",
    "the global setTimeout",
    "Map.prototype.own",
    "Map.prototype can be added to",
    "Map.prototype.get can be changed",
    "%AsyncGeneratorFunction.prototype%.constructor, called, takes text that loads a module",
    "eval, called, takes text that loads a module",
  ];
  expect(problems).toEqual(expect.arrayContaining(expected));
});

test("what the platform has above the global object, or adds to the language, goes or is noticed", async () => {
  const above =
    "Object.setPrototypeOf(globalThis, Object.create(Object.prototype, { strange: { value: () => {}, configurable: true } }))";
  expect((await survey(`${above}; lockDown(globalThis)`)).problems).toEqual([]);
  const temporal = "Date.prototype.toTemporalInstant = function toTemporalInstant() {}; lockDown(globalThis)";
  expect((await survey(temporal)).problems).toEqual([]);
  const added = await survey("Map.strange = { deep: () => {} }; lockDown(globalThis)");
  expect(added.problems).toEqual(["Map.strange", "Map.strange.deep"]);
  await expect(
    survey("Object.defineProperty(globalThis, 'strange', { value: {} }); lockDown(globalThis)"),
  ).rejects.toThrow("strange cannot be removed");
});

test("the list names nothing twice", () => {
  expect(ALLOWED_GLOBALS).toHaveLength(new Set(ALLOWED_GLOBALS).size);
});
