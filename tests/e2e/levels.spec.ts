import type { LispServer as Server } from "../../jscl-bridge/index.js";
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

test("a session with held levels can be reset", async ({ freshLisp }) => {
  await freshLisp.tool("evaluate-lisp", { code: "(list nothing-here)", "on-error": "hold" });
  expect((await freshLisp.tool("reset-session")).isError).toBe(false);
  expect((await freshLisp.evaluate("(+ 1 2)")).text).toBe("=> 3");
});

test("where nothing can be held the report says so", async ({ page }) => {
  await page.goto("/");
  const text = await page.evaluate(async () => {
    const address = new URL("/jscl-mcp.js", location.href).href;
    const { LispServer } = (await import(address)) as { LispServer: typeof Server };
    const server = await LispServer.start({ mode: "page" });
    const port = server.connect();
    const answered = new Promise<{ result: { content: Array<{ text: string }> } }>((resolve) => {
      port.onmessage = ({ data }) => resolve(data);
    });
    const params = { name: "evaluate-lisp", arguments: { code: "(/ 1 0)", "on-error": "hold" } };
    port.postMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const { result } = await answered;
    server.close();
    return result.content[0]?.text;
  });
  expect(text).toContain("The evaluation was not held: this Lisp cannot wait");
});
