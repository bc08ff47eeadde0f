import { execute, registered } from "./support/agent.js";
import { made } from "./support/made-pages.js";
import { OfficialClient } from "./support/session.js";
import { addClients, expect, test } from "./support/test.js";
import { makePages, registerTools, serve } from "./support/windows.js";

const json = (input: unknown) => JSON.stringify(input);

test.beforeEach(async ({ page }) => {
  await makePages({ empty: "" });
  await page.goto(made("empty"));
});

test("a browser without WebMCP is given it, and only then", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  const stop = await serve(page, { bindings: { tab: true } });
  expect(await page.evaluate(() => "modelContext" in document)).toBe(false);
  await expect(registerTools(page, { polyfill: false })).rejects.toThrow(/no WebMCP/);
  expect(loaded).not.toContain("/jscl-webmcp-polyfill.js");
  await registerTools(page);
  expect(loaded).toContain("/jscl-webmcp-polyfill.js");
  expect((await registered(page)).map(({ name }) => name)).toContain("evaluate-lisp");
  expect(await execute(page, "evaluate-lisp", json({ code: "(+ 1 2)" }))).toMatchObject({
    content: [{ type: "text", text: "=> 3" }],
  });
  expect(await execute(page, "evaluate-lisp", json({ code: "(/ 1 0)" }))).toMatchObject({ isError: true });
  expect(await execute(page, "evaluate-lisp", json({}))).toMatchObject({ isError: true });
  expect(await execute(page, "evaluate-lisp", json([1]))).toMatchObject({ isError: true });
  await stop();
  expect(await registered(page)).toEqual([]);
});

test("tools are taken back by the signal, and may be registered again", async ({ page }) => {
  await serve(page, {});
  for (let time = 0; time < 2; time++) {
    const takeBack = await registerTools(page);
    expect(await execute(page, "evaluate-lisp", json({ code: "(+ 1 2)" }))).toMatchObject({
      content: [{ text: "=> 3" }],
    });
    await takeBack();
    expect(await registered(page)).toEqual([]);
  }
});

test("a signal that is aborted already registers nothing", async ({ page }) => {
  await serve(page, {});
  await expect(registerTools(page, {}, true)).rejects.toThrow(/given up/);
  expect(await registered(page)).toEqual([]);
});

test("the playground offers its tools and a channel to its own window when its address asks for that", async ({
  page,
}) => {
  await page.goto("/?webmcp&tab");
  await addClients(page);
  await expect.poll(() => registered(page).then(({ length }) => length)).toBeGreaterThan(5);
  expect(await execute(page, "evaluate-lisp", json({ code: "(+ 1 2)" }))).toMatchObject({
    content: [{ text: "=> 3" }],
  });
  const client = await OfficialClient.connect(page, "auto", { by: "tab" });
  expect((await client.evaluate("(+ 2 2)")).text).toBe("=> 4");
});
