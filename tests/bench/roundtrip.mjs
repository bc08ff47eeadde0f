/**
 * `evaluate-lisp "(+ 1 2)"` from a client's port through the page, the server and the Lisp Worker and back,
 * against a bare postMessage echo through the same hops: client's port → page → Worker → page → client's
 * port.
 */
import { chromium } from "@playwright/test";
import { pageScript } from "./lib/client.mjs";
import { printRatio, spread } from "./lib/stats.mjs";

const PAGES = 3;
const WARM_UP = 300;
const CALLS = 1000;
const AIM = 3;

export async function roundtrip({ url, executablePath }) {
  const browser = await chromium.launch({ executablePath });
  const all = { lisp: [], echo: [] };
  try {
    for (let round = 0; round < PAGES; round++) {
      const page = await browser.newPage();
      await page.goto(url);
      await page.evaluate(pageScript);
      const { lisp, echo } = await page.evaluate(measure, { warmUp: WARM_UP, calls: CALLS });
      all.lisp.push(...lisp);
      all.echo.push(...echo);
      await page.close();
    }
  } finally {
    await browser.close();
  }
  console.log(`evaluate-lisp "(+ 1 2)": ${spread(all.lisp, 3)}`);
  console.log(`bare echo:               ${spread(all.echo, 3)}`);
  printRatio("round trip, evaluate-lisp / echo", all.lisp, all.echo, AIM);
}

/** Runs in the page. The two alternate call by call, so that other load of the machine affects both alike. */
async function measure({ warmUp, calls }) {
  const { initialized, evaluate } = globalThis.lispClient();
  await initialized;
  const worker = new Worker("/bench/echo-worker.js");
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = ({ data }) => worker.postMessage(data);
  worker.onmessage = ({ data }) => port2.postMessage(data);
  let id = 0;
  const echo = () =>
    new Promise((resolve) => {
      port1.onmessage = resolve;
      const params = { name: "evaluate-lisp", arguments: { code: "(+ 1 2)" } };
      port1.postMessage({ jsonrpc: "2.0", id: ++id, method: "tools/call", params });
    });
  const times = { lisp: [], echo: [] };
  for (let call = 0; call < warmUp + calls; call++) {
    const start = performance.now();
    const text = await evaluate("(+ 1 2)");
    const middle = performance.now();
    await echo();
    const end = performance.now();
    if (text !== "=> 3") throw new Error(`(+ 1 2) was answered by ${text}`);
    if (call < warmUp) continue;
    times.lisp.push(middle - start);
    times.echo.push(end - middle);
  }
  worker.terminate();
  return times;
}
