/**
 * The Lisps that `npm run bench:lisp` compares, each as
 * `{ refresh(), load(file), run(name, times), value(name), evaluate(form), close() }`. The answers are
 * `{ ms }` or `{ problem }`, and of `value` `{ text }`: what one repetition returns, as PRIN1 writes it.
 * Times are taken where the Lisp runs: no message's way is in them. `refresh` resolves when no other file's
 * traces are left. One that has not every program has `has(name)`, too.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { byHand } from "../lisp/by-hand/all.js";
import { connect, pageScript } from "./client.mjs";

/** The value of a form without what the printer would do for a reader: in every Lisp the same text. */
export const valueForm = (name) => `(let ((*print-pretty* nil)) (prin1-to-string (${name} 1)))`;

/** The contents of a string, in one line, from how Lisp writes it. */
export const contents = (text) => text.slice(1, -1).replace(/\\(.)/gs, "$1").replaceAll("\n", " ");

/** Ours, as `call` calls its tools. */
function ours(call, close) {
  const ask = (code) => call("evaluate-lisp", { code, "capture-time": true });
  const problem = ({ status, error }) => ({ problem: error?.message || status });
  const evaluate = async (code) => {
    const answer = await ask(code);
    return answer.status === "ok" ? { ms: answer.timing.realMs } : problem(answer);
  };
  return {
    refresh: () => call("reset-session"),
    load: (file) => evaluate(readFileSync(file, "utf8")),
    run: (name, times) => evaluate(`(${name} ${times})`),
    async value(name) {
      const answer = await ask(valueForm(name));
      return answer.status === "ok" ? { text: contents(answer.values[0]) } : problem(answer);
    },
    evaluate,
    close,
  };
}

/** Ours in Node: the package in that folder, its Lisp in a thread. */
export async function startInNode(folder) {
  const { LispServer } = await import(pathToFileURL(join(folder, "jscl-mcp-node.js")).href);
  const server = await LispServer.start();
  const client = connect(server.connect());
  await client.initialized;
  return ours(client.call, () => server.close());
}

/** Ours in Chromium: the playground as it is shipped, its Lisp in a Worker, spoken to through the server. */
export async function startInPage(page) {
  await page.evaluate(pageScript);
  await page.evaluate(async () => {
    globalThis.ours = globalThis.lispClient();
    await globalThis.ours.initialized;
  });
  const call = (name, given = {}) =>
    page.evaluate(([tool, args]) => globalThis.ours.call(tool, args), [name, given]);
  return ours(call, () => {});
}

/** Milliseconds after which what does not answer is ended. */
const PATIENCE = 20_000;

/**
 * What answers tasks with answers; `start` resolves to a fresh one as `{ ask(task), end() }`, and `has` says
 * which programs it has, where it has not all. With `keepsFile` it is as it was for the next program of the
 * same file, because it takes long to load one.
 */
async function tasked(start, { has, keepsFile = false }) {
  let lisp = await start();
  let loaded = {};
  const restart = async () => {
    loaded = {};
    await lisp.end();
    lisp = await start();
  };
  const ask = async (task) => {
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, PATIENCE);
    });
    const answer = await Promise.race([lisp.ask(task), late]);
    clearTimeout(timer);
    if (answer !== undefined) return answer;
    await restart();
    return { problem: `no answer within ${PATIENCE / 1000} s` };
  };
  return {
    has,
    async refresh() {
      if (!keepsFile) await restart();
    },
    async load(file) {
      if (loaded.file === file) return loaded.answer;
      if (keepsFile) await restart();
      const answer = await ask({ kind: "load", text: readFileSync(file, "utf8") });
      loaded = { file, answer };
      return answer;
    },
    run: (name, times) => ask({ kind: "run", name, times }),
    value: (name) => ask({ kind: "value", name }),
    evaluate: (text) => ask({ kind: "evaluate", text }),
    close: () => lisp.end(),
  };
}

/** A file beside this one as a thread. */
async function thread(file) {
  // Stock JSCL tells of each of its files.
  const worker = new Worker(new URL(file, import.meta.url), { stdout: true });
  await once(worker, "message");
  let failed;
  worker.on("error", (error) => {
    failed = { problem: error.message };
  });
  const ask = async (task) => {
    if (failed) return failed;
    worker.postMessage(task);
    const [answer] = await once(worker, "message").catch(() => [failed]);
    return answer;
  };
  return { ask, end: () => worker.terminate() };
}

/** A file of tests/bench/pages as a Worker of that page, which has one. */
async function workerOf(page, file) {
  await page.evaluate(async (url) => {
    const worker = new Worker(url, { type: "module" });
    const answer = () =>
      new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => resolve({ problem: message });
      });
    globalThis.askWorker = (task) => {
      const answered = answer();
      if (task !== null) worker.postMessage(task);
      return answered;
    };
    globalThis.endWorker = () => worker.terminate();
    await globalThis.askWorker(null);
  }, `/bench/${file}`);
  return {
    ask: (task) => page.evaluate((given) => globalThis.askWorker(given), task),
    end: () => page.evaluate(() => globalThis.endWorker()),
  };
}

/** Stock JSCL in a thread, or in a Worker of a page. */
export const startStockInNode = () => tasked(() => thread("stock-thread.mjs"), { keepsFile: true });
export const startStockInPage = (page) => tasked(() => workerOf(page, "stock-lisp.js"), { keepsFile: true });

/** What a person wrote in JavaScript, in a thread, or in a Worker of a page. */
export const startByHandInNode = () => tasked(() => thread("by-hand-thread.mjs"), { has: isWrittenByHand });
export const startByHandInPage = (page) =>
  tasked(() => workerOf(page, "by-hand.js"), { has: isWrittenByHand });

export const isWrittenByHand = (name) => Object.hasOwn(byHand, name);
