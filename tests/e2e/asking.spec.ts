import { made } from "./support/made-pages.js";
import { LispSession } from "./support/session.js";
import { expect, test } from "./support/test.js";
import { makePages, serving } from "./support/windows.js";

// Evaluations that are held at an error, in real Workers. What the official clients make of it is tested in
// interop.spec.ts.

type Json = Record<string, unknown>;
type Result = {
  resultType: string;
  requestState: string;
  inputRequests: { restart: { params: { message: string } } };
  content: Array<{ text: string }>;
};

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
};

/** A modern call of evaluate-lisp, the first one or one that brings an answer. */
async function call(lisp: LispSession, code: string, more: Json = {}, session = "main"): Promise<Result> {
  const args = { code, session, "on-error": "ask" };
  const params = { name: "evaluate-lisp", arguments: args, _meta: meta, ...more };
  const { result, error } = await lisp.request("tools/call", params);
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return result as Result;
}

const answer = (asked: Result, restart: string, values = "") => ({
  requestState: asked.requestState,
  inputResponses: { restart: { action: "accept", content: { restart, values } } },
});

const textOf = (result: Result) => result.content[0]?.text ?? "";

test("a program goes on where it was, with values of any length", async ({ freshLisp }) => {
  const code = "(let ((kept (list 1 2))) (list (length nothing-here) kept))";
  for (const length of [10, 300_000, 3_000_000]) {
    const asked = await call(freshLisp, code);
    expect(asked.resultType).toBe("input_required");
    expect(asked.inputRequests.restart.params.message).toContain("2: [USE-VALUE] Use specified value.");
    const result = await call(freshLisp, code, answer(asked, "USE-VALUE", `"${"é".repeat(length)}"`));
    expect(textOf(result).split("\n").at(-1)).toBe(`=> (${length} (1 2))`);
  }
});

test("while it is held its error can be looked at, and other sessions work", async ({ freshLisp }) => {
  const code = "(defun f (x) (list x nothing-here)) (f 42)";
  const asked = await call(freshLisp, code);
  expect((await freshLisp.tool("get-backtrace")).text).toContain("(F 42)");
  expect((await freshLisp.tool("list-sessions")).text).toContain("main: held at an error");
  expect((await freshLisp.tool("continue")).text).toContain("is held at an error, UNBOUND-VARIABLE,");
  await freshLisp.tool("create-session", { session: "other" });
  expect((await freshLisp.evaluate("(+ 1 2)", { session: "other" })).text).toBe("=> 3");
  const result = await call(freshLisp, code, answer(asked, "use-value", "'there"));
  expect(textOf(result).split("\n").at(-1)).toBe("=> (42 THERE)");
  expect((await freshLisp.evaluate("(f 1)")).isError).toBe(true);
});

/** The missing function is defined, and taken by another answer, while the client is asked. */
async function defineAndGoOn(lisp: LispSession): Promise<void> {
  const code = "(defun caller (x) (list :called (missing-here x))) (caller 20)";
  const asked = await call(lisp, code);
  const defined = await lisp.evaluate("(defun missing-here (x) (* 2 x))");
  expect(defined.text).toBe("=> MISSING-HERE");
  const failed = await lisp.evaluate("(list nothing-here)", { "on-error": "hold" });
  expect(failed.text).toContain("while the evaluation below waits");
  expect((await lisp.tool("list-sessions")).text).toContain("main: held at an error");
  // The answer comes while something runs on top, and waits for that.
  const above = lisp.evaluate("(loop repeat 200000 sum 1)");
  const result = await call(lisp, code, answer(asked, "CONTINUE"));
  expect((await above).text).toBe("=> 200000");
  expect(textOf(result).split("\n").at(-1)).toBe("=> (:CALLED 40)");
  expect((await lisp.evaluate("(caller 1)")).text).toBe("=> (:CALLED 2)");
  // What leaves for it from on top has it go on.
  const left = await call(lisp, "(list nothing-here)");
  expect((await lisp.evaluate("(invoke-restart 'use-value 5)")).text).toContain("=> (5)");
  await expect(call(lisp, "(list nothing-here)", answer(left, "CONTINUE"))).rejects.toThrow("-32602");
}

test("while a client is asked others run on top: define and go on", async ({ freshLisp }) => {
  await defineAndGoOn(freshLisp);
});

test("on top of a program that reads others run, which look into it", async ({ freshLisp }) => {
  const code =
    "(defun ask (n) (declare (optimize (debug 2))) (let ((got (read-line))) (list n got (greet got)))) (ask 2)";
  const typing = (asked: Result, input: string) => ({
    requestState: asked.requestState,
    inputResponses: { input: { action: "accept", content: { input } } },
  });
  const asked = await call(freshLisp, code);
  expect((await freshLisp.tool("list-sessions")).text).toContain(
    "main: waits for input from a client, level 1",
  );
  expect((await freshLisp.evaluate('(defun greet (name) (format nil "Hello, ~a!" name))')).isError).toBe(
    false,
  );
  const frame = await freshLisp.tool("eval-in-frame", { level: 1, frame: 1, code: "(setq n (* n 21))" });
  expect(frame.text).toBe("=> 42");
  expect((await freshLisp.tool("continue")).text).toContain("waits for input until a client has given some");
  const result = await call(freshLisp, code, typing(asked, "Ada"));
  expect(textOf(result).split("\n").at(-1)).toBe('=> (42 "Ada" "Hello, Ada!")');
});

test("what is held leaves at once when nobody waits for it", async ({ freshLisp }) => {
  await freshLisp.evaluate("(defvar *kept* 42)");
  await freshLisp.request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: { elicitation: {} },
    clientInfo: { name: "test", version: "1" },
  });
  const params = { name: "evaluate-lisp", arguments: { code: "(list nothing-here)", "on-error": "ask" } };
  await freshLisp.post({ jsonrpc: "2.0", id: "held", method: "tools/call", params });
  const asked = async () =>
    (await freshLisp.received()).some(({ method }) => method === "elicitation/create");
  await expect.poll(asked).toBe(true);
  const began = performance.now();
  await freshLisp.post({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: "held" },
  });
  expect((await freshLisp.evaluate("*kept*")).text).toBe("=> 42");
  // An image that is not notified of an interrupt would look for it only after that time.
  expect(performance.now() - began).toBeLessThan(1500);
});

test("a session that is held can be reset, and closed", async ({ freshLisp }) => {
  await call(freshLisp, "(list nothing-here)");
  expect((await freshLisp.tool("reset-session")).isError).toBe(false);
  expect((await freshLisp.evaluate("(+ 1 2)")).text).toBe("=> 3");
  await freshLisp.tool("create-session", { session: "other" });
  const asked = await call(freshLisp, "(list nothing-here)", {}, "other");
  await freshLisp.tool("close-session", { session: "other" });
  const late = call(freshLisp, "(list nothing-here)", answer(asked, "CONTINUE"), "other");
  await expect(late).rejects.toThrow("-32602");
});

test.describe("where a service worker is allowed", () => {
  test.use({ serviceWorkers: "allow" });

  test("a client is asked where no memory is shared", async ({ page }) => {
    await makePages({ alone: serving({ origins: ["*"] }) });
    await page.goto(made("alone"));
    await page.evaluate(() => (globalThis as unknown as { served: Promise<unknown> }).served);
    const lisp = await LispSession.open(page);
    const code = "(let ((kept (list 1 2))) (list nothing-here kept))";
    const asked = await call(lisp, code);
    expect(asked.resultType).toBe("input_required");
    const result = await call(lisp, code, answer(asked, "USE-VALUE", "'there"));
    expect(textOf(result).split("\n").at(-1)).toBe("=> (THERE (1 2))");
    await defineAndGoOn(lisp);
    const ended = await call(lisp, code);
    const declined = { requestState: ended.requestState, inputResponses: { restart: { action: "decline" } } };
    expect(textOf(await call(lisp, code, declined))).toContain("[ERROR] UNBOUND-VARIABLE");
  });
});
