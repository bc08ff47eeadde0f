import type { LispServerOptions, LispServer as Server } from "../../jscl-bridge/index.js";
import { openBlank } from "./support/made-pages.js";
import { expect, test } from "./support/test.js";

test.use({ cold: true });

// The public package as another's page would use it: a blank page of the same origin that imports it.

type Package = { LispServer: typeof Server };

declare global {
  /** Put into the page by the tests below. */
  var lispPackage: Package;
  var ask: (
    port: MessagePort,
    name: string,
    args: Record<string, unknown>,
  ) => Promise<Record<string, unknown>>;
}

test.beforeEach(async ({ page }) => {
  await openBlank(page);
  await page.evaluate(async () => {
    const address = new URL("/jscl-mcp.js", location.href).href;
    globalThis.lispPackage = await import(address);
    let id = 0;
    globalThis.ask = (port, name, args) =>
      new Promise((resolve) => {
        const mine = ++id;
        port.addEventListener("message", ({ data }) => {
          if (data.id === mine) resolve(data.result);
        });
        port.start();
        port.postMessage({
          jsonrpc: "2.0",
          id: mine,
          method: "tools/call",
          params: { name, arguments: args },
        });
      });
  });
});

for (const mode of ["worker", "page"] as const) {
  test(`a ${mode}'s image: boot, evaluate, deadline, reset, close`, async ({ page }) => {
    const seen = await page.evaluate(async (mode) => {
      const steps: number[] = [];
      const options: LispServerOptions = { mode, onBoot: ({ done, total }) => steps.push(done / total) };
      const server = await globalThis.lispPackage.LispServer.start(options);
      const first = server.ready;
      const port = server.connect();
      const value = async (code: string) =>
        (await globalThis.ask(port, "evaluate-lisp", { code, detail: "full" }))[
          "structuredContent"
        ] as Record<string, unknown>;
      const early = (await value("(defvar *x* 1) (+ 1 2)"))["values"];
      const { lisp, bootMs } = await first;
      await globalThis.ask(port, "configure-limits", { timeout: 0.5 });
      const endless = (await value("(loop)"))["status"];
      const after = (await value("*x*"))["values"];
      await globalThis.ask(port, "reset-session", {});
      const isNew = server.ready !== first;
      const gone = (await value("(boundp '*x*)"))["values"];
      server.close();
      const refused = (() => {
        try {
          server.connect();
        } catch (error) {
          return String(error);
        }
        return "";
      })();
      return { early, lisp, bootMs, endless, after, isNew, gone, refused, steps };
    }, mode);
    expect(seen).toMatchObject({
      early: ["3"],
      endless: "timeout",
      after: ["1"],
      isNew: true,
      gone: ["NIL"],
      refused: "Error: This LispServer is closed.",
    });
    expect(seen.lisp.length).toBeGreaterThan(0);
    expect(seen.bootMs).toBeGreaterThan(0);
    expect(seen.steps[0]).toBe(0);
    expect(Math.max(...seen.steps)).toBeLessThan(1);
  });
}

for (const mode of ["worker", "page"] as const) {
  test(`a ${mode}'s stack holds deep recursion, and says when it is exhausted`, async ({ page }) => {
    const seen = await page.evaluate(async (mode) => {
      const server = await globalThis.lispPackage.LispServer.start({ mode });
      const port = server.connect();
      const evaluate = async (code: string) =>
        (await globalThis.ask(port, "evaluate-lisp", { code, detail: "full" }))[
          "structuredContent"
        ] as Record<string, unknown>;
      const deep = await evaluate("(defun r (n) (if (= n 0) 0 (1+ (r (1- n))))) (list (r 10000) (r 25000))");
      const wide = await evaluate(
        "(defun count-up (n limit) (if (= n limit) nil (cons n (count-up (1+ n) limit)))) (length (count-up 0 15000))",
      );
      const endless = await evaluate("(defun inf (n) (+ 1 (inf n))) (inf 1)");
      const after = await evaluate("(r 100)");
      server.close();
      return {
        deep: deep["values"],
        wide: wide["values"],
        endless: endless["error"],
        after: after["values"],
      };
    }, mode);
    expect(seen).toMatchObject({
      deep: ["(10000 25000)"],
      wide: ["15000"],
      endless: { type: "CONTROL-STACK-EXHAUSTED" },
      after: ["100"],
    });
  });
}

test("Lisp on the page's thread reaches the page", async ({ page }) => {
  const values = await page.evaluate(async () => {
    const server = await globalThis.lispPackage.LispServer.start({ mode: "page", grants: { dom: true } });
    const read = await globalThis.ask(server.connect(), "evaluate-lisp", { code: "#j:document:title" });
    server.close();
    return read["structuredContent"];
  });
  expect(values).toMatchObject({ values: ['"blank"'] });
});

test("a server without its WebAssembly file does not start, and says which", async ({ page }) => {
  const message = await page.evaluate(() =>
    globalThis.lispPackage.LispServer.start({ assets: "/nowhere/" }).then(
      () => "started",
      (error) => String(error),
    ),
  );
  expect(message).not.toBe("started");
  expect(message).toContain("Error");
});

test("an image that cannot start is told to clients, and the server answers on", async ({ page }) => {
  await page.route("**/jscl.js", (route) => route.fulfill({ status: 404 }));
  const seen = await page.evaluate(async () => {
    const server = await globalThis.lispPackage.LispServer.start();
    const port = server.connect();
    const ready = await server.ready.then(
      () => "ready",
      (error: Error) => error.message,
    );
    const answer = await globalThis.ask(port, "evaluate-lisp", { code: "1" });
    server.close();
    return { ready, isError: answer["isError"], text: JSON.stringify(answer["content"]) };
  });
  expect(seen.ready).not.toBe("ready");
  expect(seen.isError).toBe(true);
  expect(seen.text).toMatch(/could not be started/);
});

test("a page whose policy forbids Workers is told so by the server", async ({ page }) => {
  await page.route("**/strict", (route) =>
    route.fulfill({
      headers: { "content-type": "text/html", "content-security-policy": "worker-src 'none'" },
      body: "<title>strict</title>",
    }),
  );
  await page.goto("/strict");
  const text = await page.evaluate(async () => {
    const address = new URL("/jscl-mcp.js", location.href).href;
    const { LispServer }: Package = await import(address);
    const server = await LispServer.start();
    const port = server.connect();
    return new Promise<string>((resolve) => {
      port.onmessage = ({ data }) => resolve(data.result.content[0].text);
      const params = { name: "evaluate-lisp", arguments: { code: "1" } };
      port.postMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    });
  });
  expect(text).toContain("could not be started");
});

test("origins given to a server replace the page's own", async ({ page }) => {
  const answered = await page.evaluate(async () => {
    const server = await globalThis.lispPackage.LispServer.start({ origins: ["https://elsewhere.example"] });
    const { port1, port2 } = new MessageChannel();
    window.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, location.origin, [port2]);
    const answer = new Promise<boolean>((resolve) => {
      port1.onmessage = () => resolve(true);
      setTimeout(() => resolve(false), 1000);
    });
    port1.postMessage({ jsonrpc: "2.0", id: 1, method: "ping" });
    const heard = await answer;
    server.close();
    return heard;
  });
  expect(answered).toBe(false);
});
