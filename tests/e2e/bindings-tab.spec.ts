import { made } from "./support/made-pages.js";
import type { ClientKind } from "./support/page-clients.js";
import { OfficialClient } from "./support/session.js";
import { expect, test } from "./support/test.js";
import { makePages, problems, serve, serving } from "./support/windows.js";

const kinds: readonly ClientKind[] = ["auto", "legacy", "pinned", "sdk-1.32"];

test.beforeEach(async ({ page }) => {
  await makePages({
    empty: "",
    late: serving({ bindings: { tab: true } }, 500),
  });
  await page.goto(made("empty"));
});

for (const kind of kinds)
  test(`MCP-B's client in the same window, ${kind}`, async ({ page }) => {
    await serve(page, { bindings: { tab: true } });
    const client = await OfficialClient.connect(page, kind, { by: "tab" });
    expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
    expect((await client.evaluate("(/ 1 0)")).structuredContent).toMatchObject({ status: "error" });
    const { told } = await client.evaluateWithProgress(
      "(dotimes (i 3) (print i) (finish-output) (sleep 0.1))",
    );
    expect(told.length).toBeGreaterThan(0);
    expect(await problems(page)).toEqual([]);
  });

test("a client that began first connects when the server starts", async ({ page }) => {
  await page.goto(made("late"));
  const client = await OfficialClient.connect(page, "auto", { by: "tab" });
  expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
});

test("each channel is a client of its own", async ({ page }) => {
  await serve(page, { bindings: { tab: { channels: ["one", "two"] } } });
  const [one, two] = await Promise.all([
    OfficialClient.connect(page, "auto", { by: "tab", channel: "one" }),
    OfficialClient.connect(page, "legacy", { by: "tab", channel: "two" }),
  ]);
  const texts = await Promise.all(
    [0, 1, 2, 3].flatMap((n) => [one.evaluate(`(list :one ${n})`), two.evaluate(`(list :two ${n})`)]),
  );
  expect(texts.map(({ text }) => text)).toEqual(
    [0, 1, 2, 3].flatMap((n) => [`=> (:ONE ${n})`, `=> (:TWO ${n})`]),
  );
  expect(await problems(page)).toEqual([]);
});

test("a client that follows another on its channel is served, and hears nothing of it", async ({ page }) => {
  await serve(page, { bindings: { tab: true } });
  for (const kind of [...kinds, ...kinds]) {
    const client = await OfficialClient.connect(page, kind, { by: "tab" });
    expect((await client.evaluate(`(list "${kind}")`)).text).toBe(`=> ("${kind}")`);
    await client.close();
  }
  expect(await problems(page)).toEqual([]);
});

test("two clients that share a channel are reported", async ({ page }) => {
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await serve(page, { bindings: { tab: true } });
  const first = await OfficialClient.connect(page, "pinned", { by: "tab" });
  const running = first.evaluate("(sleep 2)");
  const second = await OfficialClient.connect(page, "pinned", { by: "tab" });
  await expect.poll(() => problems(page)).toEqual(["second-client"]);
  // Both count from the same number. The refusal reaches both, since nothing distinguishes them; so neither
  // takes the other's answer.
  const outcomes = await Promise.allSettled([running, second.evaluate("(list :second)")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await problems(page)).toEqual(["second-client", "repeated-id"]);
  expect(warnings.filter((text) => text.includes('channel "mcp-default"'))).not.toHaveLength(0);
});

test("a request with the id of one that is open is refused and reported", async ({ page }) => {
  await serve(page, { bindings: { tab: true } });
  const answers = await page.evaluate(async () => {
    const heard: Array<{ id?: number; error?: { code: number } }> = [];
    window.addEventListener("message", ({ data }) => {
      if (data?.direction === "server-to-client" && typeof data.payload === "object")
        heard.push(data.payload);
    });
    const call = (code: string) => ({ name: "evaluate-lisp", arguments: { code } });
    for (const code of ["(sleep 0.5)", "2"])
      window.postMessage(
        {
          channel: "mcp-default",
          type: "mcp",
          direction: "client-to-server",
          payload: { jsonrpc: "2.0", id: 1, method: "tools/call", params: call(code) },
        },
        location.origin,
      );
    while (heard.length < 2) await new Promise((resolve) => setTimeout(resolve, 50));
    return heard;
  });
  expect(answers[0]?.error?.code).toBe(-32600);
  expect(await problems(page)).toEqual(["repeated-id"]);
});

test("another server on the channel is reported, whichever was first", async ({ page }) => {
  const other = (channel: string) => page.evaluate((name) => globalThis.mcp.serveByOther(name), channel);
  await other("a");
  await serve(page, { bindings: { tab: { channels: ["a", "b"] } } });
  await other("b");
  await expect.poll(() => problems(page)).toEqual(["second-server"]);
  // The earlier server is noticed when it answers a client.
  await OfficialClient.connect(page, "pinned", { by: "tab", channel: "a" });
  await expect.poll(() => problems(page)).toEqual(["second-server", "second-server"]);
});

test("two servers of a page have channels of their own", async ({ page }) => {
  const stop = await serve(page, { bindings: { tab: true } });
  await expect(serve(page, { bindings: { tab: true } })).rejects.toThrow(/Another LispServer.*"mcp-default"/);
  await serve(page, { bindings: { tab: { channels: ["other"] } } });
  for (const channel of ["mcp-default", "other"]) {
    const client = await OfficialClient.connect(page, "auto", { by: "tab", channel });
    expect((await client.evaluate(`(boundp 'cl-user::*mine*)`)).text).toBe("=> NIL");
    await client.evaluate("(defvar cl-user::*mine* 1)");
  }
  await stop();
  await serve(page, { bindings: { tab: true } });
  expect(await problems(page)).toEqual([]);
});

test("a server that is closed says so, and one in its place is found", async ({ page }) => {
  const stop = await serve(page, { bindings: { tab: true } });
  const client = await OfficialClient.connect(page, "auto", { by: "tab" });
  await stop();
  await expect.poll(() => client.evaluate("1").catch(() => "closed")).toBe("closed");
  await serve(page, { bindings: { tab: true } });
  const again = await OfficialClient.connect(page, "auto", { by: "tab" });
  expect((await again.evaluate("(+ 1 2)")).text).toBe("=> 3");
});

test("after a reload of the page a new client is served", async ({ page }) => {
  for (let visit = 0; visit < 2; visit++) {
    await serve(page, { bindings: { tab: true } });
    const client = await OfficialClient.connect(page, "auto", { by: "tab" });
    expect((await client.evaluate("(boundp 'cl-user::*gone*)")).text).toBe("=> NIL");
    await client.evaluate("(defvar cl-user::*gone* 1)");
    await page.reload();
  }
});

test("what is no envelope of a client's costs nothing and harms nobody", async ({ page }) => {
  await serve(page, { bindings: { tab: true } });
  const client = await OfficialClient.connect(page, "auto", { by: "tab" });
  await page.evaluate(() => {
    const envelope = { channel: "mcp-default", type: "mcp", direction: "client-to-server" };
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    for (const data of [
      null,
      7,
      "mcp-check-ready",
      [],
      { type: "mcp" },
      { ...envelope, channel: 7, payload: {} },
      { ...envelope, channel: "other", payload: { jsonrpc: "2.0", id: 0, method: "ping" } },
      { ...envelope, direction: null, payload: "mcp-check-ready" },
      { ...envelope, payload: undefined },
      { ...envelope, payload: "x".repeat(2_000_000) },
      { ...envelope, payload: "mcp-of-tomorrow" },
      { ...envelope, payload: cyclic },
      { ...envelope, payload: 10n },
      { ...envelope, payload: { jsonrpc: "2.0", id: null, method: "ping" } },
      { ...envelope, payload: [] },
      { jsonrpc: "2.0", id: 1, method: "ping" },
    ])
      window.postMessage(data, "*");
    // An event that a script makes may name any origin and source.
    const payload = { jsonrpc: "2.0", id: "forged", method: "ping" };
    const forged = { data: { ...envelope, payload }, origin: location.origin, source: window };
    globalThis.dispatchEvent(new MessageEvent("message", forged));
  });
  expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
  expect(await problems(page)).toEqual([]);
});

test("bindings that are not understood are an error at the start", async ({ page }) => {
  const start = (bindings: unknown) => serve(page, { bindings } as never);
  await expect(start({ tabs: true })).rejects.toThrow(/bindings\.tabs/);
  await expect(start({ tab: { channels: "a" } })).rejects.toThrow(/bindings\.tab/);
  await expect(start({ app: 1 })).rejects.toThrow(/bindings\.app/);
});
