/**
 * `evaluate-lisp "(+ 1 2)"` in one session while another evaluates `(loop)`, against the same while the other
 * has nothing to do; and the time from `create-session` to the first answer of its Lisp.
 */
import { chromium } from "@playwright/test";
import { pageScript } from "./lib/client.mjs";
import { printRatio, spread } from "./lib/stats.mjs";

const WARM_UP = 300;
const CALLS = 500;
const CREATIONS = 5;
const AIM = 2;

export async function sessions({ url, executablePath }) {
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.evaluate(pageScript);
    const { idle, busy, created } = await page.evaluate(measure, {
      warmUp: WARM_UP,
      calls: CALLS,
      creations: CREATIONS,
    });
    console.log(`"(+ 1 2)", the other session idle:  ${spread(idle, 3)}`);
    console.log(`"(+ 1 2)", the other session loops: ${spread(busy, 3)}`);
    printRatio("round trip beside a loop / beside nothing", busy, idle, AIM);
    console.log(`create-session to its first answer: ${spread(created)}`);
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
async function measure({ warmUp, calls, creations }) {
  const { initialized, call, evaluate } = globalThis.lispClient();
  await initialized;
  const created = [];
  for (let round = 0; round < creations; round++) {
    const start = performance.now();
    const { session } = await call("create-session");
    const { values } = await call("evaluate-lisp", { code: "(+ 1 2)", session });
    if (values?.[0] !== "3") throw new Error(`(+ 1 2) was answered by ${values}`);
    created.push(performance.now() - start);
    await call("close-session", { session });
  }
  const { session } = await call("create-session", { timeout: 0 });
  await call("evaluate-lisp", { code: "1", session });
  const times = async (count) => {
    const taken = [];
    for (let turn = 0; turn < count; turn++) {
      const start = performance.now();
      await evaluate("(+ 1 2)");
      taken.push(performance.now() - start);
    }
    return taken;
  };
  await times(warmUp);
  const idle = await times(calls);
  const ended = call("evaluate-lisp", { code: "(loop)", session });
  const busy = await times(calls);
  await call("close-session", { session });
  await ended;
  return { idle, busy, created };
}
