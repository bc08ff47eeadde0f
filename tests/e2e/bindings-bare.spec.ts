import type { Frame, Page } from "@playwright/test";
import { made } from "./support/made-pages.js";
import type { ClientKind } from "./support/page-clients.js";
import { OfficialClient } from "./support/session.js";
import { expect, test } from "./support/test.js";
import { foreign, frameOf, makePages, problems, reload, serve } from "./support/windows.js";

const kinds: readonly ClientKind[] = ["auto", "legacy", "pinned", "sdk-1.32"];

let site: string;
let other: string;

test.beforeEach(async ({ baseURL }) => {
  site = new URL(baseURL ?? "").origin;
  other = foreign(site);
  await makePages({ around: frameOf(made("empty", site)), empty: "" });
});

async function openFramed(page: Page, origin: string): Promise<Frame> {
  await page.goto(made("around", origin));
  const frame = page.frames()[1];
  if (!frame) throw new Error("There is no frame.");
  await frame.waitForFunction(() => globalThis.mcp);
  return frame;
}

/** Has a page open another, in which a server is to be. */
async function openWindow(page: Page, address: string): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await page.evaluate((target) => {
    globalThis.opened = window.open(target);
  }, address);
  const opened = await opening;
  await opened.waitForFunction(() => globalThis.mcp);
  return opened;
}

for (const kind of kinds)
  test(`bare messages of the window around and of the opener, ${kind}`, async ({ page }) => {
    for (const origin of [site, other]) {
      const frame = await openFramed(page, origin);
      await serve(frame, { origins: [site, other], bindings: { bare: true } });
      const inFrame = await OfficialClient.connect(page, kind, { by: "bare", origin: site });
      expect((await inFrame.evaluate("(+ 1 2)")).text).toBe("=> 3");
      expect(await problems(frame)).toEqual([]);

      const opened = await openWindow(page, made("empty", site));
      await serve(opened, { origins: [site, other], bindings: { bare: ["opener"] } });
      const reach = { by: "bare", origin: site, to: "opened" } as const;
      const opener = await OfficialClient.connect(page, kind, reach);
      expect((await opener.evaluate("(+ 2 2)")).text).toBe("=> 4");
      expect(await problems(opened)).toEqual([]);
      await opened.close();
    }
  });

/** The messages that a page receives from a window after it has posted it these. */
function exchange(page: Page, messages: readonly unknown[], to: "frame" | "opened", count: number) {
  return page.evaluate(
    async ([posted, which, wanted]) => {
      const target = which === "frame" ? window.frames[0] : globalThis.opened;
      const heard: Record<string, unknown>[] = [];
      window.addEventListener("message", ({ data, source }) => {
        if (source === target) heard.push(data);
      });
      for (const message of posted) target?.postMessage(message, "*");
      for (let wait = 0; wait < 100 && heard.length < wanted; wait++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      await new Promise((resolve) => setTimeout(resolve, 100));
      return heard;
    },
    [messages, to, count] as const,
  );
}

test("tools are listed and called without any handshake", async ({ page }) => {
  const frame = await openFramed(page, other);
  await serve(frame, { origins: [other], bindings: { bare: true } });
  const params = { name: "evaluate-lisp", arguments: { code: "(+ 1 2)" } };
  const [listed, called] = await exchange(
    page,
    [
      { jsonrpc: "2.0", id: 1, method: "tools/list" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params },
    ],
    "frame",
    2,
  );
  expect(listed).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
  expect(called).toMatchObject({ id: 2, result: { content: [{ text: "=> 3" }] } });
});

test("what is malformed is answered without an id, what is not JSON-RPC not at all", async ({ page }) => {
  const frame = await openFramed(page, other);
  await serve(frame, { origins: [other], bindings: { bare: true } });
  const heard = await exchange(
    page,
    [
      null,
      "ping",
      7,
      { jsonrpc: "1.0", id: 1, method: "ping" },
      { method: "ping", id: 1 },
      [1, 2],
      { jsonrpc: "2.0", id: {}, method: 7 },
      { jsonrpc: "2.0", id: 3, method: "ping" },
    ],
    "frame",
    2,
  );
  expect(heard.map((message) => [message["id"], "error" in message])).toEqual([
    [undefined, true],
    [3, false],
  ]);
});

test("an origin that is not admitted, and a window that was not named, are not heard", async ({ page }) => {
  const ping = [{ jsonrpc: "2.0", id: 1, method: "ping" }];
  const frame = await openFramed(page, other);
  const stop = await serve(frame, { bindings: { bare: true } });
  expect(await exchange(page, ping, "frame", 1)).toEqual([]);
  expect(await problems(frame)).toEqual(["refused-origin"]);
  await stop();
  await serve(frame, { origins: [other], bindings: { bare: ["opener"] } });
  expect(await exchange(page, ping, "frame", 1)).toEqual([]);
  await frame.evaluate(() => undefined);
  expect(await problems(frame)).toEqual(["refused-origin"]);
});

test("an opener that is loaded anew is another client, whose ids are its own", async ({ page }) => {
  await page.goto(made("empty", site));
  const opened = await openWindow(page, made("empty", site));
  await opened.evaluate(() => {
    window.name = "lisp";
  });
  await serve(opened, { bindings: { bare: true } });
  const sleep = { name: "evaluate-lisp", arguments: { code: "(loop)" } };
  await page.evaluate((params) => {
    globalThis.opened?.postMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, location.origin);
  }, sleep);
  await opened.waitForTimeout(300);
  await page.reload();
  await page.waitForFunction(() => globalThis.mcp);
  await page.evaluate(() => {
    globalThis.opened = window.open("", "lisp");
  });
  // The loop has ended with the page that asked for it, so its id is free and Lisp is.
  const params = { name: "evaluate-lisp", arguments: { code: "(+ 1 2)" } };
  const heard = await exchange(page, [{ jsonrpc: "2.0", id: 1, method: "tools/call", params }], "opened", 1);
  expect(heard).toMatchObject([{ id: 1, result: { content: [{ text: expect.stringMatching(/=> 3$/) }] } }]);
  expect(await problems(opened)).toEqual([]);
});

test("of an opener of another origin, whoever initializes is another client", async ({ page }) => {
  await page.goto(made("empty", other));
  const opened = await openWindow(page, made("empty", site));
  await serve(opened, { origins: [other], bindings: { bare: true } });
  const initialize = {
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  };
  const loop = { name: "evaluate-lisp", arguments: { code: "(loop)" } };
  const sum = { name: "evaluate-lisp", arguments: { code: "(+ 1 2)" } };
  const first = [initialize, { jsonrpc: "2.0", id: 1, method: "tools/call", params: loop }];
  expect(await exchange(page, first, "opened", 1)).toHaveLength(1);
  const second = [initialize, { jsonrpc: "2.0", id: 1, method: "tools/call", params: sum }];
  const heard = await exchange(page, second, "opened", 2);
  const text = expect.stringMatching(/=> 3$/);
  expect(heard).toMatchObject([{ id: 0 }, { id: 1, result: { content: [{ text }] } }]);
  expect(await problems(opened)).toEqual([]);
});

test("answers do not go to another origin that the opener has gone to", async ({ page }) => {
  await page.goto(made("empty", other));
  const opened = await openWindow(page, made("empty", site));
  await opened.evaluate(() => {
    window.name = "lisp";
  });
  await serve(opened, { origins: [other], bindings: { bare: true } });
  await page.evaluate(() => {
    const params = { name: "evaluate-lisp", arguments: { code: "(sleep 2)" } };
    globalThis.opened?.postMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, "*");
  });
  await opened.waitForTimeout(300);
  await page.goto(made("empty", site));
  const heard = await page.evaluate(async () => {
    const heard: unknown[] = [];
    window.addEventListener("message", ({ data }) => heard.push(data));
    await new Promise((resolve) => setTimeout(resolve, 2500));
    return heard;
  });
  expect(heard).toEqual([]);
});

test("a modern client goes on when its frame is loaded anew", async ({ page }) => {
  const frame = await openFramed(page, other);
  const options = { origins: [other], bindings: { bare: true } };
  await serve(frame, options);
  const client = await OfficialClient.connect(page, "pinned", { by: "bare", origin: site });
  expect((await client.evaluate("(defvar cl-user::*here* 1)")).text).toContain("*HERE*");
  await reload(frame);
  await serve(frame, options);
  expect((await client.evaluate("(boundp 'cl-user::*here*)")).text).toBe("=> NIL");
});
