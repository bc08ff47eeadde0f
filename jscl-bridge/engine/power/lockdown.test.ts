import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";

/** What expressions are in a thread whose realm was locked. */
let locked: Record<string, unknown>;

const EXPRESSIONS = {
  // As V8 has them: a table of properties is looked up ten times slower.
  "arrays' prototype is no table": "%HasFastProperties(Array.prototype)",
  "typed arrays' prototype is no table": "%HasFastProperties(Object.getPrototypeOf(Int32Array.prototype))",
  // Some thirty times, where what they inherit is frozen at once.
  "storing in a typed array is not much slower than before": "shortest(makeStoring()) < 8 * before",
  "a typed array's prototype is frozen": "Object.isFrozen(Int32Array.prototype)",
  "typed arrays' prototype is frozen": "Object.isFrozen(Object.getPrototypeOf(Int32Array.prototype))",
  "the errors of an engine's own are frozen, and gone by name":
    "Object.isFrozen(ofEngine.prototype) && Object.isFrozen(ofEngine) && typeof InternalError === 'undefined'",
  "arrays' methods are fixed":
    "Reflect.ownKeys(Array.prototype).filter((key) => key !== 'length' && key !== 'constructor').every((key) => { const { writable, configurable } = Object.getOwnPropertyDescriptor(Array.prototype, key); return !writable && !configurable })",
};

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: 'export { lockDown } from "./lockdown.js";',
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    format: "cjs",
  });
  const answers = Object.entries(EXPRESSIONS).map(([name, text]) => `${JSON.stringify(name)}: ${text}`);
  setFlagsFromString("--allow-natives-syntax");
  const worker = new Worker(
    `const { parentPort } = require("node:worker_threads");
     const post = parentPort.postMessage.bind(parentPort);
     const now = performance.now.bind(performance);
     const makeStoring = () => new Function("array",
       "for (let i = 0; i < 100000; i++) array[i & 3] = array[(i + 1) & 3] ^ i");
     const shortest = (run) => {
       const array = new Int32Array(4);
       const times = Array.from({ length: 20 }, () => { const start = now(); run(array); return now() - start; });
       return Math.min(...times);
     };
     const before = shortest(makeStoring());
     const ofEngine = globalThis.InternalError = class InternalError extends Error {};
     const lockDown = ((module) => { ${outputFiles[0]?.text}; return module.exports.lockDown; })({});
     lockDown(globalThis);
     post({ ${answers.join(", ")} });`,
    { eval: true },
  );
  locked = await new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  setFlagsFromString("--no-allow-natives-syntax");
  await worker.terminate();
});

test.each(Object.keys(EXPRESSIONS))("%s", (name) => {
  expect(locked[name]).toBe(true);
});
