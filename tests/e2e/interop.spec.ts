import type { Page } from "@playwright/test";
import { KINDS, type Kind } from "../interop/clients.js";
import { expected } from "../interop/expected.js";
import type { Way } from "../interop/in-page.js";
import { interopScript } from "./support/bundle.js";
import { made } from "./support/made-pages.js";
import type { ClientKind } from "./support/page-clients.js";
import { OfficialClient } from "./support/session.js";
import { expect, test } from "./support/test.js";
import { foreign, frameOf, makePages, problems, serve } from "./support/windows.js";

/** Each way the SDKs have of settling on a version; which version that is matters nothing to a binding. */
const MODES: readonly Kind[] = ["auto", "pinned", "legacy", "sdk-1.32"];

/** Two ways, for a page that is reached by several bindings; `INTEROP=all` walks all ways. */
const pair = (first: Kind, second: Kind): readonly Kind[] =>
  process.env["INTEROP"] === "all" ? MODES : [first, second];

// By which the Lisp of a page without headers waits.
test.use({ serviceWorkers: "allow" });

let site: string;
let other: string;

test.beforeEach(async ({ baseURL }) => {
  site = new URL(baseURL ?? "").origin;
  other = foreign(site);
  await makePages({ around: frameOf(made("empty", site)), empty: "" });
});

let walks = 0;

/** Has every kind of client walk through a server that a page reaches so, one after the other. */
async function walkAll(page: Page, way: Way, kinds: readonly Kind[] = MODES): Promise<void> {
  await page.evaluate(await interopScript());
  for (const kind of kinds) {
    const own = `walk-${++walks}`;
    const plan = [kind, way, own] as const;
    const found = await page.evaluate((given) => globalThis.interop.walk(...given), plan);
    expect(found, kind).toEqual(expected(kind, own, new URL(page.url()).pathname === "/"));
  }
}

test("a port, in the page", async ({ page }) => {
  test.slow();
  await page.goto("/");
  await walkAll(page, { by: "port", to: "self" }, KINDS);
});

test("a port, to the window that a page has opened", async ({ page }) => {
  await page.goto(made("empty", other));
  const opening = page.waitForEvent("popup");
  await page.evaluate(
    (address) => {
      globalThis.opened = window.open(address);
    },
    made("empty", site),
  );
  const opened = await opening;
  await opened.waitForFunction(() => globalThis.mcp);
  await serve(opened, { origins: [other], bindings: { bare: ["opener"] } });
  await walkAll(page, { by: "port", to: "opened" }, pair("pinned", "legacy"));
  await walkAll(page, { by: "bare", origin: site, to: "opened" }, pair("auto", "sdk-1.32"));
  expect(await problems(opened)).toEqual([]);
});

test("MCP-B's envelope, in the page", async ({ page }) => {
  await page.goto(made("empty", site));
  await serve(page, { bindings: { tab: true } });
  await walkAll(page, { by: "tab" });
  expect(await problems(page)).toEqual([]);
});

for (const where of ["same", "another"] as const)
  test(`a frame, from ${where === "same" ? "its own" : "another"} origin`, async ({ page }) => {
    test.slow();
    const origin = where === "same" ? site : other;
    await page.goto(made("around", origin));
    const frame = page.frames()[1];
    if (!frame) throw new Error("There is no frame.");
    await frame.waitForFunction(() => globalThis.mcp);
    await serve(frame, { origins: [origin], bindings: { frame: true, bare: ["parent"] } });
    if (origin === site) await walkAll(page, { by: "port", to: "frame" }, pair("auto", "sdk-1.32"));
    await walkAll(page, { by: "frame", origin: site }, pair("pinned", "legacy"));
    await walkAll(page, { by: "bare", origin: site }, pair("auto", "sdk-1.32"));
    expect(await problems(frame)).toEqual([]);
  });

test("both eras at once on one connection", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(await interopScript());
  expect(await page.evaluate(() => globalThis.interop.bothEras())).toEqual({
    texts: ["=> (0)", "=> (1)", "=> (2)", "=> (3)"],
    versions: ["2025-11-25", "2026-07-28"],
  });
});

test("all kinds of client at once, none in the way of another", async ({ serverPage: page }) => {
  const clients = await Promise.all(MODES.map((kind) => OfficialClient.connect(page, kind as ClientKind)));
  const rounds = [0, 1, 2];
  const texts = await Promise.all(
    rounds.flatMap((round) =>
      clients.map(async (client, index) => (await client.evaluate(`(list ${index} ${round})`)).text),
    ),
  );
  expect(texts).toEqual(rounds.flatMap((round) => clients.map((_, index) => `=> (${index} ${round})`)));
});

test("a client of 2025-03-26 sends batches and gets batches", async ({ serverPage: page }) => {
  const answers = await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    window.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, location.origin, [port2]);
    const heard: unknown[] = [];
    const next = (message: unknown) =>
      new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(heard.push(data));
        port1.postMessage(message);
      });
    const clientInfo = { name: "raw", version: "1" };
    const params = { protocolVersion: "2025-03-26", capabilities: {}, clientInfo };
    await next({ jsonrpc: "2.0", id: 0, method: "initialize", params });
    const call = (id: number, code: string) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "evaluate-lisp", arguments: { code } },
    });
    await next([
      { jsonrpc: "2.0", method: "notifications/initialized" },
      call(1, "(list 1)"),
      { jsonrpc: "2.0", id: 2, method: "ping" },
      { jsonrpc: "2.0", id: 3, method: "no/such" },
      // Long enough, both ways, for what crosses the server's boundary beside its JSON elsewhere.
      call(4, `(format nil "~A" "${"é".repeat(3000)}")`),
    ]);
    return heard;
  });
  const batch = answers[1] as Array<{ id: number; result?: { content?: Array<{ text: string }> } }>;
  const byId = new Map(batch.map((answer) => [answer.id, answer]));
  expect([...byId.keys()].sort()).toEqual([1, 2, 3, 4]);
  expect(byId.get(1)).toMatchObject({ result: { content: [{ text: "=> (1)" }] } });
  expect(byId.get(2)).toMatchObject({ result: {} });
  expect(byId.get(3)).toMatchObject({ error: { code: -32601 } });
  expect(byId.get(4)?.result?.content?.[0]?.text).toBe(`=> "${"é".repeat(3000)}"`);
});
