import { readFile } from "node:fs/promises";
import { expect, test } from "./support/test.js";

/** The number of kinds of garbage to try. */
const TRIED = 100;

test("whatever a Worker says in place of an image, it ends that image at most", async ({ page }) => {
  test.setTimeout(180_000);
  const body = await readFile("tests/fixtures/garbage-image.js", "utf8");
  const headers = { "cross-origin-embedder-policy": "require-corp" };
  await page.route("**/jscl-worker.js", (route) =>
    route.fulfill({ contentType: "text/javascript", headers, body }),
  );
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto("/");
  const { answers, others } = await page.evaluate(async (tried) => {
    const { LispServer } = await import(/* @vite-ignore */ `${location.origin}/jscl-mcp.js`);
    const server = await LispServer.start({ tools: ["core", "sessions"] });
    const port: MessagePort = server.connect();
    const waiting = new Map<number, (text: string) => void>();
    port.onmessage = ({ data }) =>
      waiting.get(data.id)?.(data.result?.content[0].text ?? JSON.stringify(data));
    let last = 0;
    const ask = (name: string, args: object) =>
      new Promise<string>((resolve) => {
        waiting.set(++last, resolve);
        const _meta = {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
        };
        const params = { name, arguments: args, _meta };
        port.postMessage({ jsonrpc: "2.0", id: last, method: "tools/call", params });
      });
    await ask("create-session", { session: "other", timeout: 0 });
    await ask("configure-limits", { timeout: 0 });
    const answers: string[] = [];
    const others = new Set([await ask("evaluate-lisp", { code: "who", session: "other" })]);
    for (let seed = 0; seed < tried; seed++) {
      answers.push(await ask("evaluate-lisp", { code: `garbage ${seed}` }));
      answers.push(await ask("evaluate-lisp", { code: "who" }));
      if (seed % 10 === 0) others.add(await ask("evaluate-lisp", { code: "who", session: "other" }));
    }
    await server.close();
    return { answers, others: [...others] };
  }, TRIED);
  expect(others).toHaveLength(1);
  expect(answers).toHaveLength(2 * TRIED);
  expect(answers.filter((answer) => answer.includes("[ERROR] SESSION-LOST")).length).toBeGreaterThan(
    TRIED / 3,
  );
  expect(errors).toEqual([]);
});
