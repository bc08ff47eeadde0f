import type { Page } from "@playwright/test";
import type { LispServerOptions, LispServer as Server } from "../../jscl-bridge/index.js";
import { openBlank } from "./support/made-pages.js";
import { expect, test } from "./support/test.js";

// Evaluations that are cancelled, in a page that shares memory with its Workers and in one that must not.

type Answer = { id: number; result?: { structuredContent: { status: string; values: string[] } } };

/** The part of a test that runs in the page, over one port of a server of its own. */
type Tools = {
  /** Posts a call of evaluate-lisp; answers its id. */
  start: (code: string, more?: object) => number;
  /** Posts a call of another tool. */
  call: (name: string, args: object) => number;
  cancel: (id: number) => void;
  /** The answer to a request, once it comes. */
  answer: (id: number) => Promise<Answer>;
  /** Which requests were answered so far. */
  answered: () => number[];
  pause: (ms: number) => Promise<void>;
};

declare global {
  var openLisp: (options?: LispServerOptions) => Promise<Tools>;
}

const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

async function openPage(page: Page, isolated: boolean): Promise<void> {
  await openBlank(page, isolated ? ISOLATION : {});
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(isolated);
  await page.evaluate(async () => {
    const address = new URL("/jscl-mcp.js", location.href).href;
    const { LispServer } = (await import(address)) as { LispServer: typeof Server };
    globalThis.openLisp = async (options) => {
      const server = await LispServer.start(options);
      const port = server.connect();
      const answers = new Map<number, Answer>();
      const waiting = new Map<number, (answer: Answer) => void>();
      port.onmessage = ({ data }) => {
        answers.set(data.id, data);
        waiting.get(data.id)?.(data);
      };
      await server.ready;
      let last = 0;
      const call = (name: string, args: object) => {
        last += 1;
        const params = { name, arguments: args };
        port.postMessage({ jsonrpc: "2.0", id: last, method: "tools/call", params });
        return last;
      };
      return {
        start: (code, more) => call("evaluate-lisp", { code, ...more }),
        call,
        cancel: (requestId) =>
          port.postMessage({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } }),
        answer: (id) =>
          new Promise((resolve) => {
            const answer = answers.get(id);
            if (answer) resolve(answer);
            else waiting.set(id, resolve);
          }),
        answered: () => [...answers.keys()],
        pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      };
    };
  });
}

test("a running evaluation ends when it is cancelled, and its session goes on", async ({ page }) => {
  await openPage(page, true);
  const seen = await page.evaluate(async () => {
    const { start, cancel, answer, answered, pause } = await globalThis.openLisp();
    // With all that the next program waits for, so that it runs when it is cancelled.
    await answer(start("(defvar *kept* 0) (unwind-protect (dotimes (i 9)) (setq *kept* 1))"));
    const endless = start("(unwind-protect (loop) (setq *kept* 2))");
    const waiting = start("(list :waited *kept*)");
    const dropped = start("(setq *kept* 3)");
    cancel(dropped);
    await pause(300);
    const before = performance.now();
    cancel(endless);
    const next = await answer(waiting);
    const tookMs = performance.now() - before;
    const last = await answer(start("*kept*"));
    return { next, last, tookMs, unanswered: [endless, dropped].filter((id) => !answered().includes(id)) };
  });
  expect(seen.next.result?.structuredContent.values).toEqual(["(:WAITED 2)"]);
  expect(seen.last.result?.structuredContent.values).toEqual(["2"]);
  expect(seen.unanswered).toHaveLength(2);
  // A new image would take longer than that grace alone.
  expect(seen.tookMs).toBeLessThan(1500);
});

test.describe("where a service worker is allowed", () => {
  test.use({ serviceWorkers: "allow" });

  test("without shared memory any evaluation is cancelled, and nothing is lost", async ({ page }) => {
    await openPage(page, false);
    const seen = await page.evaluate(async () => {
      const { start, call, cancel, answer, answered, pause } = await globalThis.openLisp();
      const hold = { "on-error": "hold" };
      await answer(start("(defvar *kept* nil) (defun answer () *unbound*)"));
      // With all that the program to cancel waits for, so that it runs then.
      await answer(start("(unwind-protect (dotimes (i 9)) (push :computed *kept*))"));
      await answer(start("(list (answer))", hold));
      const endless = start("(unwind-protect (loop) (push :cleaned *kept*))");
      await pause(700);
      const before = performance.now();
      cancel(endless);
      const next = await answer(start("*kept*"));
      const tookMs = performance.now() - before;
      const held = await answer(call("invoke-restart", { restart: "USE-VALUE", values: ["7"] }));
      return { next, held, tookMs, answered: answered().includes(endless) };
    });
    expect(seen.next.result?.structuredContent.values).toEqual(["(:CLEANED :COMPUTED)"]);
    expect(seen.held.result?.structuredContent.values).toEqual(["(7)"]);
    expect(seen.answered).toBe(false);
    expect(seen.tookMs).toBeLessThan(1500);
  });
});

test("a cancellation that comes too late ends nothing else", async ({ page }) => {
  await openPage(page, true);
  const values = await page.evaluate(async () => {
    const { start, cancel, answer } = await globalThis.openLisp();
    const seen: unknown[] = [];
    for (let i = 0; i < 20; i++) {
      const quick = start("(dotimes (i 10000) i)");
      const next = start("(loop for i below 100000 sum i)");
      await answer(quick);
      cancel(quick);
      seen.push((await answer(next)).result?.structuredContent.values[0]);
    }
    return [...new Set(seen)];
  });
  expect(values).toEqual(["4999950000"]);
});

test("without shared memory the watchdog ends a cancelled evaluation", async ({ page }) => {
  await openPage(page, false);
  const seen = await page.evaluate(async () => {
    const { start, cancel, answer, answered, pause } = await globalThis.openLisp();
    const endless = start("(loop)");
    const next = start("(+ 1 2)");
    await pause(200);
    cancel(endless);
    return { next: await answer(next), answered: answered(), endless };
  });
  expect(seen.next.result?.structuredContent).toMatchObject({ status: "ok", values: ["3"] });
  expect(seen.answered).not.toContain(seen.endless);
});

test("without shared memory a cancelled evaluation that ends by itself costs nothing", async ({ page }) => {
  await openPage(page, false);
  const values = await page.evaluate(async () => {
    const { start, cancel, answer, pause } = await globalThis.openLisp();
    const short = start("(defvar *kept* 1) (dotimes (i 2000000) i)");
    await pause(50);
    cancel(short);
    return (await answer(start("*kept*"))).result?.structuredContent.values;
  });
  expect(values).toEqual(["1"]);
});

test("on the page's thread what waits is cancelled", async ({ page }) => {
  await openPage(page, true);
  const seen = await page.evaluate(async () => {
    const { start, cancel, answer, answered } = await globalThis.openLisp({ mode: "page" });
    const first = start("(defvar *touched* nil)");
    const dropped = start("(setq *touched* t)");
    cancel(dropped);
    await answer(first);
    return { touched: await answer(start("*touched*")), dropped: answered().includes(dropped) };
  });
  expect(seen.touched.result?.structuredContent.values).toEqual(["NIL"]);
  expect(seen.dropped).toBe(false);
});
