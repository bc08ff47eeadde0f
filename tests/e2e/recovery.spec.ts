import { LispSession } from "./support/session.js";
import { addClients, expect, test } from "./support/test.js";

test("a server that traps answers all that was asked, and goes on with its Lisp", async ({ page }) => {
  await page.addInitScript(() => {
    // The server's own exports, so that one message makes it trap as a fault in it would.
    const { instantiate } = WebAssembly;
    const load = async (module: WebAssembly.Module, imports?: WebAssembly.Imports) => {
      const instance = await instantiate(module, imports);
      const exports: Record<string, unknown> = { ...instance.exports };
      const real = exports["server_clientMessage"] as (...args: unknown[]) => unknown;
      exports["server_clientMessage"] = (...args: unknown[]) => {
        if (args[1] === Reflect.get(globalThis, "trapFor")) throw new WebAssembly.RuntimeError("unreachable");
        return real(...args);
      };
      return { instance: { exports }, module };
    };
    Object.assign(WebAssembly, { instantiate: load });
  });
  await page.goto("/");
  await addClients(page);
  const lisp = await LispSession.open(page);
  await lisp.evaluate("(defvar *kept* 42)");
  await lisp.tool("configure-limits", { timeout: 2 });
  await lisp.tool("create-session", { session: "other" });
  const running = lisp.request("tools/call", { name: "evaluate-lisp", arguments: { code: "(loop)" } });
  const waiting = lisp.request("tools/call", { name: "evaluate-lisp", arguments: { code: "2" } });
  await expect
    .poll(() => lisp.tool("list-sessions").then(({ text }) => text))
    .toContain("main: busy, 1 waiting");

  const trapped = await page.evaluate(async () => {
    const client = globalThis.mcp.raw();
    await globalThis.mcp.rawRequest(client, "ping", {});
    // Clients have numbers in the order in which they came; this is the last.
    let number = 1;
    for (; number < 20; number++) {
      Reflect.set(globalThis, "trapFor", number);
      const answer = (await globalThis.mcp.rawRequest(client, "ping", {})) as { error?: { code: number } };
      Reflect.set(globalThis, "trapFor", undefined);
      if (answer.error) return answer.error.code;
    }
    return null;
  });
  expect(trapped).toBe(-32603);
  for (const answer of [await running, await waiting])
    expect(answer["error"]).toMatchObject({ code: -32603, message: expect.stringContaining("was lost") });
  expect((await lisp.evaluate("*kept*")).text).toBe("=> 42");
  expect((await lisp.tool("list-sessions")).text).toBe("Sessions (1 of at most 8):\n  main: idle, 0 waiting");
  await expect.poll(() => page.workers().length).toBe(1);
});
