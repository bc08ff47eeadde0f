/**
 * The Lisps that `npm run bench:lisp` compares, each as
 * `{ load(file), run(name, times), evaluate(form), close() }` whose answers are `{ ms }` or `{ problem }`.
 * Times are taken where the Lisp runs: no message's way is in them.
 */
import { readFileSync } from "node:fs";
import { pageScript } from "./client.mjs";

/** Ours: the playground as it is shipped, its Lisp in a Worker, spoken to through the server. */
export async function startOurs(page) {
  await page.evaluate(pageScript);
  await page.evaluate(async () => {
    globalThis.ours = globalThis.lispClient();
    await globalThis.ours.initialized;
  });
  const evaluate = async (code) => {
    const { status, timing, error } = await page.evaluate(
      (text) => globalThis.ours.call("evaluate-lisp", { code: text, "capture-time": true }),
      code,
    );
    return status === "ok" ? { ms: timing.realMs } : { problem: error?.message ?? status };
  };
  return {
    load: (file) => evaluate(readFileSync(file, "utf8")),
    run: (name, times) => evaluate(`(${name} ${times})`),
    evaluate,
    close: () => {},
  };
}

/** Stock JSCL in a Worker of the same page. */
export async function startStock(page) {
  await page.evaluate(async () => {
    const worker = new Worker("/bench/stock-lisp.js", { type: "module" });
    const answer = () =>
      new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => resolve({ problem: message });
      });
    globalThis.askStock = (task) => {
      const answered = answer();
      if (task !== null) worker.postMessage(task);
      return answered;
    };
    await globalThis.askStock(null);
  });
  const ask = (task) => page.evaluate((t) => globalThis.askStock(t), task);
  return {
    load: (file) => ask({ kind: "load", text: readFileSync(file, "utf8") }),
    run: (name, times) => ask({ kind: "run", name, times }),
    evaluate: (text) => ask({ kind: "evaluate", text }),
    close: () => {},
  };
}
