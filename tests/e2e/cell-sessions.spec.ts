import { cell, cellOf, openCells } from "./support/cells.js";
import { expect, test } from "./support/test.js";

type Cell = HTMLElement & { readonly state: string; run(): Promise<unknown>; reset(): Promise<void> };

test("cells share a session by its name; set-up code is hidden, and order is honoured", async ({ page }) => {
  await openCells(
    page,
    `<template id="hidden">(defvar *base* 40)</template>
    ${cell("(defun add (x) (+ *base* x))", 'id="first" setup="hidden"')}
    ${cell("(add 2)", 'id="second" after="first"')}
    ${cell("(boundp '*base*)", 'id="other" session="elsewhere"')}
    ${cell("1", 'id="lost" after="nobody"')}
    ${cell("1", 'id="x" after="y"')}${cell("2", 'id="y" after="x"')}`,
  );
  const second = cellOf(page, "second");
  await second.run.click();
  await expect(second.value).toHaveText("42");
  await expect(cellOf(page, "first").value).toHaveText("ADD");
  const other = cellOf(page, "other");
  await other.run.click();
  await expect(other.value).toHaveText("NIL");
  const lost = cellOf(page, "lost");
  await lost.run.click();
  await expect(lost.host.locator(".row-failure")).toContainText("the page has no cell of that id");
  const x = cellOf(page, "x");
  await x.run.click();
  await expect(x.host.locator(".row-failure")).toContainText('"x" waits for "y" waits for "x", in a circle.');
});

test("a reset says in each cell it touched what is gone, and a cell runs again what it needs", async ({
  page,
}) => {
  await openCells(
    page,
    `${cell("(defun f () 1)", 'id="a"')}${cell("(f)", 'id="b" after="a"')}${cell("2", 'id="c" session="other"')}
    ${cell("(defun g () 1)", 'id="one"')}${cell("(defun g () 2)", 'id="two"')}`,
  );
  const [a, b, c] = [cellOf(page, "a"), cellOf(page, "b"), cellOf(page, "c")];
  const [one, two] = [cellOf(page, "one"), cellOf(page, "two")];
  const replaced = async () => {
    await one.run.click();
    await expect.poll(one.state).toBe("done");
    await two.run.click();
    await expect(two.host.locator(".row-replaced")).toHaveText("Replaces another definition of G.");
  };
  await replaced();
  await two.run.click();
  await expect(two.host.locator(".row-replaced")).toHaveCount(0);
  await b.run.click();
  await expect(b.value).toHaveText("1");
  await c.run.click();
  await expect(c.value).toHaveText("2");
  await a.host.evaluate((node) => (node as Cell).reset());
  await expect(b.host.locator(".row-note")).toContainText(/reset|fresh/i);
  expect(await b.state()).toBe("idle");
  expect(await c.state()).toBe("done");
  await expect(c.host.locator(".row-note")).toHaveCount(0);
  await b.run.click();
  await expect.poll(b.state).toBe("done");
  expect(await a.state()).toBe("done");
  await expect(b.host.locator(".row-note")).toHaveCount(0);
  // In a fresh Lisp the first definition replaces nothing, and the second one does again.
  await replaced();
});

test("a time limit is a cell's own, and a start that fails says so and can be tried again", async ({
  page,
}) => {
  await page.route("**/jscl_mcp_bg.wasm", (route) => route.fulfill({ status: 404, body: "" }));
  await openCells(page, cell("(loop)", 'id="a" timeout="0.2"') + cell("1", 'id="b"'));
  const a = cellOf(page, "a");
  await a.run.click();
  await expect(a.host.locator(".row-failure")).toContainText(/\w+\.$/);
  expect(await a.state()).toBe("error");
  await page.unroute("**/jscl_mcp_bg.wasm");
  await a.run.click();
  await expect(a.host.getByRole("heading", { name: "TIMEOUT" })).toBeVisible();
  const b = cellOf(page, "b");
  await b.run.click();
  await expect(b.value).toHaveText("1");
});

test("cells that must be live run by themselves, when the page is there or when they are seen", async ({
  page,
}) => {
  const far = '<div style="height: 300vh"></div>';
  await openCells(
    page,
    `${cell("(+ 1 1)", 'id="a" eval="load"')}${far}${cell("(+ 1 2)", 'id="b" eval="visible"')}`,
  );
  const [a, b] = [cellOf(page, "a"), cellOf(page, "b")];
  await expect(a.value).toHaveText("2");
  expect(await b.state()).toBe("idle");
  await b.host.scrollIntoViewIfNeeded();
  await expect(b.value).toHaveText("3");
});

test("cells that are removed end what they do, and come back as they were", async ({ page }) => {
  await openCells(page, cell("(loop)", 'id="a"') + cell("(+ 1 1)", 'id="b"'));
  const [a, b] = [cellOf(page, "a"), cellOf(page, "b")];
  await b.host.locator("pre.code").click();
  await expect(b.host.locator(".cm-content")).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type(" (+ 2 2)");
  await a.run.click();
  await expect.poll(a.state).toBe("running");
  await page.evaluate(async () => {
    const main = document.querySelector("main");
    const cells = [...document.querySelectorAll("lisp-cell")];
    Object.assign(globalThis, { cells });
    for (const each of cells) each.remove();
    await new Promise((resolve) => setTimeout(resolve));
    main?.append(...cells);
  });
  await expect.poll(a.state).toBe("idle");
  await expect(b.host.locator(".cm-content")).toHaveCount(0);
  await expect(b.host.locator("pre.code")).toHaveText("(+ 1 1) (+ 2 2)");
  await b.run.click();
  await expect(b.value).toHaveText("4");
  // Moving a cell ends nothing.
  await a.run.click();
  await expect.poll(a.state).toBe("running");
  await a.host.evaluate((node) => node.parentElement?.append(node));
  await page.waitForTimeout(50);
  expect(await a.state()).toBe("running");
});

test("cells that a page has thrown away are no longer kept", async ({ page }) => {
  await openCells(page, cell("(+ 1 1)", 'id="a"') + cell("(+ 1 2)", 'id="b"'));
  const edit = async (id: string) => {
    await page.evaluate((it) => {
      const code = document.getElementById(it)?.shadowRoot?.querySelector("pre.code");
      if (code instanceof HTMLElement) code.focus();
    }, id);
    const isOpen = (it: string) =>
      document.getElementById(it)?.shadowRoot?.querySelector(".cm-content") != null;
    await page.waitForFunction(isOpen, id);
  };
  await expect(cellOf(page, "b").run).toBeVisible();
  await edit("a");
  await page.evaluate(() => (document.getElementById("a") as Cell).run().then(() => null));
  await page.evaluate(() => {
    const gone = document.getElementById("a");
    Object.assign(globalThis, { gone: new WeakRef(gone as Element) });
    gone?.remove();
  });
  // CodeMirror's own range stays in the editor that was measured last.
  await edit("b");
  const devtools = await page.context().newCDPSession(page);
  const isGone = async () => {
    await devtools.send("HeapProfiler.collectGarbage");
    return page.evaluate(
      () => (globalThis as unknown as { gone: WeakRef<Element> }).gone.deref() === undefined,
    );
  };
  await expect.poll(isGone).toBe(true);
});

test("two hundred cells on a page keep it quick", async ({ page, browser }) => {
  const code = "(defun f (x)\n  (* x x)) ; a comment\n=> F\n(f 12)\n=> 144";
  const body = Array.from({ length: 200 }, (_, at) => `<p>Text ${at}.</p>${cell(code, `id="c${at}"`)}`).join(
    "",
  );
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await openCells(page, body);
  await expect(cellOf(page, "c0").run).toBeVisible();
  await page.evaluate(async () => {
    for (let at = 0; at < document.documentElement.scrollHeight; at += 400) {
      scrollTo(0, at);
      await new Promise(requestAnimationFrame);
    }
  });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: readonly { name: string; tdur?: number }[];
  };
  // The processor's time, in milliseconds: a machine that runs tests does other things, too.
  const longest = (name: string) =>
    traceEvents
      .filter((event) => event.name === name && event.tdur !== undefined)
      .map(({ tdur = 0 }) => tdur / 1000)
      .sort((a, b) => b - a);
  expect(longest("FunctionCall").length).toBeGreaterThan(20);
  expect(longest("FunctionCall")[0]).toBeLessThan(50);
  // The first layout is the page's own.
  expect(longest("Layout")[1]).toBeLessThan(50);
  const last = cellOf(page, "c199");
  await last.run.click();
  await expect(last.host.locator(".remark")).toHaveText("✓ as recorded");
  expect(page.workers()).toHaveLength(1);
});
