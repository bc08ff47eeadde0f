/** Clients that come to the playground by a window or by the browser's own agent. */
import type { Page } from "@playwright/test";
import { execute } from "./support/agent.js";
import { expect, test } from "./support/test.js";

const entry = (page: Page) => page.locator(".entry:last-of-type");

/** Whose messages Traffic shows. */
async function clientsOf(page: Page): Promise<string[]> {
  return page.locator("#traffic-client option").allTextContents();
}

test("a client of a window is named in transcript and traffic, and may be stopped", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("#status-text")).toContainText("Ready");
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    window.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, location.origin, [port2]);
    const answers: unknown[] = [];
    port1.onmessage = ({ data }) => answers.push(data);
    const ask = (id: number, method: string, params: object) =>
      port1.postMessage({ jsonrpc: "2.0", id, method, params });
    const clientInfo = { name: "helper", version: "1" };
    ask(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    port1.postMessage({ jsonrpc: "2.0", method: "notifications/initialized" });
    const evaluate = (id: number, code: string) =>
      ask(id, "tools/call", { name: "evaluate-lisp", arguments: { code } });
    Object.assign(globalThis, { visitor: { port: port1, answers, evaluate } });
    evaluate(2, "(* 6 7)");
  });
  await expect(entry(page).locator(".entry-by")).toHaveText("window · helper");
  await expect(entry(page).locator(".row-value pre")).toHaveText("42");
  expect(await clientsOf(page)).toEqual(["All clients", "this page", "window"]);

  const evaluate = (code: string) =>
    page.evaluate((given) => (globalThis as unknown as Visitor).visitor.evaluate(3, given), code);
  await evaluate("(loop)");
  await expect(page.locator("#run")).toHaveText(/Stop/);
  await page.locator("#run").click();
  await expect(entry(page)).toHaveAttribute("data-state", "cancelled");
  await expect
    .poll(() =>
      page.evaluate(() => JSON.stringify((globalThis as unknown as Visitor).visitor.answers.at(-1))),
    )
    .toContain("stopped by the person at the playground");

  await evaluate("(loop)");
  await expect(entry(page)).toHaveAttribute("data-state", "running");
  await page.evaluate(() => {
    const { port } = (globalThis as unknown as Visitor).visitor;
    port.postMessage({ channel: "jscl-mcp", type: "mcp-disconnect" });
  });
  await expect(entry(page)).toContainText("did not wait for its answer");
  await expect(page.locator("#run")).toHaveText(/Run/);
});

test("the browser's own agent is named, without what the page asks by itself", async ({ page }) => {
  await page.goto("/?webmcp");
  await expect(page.locator("#status-text")).toContainText("Ready");
  await expect
    .poll(() => page.evaluate(async () => (await document.modelContext?.getTools())?.length))
    .toBeTruthy();
  expect(await clientsOf(page)).not.toContain("browser’s agent");
  const answer = await execute(page, "evaluate-lisp", JSON.stringify({ code: "(list 1 2)" }));
  expect(JSON.stringify(answer)).toContain("=> (1 2)");
  await expect(entry(page).locator(".entry-by")).toHaveText("browser’s agent");
  await expect(entry(page).locator(".row-value pre")).toHaveText("(1 2)");
  expect(await clientsOf(page)).toContain("browser’s agent");
  await page.reload();
  await expect(page.locator(".entry-of-other .entry-by")).toHaveText("browser’s agent");
});

type Visitor = {
  readonly visitor: {
    readonly port: MessagePort;
    readonly answers: unknown[];
    readonly evaluate: (id: number, code: string) => void;
  };
};
