import { expect, test } from "./support/test.js";

test.beforeAll(async ({ lisp }) => {
  await lisp.tool("reset-session");
  await lisp.evaluate("(defun spin () (loop)) (defvar *kept* 7)");
  await lisp.tool("configure-limits", { timeout: 1 });
});

test.afterAll(async ({ lisp }) => {
  await lisp.tool("configure-limits", { timeout: 30 });
});

const endless = [
  "(spin)",
  "(dotimes (i 1000000000000) i)",
  "(tagbody a (go a))",
  '(loop (ignore-errors (error "x")))',
  "(labels ((f (n) (g n)) (g (n) (if (= n 0) 1 (f n)))) (block b (loop (f 0))))",
  "(unwind-protect (loop) (loop))",
];

for (const code of endless) {
  test(`${code} times out, and the session lives on`, async ({ lisp }) => {
    const begin = Date.now();
    const { text, isError, structuredContent } = await lisp.evaluate(code);
    expect(Date.now() - begin).toBeLessThan(8000);
    expect(isError).toBe(true);
    expect(structuredContent["status"]).toBe("timeout");
    expect(text).toContain("[ERROR] TIMEOUT");
    expect((await lisp.evaluate("(* 6 *kept*)")).text).toBe("=> 42");
  });
}

test("a timeout shows where it was, and what had been written", async ({ lisp }) => {
  const { text } = await lisp.evaluate('(princ "before") (spin)');
  expect(text).toContain("[stdout]\nbefore");
  expect(text.slice(text.indexOf("[Backtrace]"))).toContain("(SPIN)");
});

test("ping and tools/list are answered while Lisp is busy", async ({ lisp }) => {
  const slow = lisp.evaluate("(spin)");
  const tools = await lisp.request("tools/list");
  expect(tools["result"]).toBeDefined();
  const ping = await lisp.request("ping");
  expect(ping["result"]).toBeDefined();
  expect((await slow).structuredContent["status"]).toBe("timeout");
});

test("infinite recursion is a STORAGE-CONDITION, and the session lives on", async ({ lisp }) => {
  const { text, isError, structuredContent } = await lisp.evaluate("(defun inf (x) (1+ (inf x))) (inf 1)");
  expect(isError).toBe(true);
  const error = structuredContent["error"] as { type: string; precedence: string[] };
  expect(error.precedence).toContain("COMMON-LISP:STORAGE-CONDITION");
  expect(text.slice(text.indexOf("[Backtrace]"))).toContain("(INF 1)");
  expect((await lisp.evaluate("(+ 1 2)")).text).toBe("=> 3");
});

test("a program that fills the heap is a STORAGE-CONDITION, and neither the page nor the session ends", async ({
  lisp,
}) => {
  await lisp.tool("configure-limits", { timeout: 25 });
  const { text, structuredContent } = await lisp.evaluate(
    "(let ((kept nil)) (loop (push (make-array 1000000 :initial-element 0) kept)))",
  );
  await lisp.tool("configure-limits", { timeout: 1 });
  const error = structuredContent["error"] as { type: string; precedence: string[] };
  expect(error.type).toBe("HEAP-EXHAUSTED-ERROR");
  expect(error.precedence).toContain("COMMON-LISP:STORAGE-CONDITION");
  expect(text).toContain("Heap exhausted (no more space for allocation).");
  expect((await lisp.evaluate("(* 6 *kept*)")).text).toBe("=> 42");
});

test("a cancelled request gets no answer, and what comes after it does", async ({ freshLisp }) => {
  await freshLisp.tool("configure-limits", { timeout: 1 });
  await freshLisp.post({
    jsonrpc: "2.0",
    id: "cancel-me",
    method: "tools/call",
    params: { name: "evaluate-lisp", arguments: { code: "(loop)" } },
  });
  await freshLisp.post({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: "cancel-me" },
  });
  expect((await freshLisp.evaluate("(+ 1 2)")).text).toBe("=> 3");
  expect((await freshLisp.received()).map((answer) => answer["id"])).not.toContain("cancel-me");
});
