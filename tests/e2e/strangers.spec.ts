import type { Page } from "@playwright/test";
import { openBlank } from "./support/made-pages.js";
import { expect, test } from "./support/test.js";

// Strangers: windows that may not connect, clients that flood, a Worker that posts what it likes.

/** A page without a policy of its own, with a server and whatever frames it makes. */
async function blank(page: Page): Promise<void> {
  await openBlank(page);
}

test("an invitation counts when a window that is there sent it, of an origin that is admitted", async ({
  page,
}) => {
  await blank(page);
  const answers = await page.evaluate(async () => {
    const { LispServer } = await import(new URL("/jscl-mcp.js", location.href).href);
    await LispServer.start();
    const invitation = { channel: "jscl-mcp", type: "mcp-connect" };
    const answers: Record<string, boolean> = {};
    const ask = (name: string, send: (port: MessagePort) => void) =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        answers[name] = false;
        port1.onmessage = () => {
          answers[name] = true;
          resolve();
        };
        send(port2);
        port1.postMessage({ jsonrpc: "2.0", id: 1, method: "ping" });
      });
    /** A frame that sends the invitation with the port that it is given, and reports when it listens. */
    const frame = async (sandbox: string) => {
      const element = document.createElement("iframe");
      element.setAttribute("sandbox", sandbox);
      element.srcdoc = `<script>onmessage = ({ ports }) => { parent.postMessage(${JSON.stringify(invitation)}, "*", ports); parent.postMessage("sent", "*"); }</script>`;
      const loaded = new Promise((resolve) => element.addEventListener("load", resolve));
      document.body.append(element);
      await loaded;
      return element.contentWindow as Window;
    };
    const same = await frame("allow-scripts allow-same-origin");
    const opaque = await frame("allow-scripts");
    const two = () => [new MessageChannel().port1, new MessageChannel().port1];
    const own = (port: MessagePort) => window.postMessage(invitation, location.origin, [port]);
    const heardOpaque = new Promise<void>((resolve) =>
      window.addEventListener("message", ({ data, source }) => {
        if (source === opaque && data === "sent") resolve();
      }),
    );
    void ask("opaque", (port) => opaque.postMessage(0, "*", [port]));
    void ask("made", (port) => {
      const init = { data: invitation, ports: [port], origin: location.origin, source: window };
      window.dispatchEvent(new MessageEvent("message", init));
    });
    void ask("more", (port) => window.postMessage(invitation, location.origin, [port, ...two()]));
    void ask("malformed", (port) => window.postMessage({ ...invitation, type: 1 }, location.origin, [port]));
    await heardOpaque;
    // These are sent when all the others have come, and answered: nothing is to come for those any more.
    await ask("same", (port) => same.postMessage(0, "*", [port]));
    await ask("own", own);
    await ask("last", own);
    return answers;
  });
  expect(answers).toEqual({
    own: true,
    last: true,
    same: true,
    opaque: false,
    made: false,
    more: false,
    malformed: false,
  });
});

test("a flood of one client costs another little, and giant messages are answered by their ids", async ({
  freshLisp,
}) => {
  const seen = await freshLisp.page.evaluate(async () => {
    const attach = () => {
      const { port1, port2 } = new MessageChannel();
      window.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, location.origin, [port2]);
      return port1;
    };
    const flood = attach();
    const answers: Record<string, { error?: { message: string } }> = {};
    flood.onmessage = ({ data }) => {
      answers[data.id] = data;
    };
    flood.postMessage({
      jsonrpc: "2.0",
      id: "giant",
      method: "ping",
      params: { text: "x".repeat(17 * 2 ** 20) },
    });
    flood.postMessage({ jsonrpc: "2.0", id: "sparse", method: "ping", params: { list: new Array(2 ** 31) } });
    let shared: unknown = ["x"];
    for (let i = 0; i < 60; i++) shared = [shared, shared];
    flood.postMessage({ jsonrpc: "2.0", id: "shared", method: "ping", params: { shared } });
    for (let id = 0; id < 40_000; id++) flood.postMessage({ jsonrpc: "2.0", id, method: "ping", params: {} });
    const other = attach();
    const begun = performance.now();
    await new Promise((resolve) => {
      other.onmessage = resolve;
      other.postMessage({ jsonrpc: "2.0", id: 1, method: "ping" });
    });
    const waited = performance.now() - begun;
    const giants = ["giant", "sparse", "shared"];
    for (let tries = 0; tries < 100 && giants.some((id) => !(id in answers)); tries++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    const count = Object.values(answers);
    return {
      waited,
      giant: giants.map((id) => answers[id]?.error?.message ?? ""),
      refused: count.filter(({ error }) => error?.message.startsWith("Too many")).length,
    };
  });
  for (const message of seen.giant) expect(message).toContain("too long");
  expect(seen.waited).toBeLessThan(20_000);
  expect((await freshLisp.evaluate("(+ 1 2)")).text).toBe("=> 3");
});

test("whatever a Worker says, the server answers on", async ({ page }) => {
  await page.route("**/jscl-worker.js", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      headers: { "cross-origin-embedder-policy": "require-corp" },
      body: `const events = [
        null, 1, "x", [], {}, { kind: 1 }, { kind: "no such" }, { kind: "ready" }, { kind: "booting", step: {}, done: "a" },
        { kind: "completed", id: 1 }, { kind: "completed", id: 99, outcome: {} }, { kind: "output", id: 1, stream: "x", text: 1 },
        { kind: "output", id: 1, stream: "stdout", text: "x".repeat(1 << 22) }, { kind: "ready", lisp: "L", version: "1", bootMs: 1 },
        { kind: "completed", id: -1, outcome: null }, { kind: "completed", id: 1e300, outcome: [] },
        { kind: "__proto__" }, { kind: "died", reason: 7 }, new Map(), new Uint8Array(100),
      ];
      onmessage = () => { for (let i = 0; i < 20; i++) for (const event of events) postMessage(event); };`,
    }),
  );
  await blank(page);
  const seen = await page.evaluate(async () => {
    const address = new URL("/jscl-mcp.js", location.href).href;
    const { LispServer } = await import(address);
    const port = (await LispServer.start()).connect();
    const answers: { id: number; result?: { isError?: boolean } }[] = [];
    port.onmessage = ({ data }: MessageEvent) => answers.push(data);
    const params = { name: "evaluate-lisp", arguments: { code: "1" } };
    port.postMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    await new Promise((resolve) => setTimeout(resolve, 2000));
    port.postMessage({ jsonrpc: "2.0", id: 2, method: "ping" });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return answers;
  });
  expect(seen.filter(({ id }) => id === 2)).toHaveLength(1);
  expect(seen.filter(({ id }) => id === 1).length).toBeLessThanOrEqual(1);
  for (const answer of seen.filter(({ id }) => id === 1)) expect(answer.result?.isError).toBe(true);
});
