import { execute, hasAgents, registered } from "./support/agent.js";
import { made } from "./support/made-pages.js";
import { addClients, expect, test } from "./support/test.js";
import { makePages, registerTools, serve } from "./support/windows.js";

test.use({ cold: true });

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--enable-features=WebMCP"] });
  },
});

test.beforeEach(async ({ page, browser }) => {
  await makePages({ empty: "" });
  await page.goto(made("empty"));
  test.skip(!(await hasAgents(page)), `Chromium ${browser.version()} has no document.modelContext.getTools`);
});

test("a browser's agent finds the tools and calls them", async ({ page }) => {
  const stop = await serve(page, {});
  await registerTools(page);
  const tools = await registered(page);
  const evaluate = tools.find(({ name }) => name === "evaluate-lisp");
  expect(evaluate).toMatchObject({ inputSchema: { type: "object", required: ["code"] } });
  const listing = tools.find(({ name }) => name === "list-sessions");
  expect(listing).toMatchObject({ annotations: { readOnlyHint: true } });
  expect(await execute(page, "evaluate-lisp", { code: "(+ 1 2)" })).toMatchObject({
    content: [{ type: "text", text: "=> 3" }],
    structuredContent: { status: "ok", values: ["3"] },
  });
  expect(await execute(page, "evaluate-lisp", { code: "(/ 1 0)" })).toMatchObject({
    isError: true,
    structuredContent: { error: { type: "DIVISION-BY-ZERO" } },
  });
  // The browser checks nothing against the schema.
  expect(await execute(page, "evaluate-lisp", {})).toMatchObject({ isError: true });
  expect(await execute(page, "evaluate-lisp", { code: [] })).toMatchObject({ isError: true });
  await stop();
  expect(await registered(page)).toEqual([]);
});

test("an agent that gives up ends the evaluation", async ({ page, baseURL }) => {
  // The site's own page is isolated: there an evaluation is stopped where it is.
  await page.goto(`${baseURL}`);
  await addClients(page);
  await serve(page, {});
  await registerTools(page);
  await execute(page, "evaluate-lisp", { code: "(defvar cl-user::*kept* 1)" });
  expect(await execute(page, "evaluate-lisp", { code: "(loop)" }, 500)).toEqual({ failed: "given up" });
  expect(await execute(page, "evaluate-lisp", { code: "cl-user::*kept*" })).toMatchObject({
    content: [{ text: "=> 1" }],
  });
});

test("tools are taken back by the signal, with what runs for their callers", async ({ page }) => {
  await serve(page, {});
  const takeBack = await registerTools(page);
  const running = execute(page, "evaluate-lisp", { code: "(loop)" });
  await expect.poll(() => registered(page).then(({ length }) => length)).toBeGreaterThan(5);
  await takeBack();
  expect(await running).toHaveProperty("failed");
  expect(await registered(page)).toEqual([]);
  await registerTools(page);
  expect(await execute(page, "evaluate-lisp", { code: "(+ 1 2)" })).toMatchObject({
    content: [{ text: expect.stringMatching(/=> 3$/) }],
  });
});

test("of two servers in a page the second's tools are refused, and the first's stay", async ({ page }) => {
  await serve(page, {});
  await registerTools(page);
  const count = (await registered(page)).length;
  await serve(page, {});
  await expect(registerTools(page)).rejects.toThrow();
  expect(await registered(page)).toHaveLength(count);
  expect(await execute(page, "evaluate-lisp", { code: "(+ 1 2)" })).toMatchObject({
    content: [{ text: "=> 3" }],
  });
});

test("the tools are the new page's after a reload", async ({ page }) => {
  for (let visit = 0; visit < 2; visit++) {
    expect(await registered(page)).toEqual([]);
    await serve(page, {});
    await registerTools(page);
    expect(await execute(page, "evaluate-lisp", { code: "(boundp 'cl-user::*here*)" })).toMatchObject({
      content: [{ text: "=> NIL" }],
    });
    await execute(page, "evaluate-lisp", { code: "(defvar cl-user::*here* 1)" });
    await page.reload();
  }
});
