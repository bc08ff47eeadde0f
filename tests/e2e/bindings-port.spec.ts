import type { Frame, Page } from "@playwright/test";
import { made } from "./support/made-pages.js";
import { expect, test } from "./support/test.js";
import { foreign, frameOf, makePages, reload, serve, serving } from "./support/windows.js";

let site: string;
let other: string;

test.beforeEach(async ({ baseURL }) => {
  site = new URL(baseURL ?? "").origin;
  other = foreign(site);
  await makePages({
    around: frameOf(made("served", site)),
    "around-empty": frameOf(made("empty", site)),
    empty: "",
    served: serving({ origins: [other] }),
  });
});

type Heard = { result?: { content?: [{ text: string }]; structuredContent?: unknown } };
type Ask = (name: string, args: Record<string, unknown>) => Promise<Heard>;

declare global {
  var askFrame: Ask;
}

/** Gives the page `ask`, over a port to its frame, by the messages of the public interface alone. */
async function invite(page: Page): Promise<void> {
  await page.evaluate((target) => {
    const { port1, port2 } = new MessageChannel();
    window.frames[0]?.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, target, [port2]);
    let id = 0;
    const waiting = new Map<number, (heard: Heard) => void>();
    port1.onmessage = ({ data }) => waiting.get(data.id)?.(data);
    globalThis.askFrame = (name, args) =>
      new Promise((resolve) => {
        waiting.set(++id, resolve);
        const params = { name, arguments: args };
        port1.postMessage({ jsonrpc: "2.0", id, method: "tools/call", params });
      });
  }, site);
}

async function evaluate(page: Page, code: string): Promise<string> {
  const heard = await page.evaluate((given) => globalThis.askFrame("evaluate-lisp", { code: given }), code);
  return heard.result?.content?.[0].text ?? "";
}

/** Asks without waiting; what is returned says whether an answer has come since. */
async function ask(page: Page, code: string): Promise<() => Promise<boolean>> {
  const asked = await page.evaluateHandle((given) => {
    const state = { isAnswered: false };
    void globalThis.askFrame("evaluate-lisp", { code: given }).then(() => {
      state.isAnswered = true;
    });
    return state;
  }, code);
  return () => asked.evaluate(({ isAnswered }) => isAnswered);
}

async function openFramed(page: Page, name: string): Promise<Frame> {
  await page.goto(made(name, other));
  const frame = page.frames()[1];
  if (!frame) throw new Error("There is no frame.");
  await loaded(frame);
  return frame;
}

async function loaded(frame: Frame): Promise<void> {
  await frame.waitForFunction(() => globalThis.mcp);
  await frame.evaluate(() => (globalThis as { served?: Promise<number> }).served);
}

test("after a reload of the server's page its port is dead, and another is invited", async ({ page }) => {
  const frame = await openFramed(page, "around");
  await invite(page);
  expect(await evaluate(page, "(+ 1 2)")).toBe("=> 3");
  await reload(frame);
  await loaded(frame);
  // What is asked later is answered, so nothing is to come for what was asked before.
  const isAnswered = await ask(page, "(+ 1 2)");
  await invite(page);
  expect(await evaluate(page, "(+ 1 2)")).toBe("=> 3");
  expect(await isAnswered()).toBe(false);
});

test("what runs for a page ends with it, and the next one is served", async ({ page, context }) => {
  await page.goto(made("empty", site));
  const opened = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate((url) => void window.open(url, "client"), made("empty", site)),
  ]);
  const client = opened[0];
  await client.waitForFunction(() => globalThis.mcp);
  await serve(page, {});
  const attach = () =>
    client.evaluate((target) => {
      const { port1, port2 } = new MessageChannel();
      (window.opener as Window).postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, target, [port2]);
      const params = { name: "evaluate-lisp", arguments: { code: "(loop)" } };
      port1.postMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
      Object.assign(globalThis, { port1 });
    }, site);
  await attach();
  const state = async () =>
    page.evaluate(async () => {
      const { port1, port2 } = new MessageChannel();
      window.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, location.origin, [port2]);
      const answer = new Promise<string>((resolve) => {
        port1.onmessage = ({ data }) => resolve(data.result.structuredContent.sessions[0].state);
      });
      const params = { name: "list-sessions", arguments: {} };
      port1.postMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
      return answer;
    });
  await expect.poll(state).toBe("busy");
  await client.close();
  await expect.poll(state).toBe("idle");
  expect(context.pages()).toHaveLength(1);
});

test("a server that is closed closes its ports", async ({ page }) => {
  const frame = await openFramed(page, "around-empty");
  const stop = await serve(frame, { origins: [other] });
  await invite(page);
  expect(await evaluate(page, "(+ 1 2)")).toBe("=> 3");
  await stop();
  const isAnswered = await ask(page, "(+ 1 2)");
  await serve(frame, { origins: [other] });
  await invite(page);
  expect(await evaluate(page, "(+ 2 2)")).toBe("=> 4");
  expect(await isAnswered()).toBe(false);
});
