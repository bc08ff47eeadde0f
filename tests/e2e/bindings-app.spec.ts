import type { Frame, Page } from "@playwright/test";
import { appHostScript } from "./support/bundle.js";
import { made } from "./support/made-pages.js";
import { expect, test } from "./support/test.js";
import {
  foreign,
  frameOf,
  makePages,
  problems,
  reload,
  serve,
  serving,
  shareFiles,
} from "./support/windows.js";

let site: string;
let other: string;

test.beforeEach(async ({ baseURL }) => {
  site = new URL(baseURL ?? "").origin;
  other = foreign(site);
  await makePages({
    host: frameOf(made("empty", site)),
    "host-of-sandbox": frameOf(made("open", site), 'sandbox="allow-scripts"'),
    empty: "",
    open: serving({ origins: ["*"], bindings: { app: true } }, 500),
  });
});

async function openHost(page: Page, name = "host"): Promise<Frame> {
  await page.goto(made(name, other));
  await page.evaluate(await appHostScript());
  const frame = page.frames()[1];
  if (!frame) throw new Error("There is no frame.");
  await frame.waitForFunction(() => globalThis.mcp);
  return frame;
}

const tool = (page: Page, name: string, args: Record<string, unknown>) =>
  page.evaluate(([which, given]) => globalThis.appHost.callTool(which, given), [name, args] as const);

const log = (page: Page) => page.evaluate(() => globalThis.appHost.log());

test("the official host lists and calls the tools of a view", async ({ page }) => {
  const frame = await openHost(page);
  await page.evaluate(() => globalThis.appHost.connect());
  await serve(frame, { origins: [other], bindings: { app: true } });
  await expect.poll(() => log(page)).toEqual(["initialized"]);
  expect(await page.evaluate(() => globalThis.appHost.view())).toMatchObject({
    info: { name: "jscl-mcp" },
    capabilities: { tools: {} },
  });
  expect(await page.evaluate(() => globalThis.appHost.toolNames())).toContain("evaluate-lisp");
  await page.evaluate(() => globalThis.appHost.say());
  expect(await tool(page, "evaluate-lisp", { code: "(+ 1 2)" })).toMatchObject({
    content: [{ type: "text", text: "=> 3" }],
  });
  expect(await tool(page, "evaluate-lisp", { code: "(/ 1 0)" })).toMatchObject({ isError: true });
  expect(
    await page.evaluate(() => globalThis.appHost.callToolAborted("evaluate-lisp", { code: "(loop)" }, 300)),
  ).toBe("aborted");
  expect(await tool(page, "evaluate-lisp", { code: "(+ 2 2)" })).toMatchObject({
    content: [{ text: expect.stringMatching(/=> 4$/) }],
  });
  expect(await page.evaluate(() => globalThis.appHost.tearDown())).toEqual({});
  expect(await log(page)).toEqual(["initialized"]);
  expect(await problems(frame)).toEqual([]);
});

test("a view in a sandbox serves where every origin is admitted", async ({ context, page }) => {
  await shareFiles(context);
  await openHost(page, "host-of-sandbox");
  await page.evaluate(() => globalThis.appHost.connect());
  await expect.poll(() => log(page)).toEqual(["initialized"]);
  expect(await tool(page, "evaluate-lisp", { code: "(+ 1 2)" })).toMatchObject({
    content: [{ text: "=> 3" }],
  });
});

test("a host that begins to listen late is found", async ({ page }) => {
  const frame = await openHost(page);
  await serve(frame, { origins: [other], bindings: { app: true } });
  await page.waitForTimeout(700);
  await page.evaluate(() => globalThis.appHost.connect());
  await expect.poll(() => log(page)).toEqual(["initialized"]);
  expect(await page.evaluate(() => globalThis.appHost.toolNames())).toContain("evaluate-lisp");
});

test("a view that is loaded anew introduces itself anew", async ({ page }) => {
  const frame = await openHost(page);
  await page.evaluate(() => globalThis.appHost.connect());
  await serve(frame, { origins: [other], bindings: { app: true } });
  await expect.poll(() => log(page)).toEqual(["initialized"]);
  await reload(frame);
  await serve(frame, { origins: [other], bindings: { app: true } });
  await expect.poll(() => log(page)).toEqual(["initialized", "initialized"]);
  expect(await tool(page, "evaluate-lisp", { code: "(+ 1 2)" })).toMatchObject({
    content: [{ text: "=> 3" }],
  });
});

test("what runs for a host ends when it takes the view away", async ({ page }) => {
  const frame = await openHost(page);
  await page.evaluate(() => globalThis.appHost.connect());
  await serve(frame, { origins: [other], bindings: { app: true } });
  await expect.poll(() => log(page)).toEqual(["initialized"]);
  await page.evaluate(() => {
    void globalThis.appHost.callTool("evaluate-lisp", { code: "(loop)" }).catch(() => undefined);
  });
  await page.evaluate(() => globalThis.appHost.tearDown());
  const state = async () => {
    const { structuredContent } = (await tool(page, "list-sessions", {})) as {
      structuredContent: { sessions: Array<{ state: string }> };
    };
    return structuredContent.sessions[0]?.state;
  };
  await expect.poll(state).toBe("idle");
  expect(await problems(frame)).toEqual([]);
});

test("a host that is not admitted is not served, and that is reported", async ({ page }) => {
  const frame = await openHost(page);
  await page.evaluate(() => globalThis.appHost.connect());
  await serve(frame, { bindings: { app: true } });
  await expect.poll(() => problems(frame)).toEqual(["refused-origin"]);
  expect(await log(page)).toEqual([]);
});

test("a page that nobody shows is no app", async ({ page }) => {
  await page.goto(made("empty", site));
  await serve(page, { bindings: { app: true, tab: true } });
  expect(await problems(page)).toEqual([]);
});
