import { expect, test } from "./support/test.js";

// Evaluations that are held at errors until a tool has them go on, in real Workers.

test("define and go on, over a MessagePort", async ({ freshLisp }) => {
  const held = await freshLisp.tool("evaluate-lisp", {
    code: "(list (later-defined 20))",
    "on-error": "hold",
  });
  expect(held.text).toContain("The evaluation is held at this error, level 1.");
  const nested = await freshLisp.tool("evaluate-lisp", { code: "(car nothing-here)", "on-error": "hold" });
  expect(nested.text).toContain("[ABORT] Return to debugger level 1.");
  const long = `'(${"é ".repeat(300_000)})`;
  const used = await freshLisp.tool("invoke-restart", { restart: "use-value", values: [long] });
  expect(used.text).toContain("=> É");
  await freshLisp.evaluate("(defun later-defined (x) (* x 2))");
  const answer = await freshLisp.tool("invoke-restart", { restart: "CONTINUE" });
  expect(answer.text.split("\n").at(-1)).toBe("=> (40)");
  expect((await freshLisp.evaluate("(later-defined 4)")).text).toBe("=> 8");
});

test("what runs on top of a held evaluation is cancelled, and the level stays", async ({ freshLisp }) => {
  await freshLisp.tool("evaluate-lisp", { code: "(list (later-defined 20))", "on-error": "hold" });
  for (const id of ["first", "second"]) {
    const params = { name: "evaluate-lisp", arguments: { code: "(loop)" } };
    await freshLisp.post({ jsonrpc: "2.0", id, method: "tools/call", params });
    const running = async () => (await freshLisp.tool("list-sessions")).text;
    await expect.poll(running).toContain(": busy");
    const method = "notifications/cancelled";
    await freshLisp.post({ jsonrpc: "2.0", method, params: { requestId: id } });
    expect((await freshLisp.evaluate("(+ 1 2)")).text).toBe("=> 3");
  }
  // With another image what was held would be lost.
  await freshLisp.evaluate("(defun later-defined (x) (* x 2))");
  const answer = await freshLisp.tool("invoke-restart", { restart: "CONTINUE" });
  expect(answer.text.split("\n").at(-1)).toBe("=> (40)");
});

test("a session with held levels can be reset", async ({ freshLisp }) => {
  await freshLisp.tool("evaluate-lisp", { code: "(list nothing-here)", "on-error": "hold" });
  expect((await freshLisp.tool("reset-session")).isError).toBe(false);
  expect((await freshLisp.evaluate("(+ 1 2)")).text).toBe("=> 3");
});
