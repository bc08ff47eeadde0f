import type { Page } from "@playwright/test";
import { openBlank } from "./support/made-pages.js";
import { type LispSession, OfficialClient } from "./support/session.js";
import { expect, test } from "./support/test.js";

/** The states of all sessions, from list-sessions. */
async function states(lisp: LispSession): Promise<Record<string, string>> {
  const { structuredContent } = await lisp.tool("list-sessions");
  const sessions = structuredContent["sessions"] as Array<{ session: string; state: string }>;
  return Object.fromEntries(sessions.map(({ session, state }) => [session, state]));
}

/** Milliseconds until an evaluation in a session is answered, by the page's own clock: the median of nine. */
function latency(page: Page, session: string): Promise<number> {
  return page.evaluate(async (session) => {
    const client = globalThis.mcp.raw();
    const times: number[] = [];
    for (let turn = 0; turn < 9; turn++) {
      const start = performance.now();
      await globalThis.mcp.rawCall(client, "evaluate-lisp", { code: "(+ 1 2)", session });
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[4] ?? Number.POSITIVE_INFINITY;
  }, session);
}

test("two sessions have definitions, packages, limits and last errors of their own", async ({
  freshLisp,
}) => {
  expect((await freshLisp.tool("create-session", { session: "other" })).structuredContent).toEqual({
    text: expect.any(String),
    session: "other",
    timeout: 30,
    maxOutput: 100000,
  });
  const inOther = (code: string) => freshLisp.evaluate(code, { session: "other" });
  // Asked for before the Lisp of the session has started.
  expect((await inOther("(defun who () :other) (defpackage :apart) (who)")).text).toBe("=> :OTHER");
  await freshLisp.evaluate("(defun who () :main)");
  expect((await freshLisp.evaluate("(list (who) (find-package :apart))")).text).toBe("=> (:MAIN NIL)");
  expect((await inOther("(who)")).text).toBe("=> :OTHER");
  expect((await inOther("(car 5)")).isError).toBe(true);
  expect((await freshLisp.tool("describe-last-error")).text).toContain("No error information");
  expect((await freshLisp.tool("describe-last-error", { session: "other" })).text).toContain("TYPE-ERROR");
  await freshLisp.tool("reset-session", { session: "other" });
  expect((await inOther("(fboundp 'who)")).text).toBe("=> NIL");
  expect((await freshLisp.evaluate("(who)")).text).toBe("=> :MAIN");
});

test("a loop in one session delays no other, and closing it ends it and its Worker", async ({
  page,
  freshLisp,
}) => {
  await freshLisp.evaluate("1");
  const before = page.workers().length;
  await freshLisp.tool("create-session", { session: "busy", timeout: 0 });
  await freshLisp.evaluate("1", { session: "busy" });
  expect(page.workers()).toHaveLength(before + 1);
  const endless = freshLisp.evaluate('(princ "so far") (loop)', { session: "busy" });
  const waiting = freshLisp.evaluate("2", { session: "busy" });
  await expect.poll(() => states(freshLisp)).toEqual({ main: "idle", busy: "busy" });
  expect(await latency(page, "main")).toBeLessThan(200);
  const closed = await freshLisp.tool("close-session", { session: "busy" });
  expect(closed.structuredContent).toEqual({ text: closed.text, session: "busy", ended: 2 });
  for (const { text, isError } of [await endless, await waiting]) {
    expect(isError).toBe(true);
    expect(text).toContain("[ERROR] SESSION-CLOSED");
  }
  await expect.poll(() => page.workers().length).toBe(before);
  expect(await states(freshLisp)).toEqual({ main: "idle" });
  const gone = await freshLisp.evaluate("1", { session: "busy" });
  expect(gone.text).toContain("expected a session that there is (main; create-session makes more)");
});

test("everything but Lisp is answered at once while every session is busy", async ({ page, freshLisp }) => {
  await freshLisp.tool("create-session", { session: "second" });
  for (const session of ["main", "second"]) {
    await freshLisp.tool("configure-limits", { session, timeout: 0 });
    await freshLisp.evaluate("1", { session });
    void freshLisp.evaluate("(loop)", { session }).catch(() => {});
  }
  await expect.poll(() => states(freshLisp)).toEqual({ main: "busy", second: "busy" });
  const latencies = await page.evaluate(async () => {
    const client = globalThis.mcp.raw();
    const times: Record<string, number> = {};
    // The best of several times: a busy machine may be slow at any one of them.
    const time = async (name: string, ask: () => Promise<unknown> | undefined) => {
      for (let turn = 0; turn < 5; turn++) {
        const start = performance.now();
        await ask();
        times[name] = Math.min(times[name] ?? Number.POSITIVE_INFINITY, performance.now() - start);
      }
    };
    await time("ping", () => globalThis.mcp.rawRequest(client, "ping", {}));
    await time("tools/list", () => globalThis.mcp.rawRequest(client, "tools/list", {}));
    for (const tool of ["describe-last-error", "get-backtrace", "configure-limits"])
      await time(tool, () => globalThis.mcp.rawCall(client, tool, { session: "second" }));
    await time("list-sessions", () => globalThis.mcp.rawCall(client, "list-sessions", {}));
    return times;
  });
  for (const [what, ms] of Object.entries(latencies)) expect(ms, what).toBeLessThan(200);
});

test("a session stays when the client that made it goes, and official clients can use it", async ({
  serverPage: page,
}) => {
  const maker = await OfficialClient.connect(page, "pinned");
  await maker.tool("create-session", { session: "kept" });
  await maker.evaluate("(defvar *kept* 42)", { session: "kept" });
  await maker.close();
  const other = await OfficialClient.connect(page, "legacy");
  expect((await other.evaluate("*kept*", { session: "kept" })).text).toBe("=> 42");
});

test("a server ends all of its Workers when it is closed", async ({ page }) => {
  await openBlank(page);
  for (const mode of ["worker", "page"] as const) {
    const seen = page.evaluate(async (mode) => {
      const address = new URL("/jscl-mcp.js", location.href).href;
      const { LispServer } = await import(address);
      const server = await LispServer.start({ mode, tools: ["core", "sessions"] });
      const port: MessagePort = server.connect();
      const call = (id: number, name: string, args: object) =>
        new Promise<string>((resolve) => {
          port.addEventListener("message", ({ data }) => {
            if (data.id === id) resolve(data.result.content[0].text);
          });
          port.start();
          port.postMessage({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
        });
      const texts = [
        await call(1, "evaluate-lisp", { code: "(defvar *main* 1)" }),
        await call(2, "create-session", {}),
        await call(3, "evaluate-lisp", { session: "session-1", code: "(boundp '*main*)" }),
        await call(4, "create-session", {}),
      ];
      Object.assign(globalThis, { closeServer: () => server.close() });
      return texts;
    }, mode);
    expect((await seen)[2]).toBe("=> NIL");
    // Page mode has main on the page's thread, and every other session in a Worker.
    await expect.poll(() => page.workers().length).toBe(mode === "worker" ? 3 : 2);
    await page.evaluate(() => (globalThis as unknown as { closeServer: () => void }).closeServer());
    await expect.poll(() => page.workers().length).toBe(0);
  }
});
