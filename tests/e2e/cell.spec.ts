import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { cell, cellOf, openCells } from "./support/cells.js";
import { made } from "./support/made-pages.js";
import { expect, test } from "./support/test.js";
import { expectLines, writeCode } from "./support/write-code.js";

type Cell = HTMLElement & { code: string; result: { status: string }; run(): Promise<unknown>; stop(): void };

test("a cell shows its code and loads nothing more until it is run; then it shows what came", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await openCells(page, cell('(format t "to out~%")\n(warn "take care")\n(values (* 6 7) :two)', 'id="a"'));
  const { host, run, value, output } = cellOf(page, "a");
  await expect(run).toHaveText("Run");
  expect(asked.filter((path) => path !== "/favicon.ico")).toEqual([made("cells"), "/lisp-cell.js"]);
  await expect(host.locator("pre.code .tok-number")).toHaveText(["6", "7"]);

  const results = page.evaluate(
    () =>
      new Promise((resolve) => {
        const states: unknown[] = [];
        document.addEventListener("lisp-state", ({ detail }: CustomEventInit) => states.push(detail));
        document.addEventListener("lisp-result", ({ detail }: CustomEventInit) =>
          queueMicrotask(() => resolve([states, detail.values])),
        );
      }),
  );
  await run.click();
  await expect(value).toHaveText(["42", ":TWO"]);
  await expect(output).toHaveText("to out");
  await expect(host.locator("[part=warning]")).toContainText("take care");
  expect(await results).toEqual([
    ["loading", "running", "done"],
    ["42", ":TWO"],
  ]);
  expect(await host.evaluate((node) => (node as Cell).result.status)).toBe("ok");
  await expect(host.getByRole("status")).toContainText("Value 42, :TWO");
});

test("an error is reported with its restarts and frames; taking one evaluates again", async ({ page }) => {
  await openCells(page, `<h1>One</h1><h2>Two</h2>${cell("(defun f (x)\n  (+ x no-such))\n(f 1)", 'id="a"')}`);
  const { host, run, value } = cellOf(page, "a");
  await run.click();
  const report = host.locator("[part=report]");
  await expect(report.getByRole("heading", { name: "UNBOUND-VARIABLE", level: 3 })).toBeVisible();
  await expect(report.locator("[part=frame]").first()).toContainText("(F 1)");
  await expect(host.locator(".spot")).toBeVisible();
  await report.getByRole("button", { name: "Take USE-VALUE" }).click();
  await report.getByLabel("Values for USE-VALUE").fill("41");
  await report.getByLabel("Values for USE-VALUE").press("Enter");
  await expect(value).toHaveText("42");
  await expect(report).toHaveCount(0);
});

test("recorded answers are compared with what comes, as long as the code is the page's", async ({ page }) => {
  const recorded = "(defun twice (x) (* 2 x))\n=> TWICE\n(twice 21)\n=> 42";
  await openCells(page, cell(recorded, 'id="a"') + cell("(+ 1 1)\n=> 3", 'id="b"'));
  const a = cellOf(page, "a");
  await expect(a.host.locator(".tok-recorded")).toHaveText([" TWICE\n", " 42"]);
  await a.run.click();
  await expect(a.host.locator(".remark")).toHaveText("✓ as recorded");

  const mismatch = page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener("lisp-mismatch", ({ detail }: CustomEventInit) => resolve(detail));
      }),
  );
  const b = cellOf(page, "b");
  await b.run.click();
  await expect(b.host.locator(".row-mismatch")).toContainText("(+ 1 1) answers otherwise than recorded.");
  expect(await mismatch).toEqual([
    { form: 0, expected: [{ kind: "value", text: "3" }], came: [{ kind: "value", text: "2" }] },
  ]);
  await b.host.evaluate((node) => {
    (node as Cell).code = "(+ 1 2)\n=> 4";
  });
  await b.run.click();
  await expect(b.value).toHaveText("3");
  await expect(b.host.locator(".row-mismatch")).toHaveCount(0);
});

test("the editor comes with the focus, in the same place, and Escape leaves it", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openCells(page, `${cell("(+ 1 1)\n(+ 1 2)\n=> 3", 'id="a"')}<p>After.</p>`);
  const { host, run, value } = cellOf(page, "a");
  const size = () => host.evaluate((node) => JSON.stringify(node.getBoundingClientRect()));
  await expect(run).toBeVisible();
  const before = await size();
  await host.locator("pre.code").click({ position: { x: 200, y: 14 } });
  await expect(host.locator(".cm-content")).toBeFocused();
  await expect.poll(size).toBe(before);
  await expect(host.locator(".cm-content")).toHaveAccessibleDescription(/Escape leaves the editor/);
  await page.keyboard.type("(+ 40 2)");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(value).toHaveText("3");
  await page.keyboard.press("Escape");
  await expect(run).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(host.getByRole("status")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("(+ 1 1)(+ 40 2)\n(+ 1 2)");
  // It opens in the playground as a program of its own, which the tab keeps.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const [playground] = await Promise.all([context.waitForEvent("page"), page.keyboard.press("Enter")]);
  await expect(playground.locator("#editor .cm-content")).toContainText("(+ 1 1)(+ 40 2)");
  await writeCode(playground.locator("#editor .cm-content"), "changed");
  await playground.goto("/");
  await expect(playground.locator("#editor .cm-content")).toHaveText("changed");
  await playground.close();
  await page.bringToFront();
  await writeCode(host.locator(".cm-content"), "(list 1\n2)");
  await host.getByRole("button", { name: "Indent the code" }).click();
  await expectLines(host, ["(list 1", "      2)"]);
  await expect(host.locator(".cm-content")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await expectLines(host, ["(list 1", "2)"]);
  // Start over.
  await host.getByRole("button", { name: "Start over" }).click();
  await expect(host.locator(".cm-content")).not.toContainText("40");
  await expect(value).toHaveCount(0);
});

test("the button stays where it is when the others come", async ({ page }) => {
  await openCells(page, cell("(+ 1 1)", 'id="a"'));
  const { host, run } = cellOf(page, "a");
  const place = async () => JSON.stringify(await run.boundingBox());
  await expect(run).toBeVisible();
  const before = await place();
  await run.hover();
  await expect(host.getByRole("button", { name: "Copy the code" })).toBeVisible();
  expect(await place()).toBe(before);
});

test("a runaway is stopped, and a readonly cell has no editor", async ({ page }) => {
  await openCells(page, cell('(print "on")\n(finish-output)\n(loop)', 'id="a" readonly'));
  const { host, run, output, state } = cellOf(page, "a");
  await run.click();
  await expect(output).toContainText("on");
  await expect(host.locator("[part=stop]")).toHaveText("Stop");
  await host.locator("[part=stop]").click();
  await expect(host.locator(".row-stopped")).toContainText("Stopped");
  expect(await state()).toBe("idle");
  await host.locator("pre.code").click();
  await expect(host.locator("pre.code")).toBeFocused();
  await expect(host.locator(".cm-content")).toHaveCount(0);
});

for (const isIsolated of [true, false])
  test.describe(isIsolated ? "with shared memory" : "by a service worker", () => {
    test.use({ serviceWorkers: isIsolated ? "block" : "allow" });

    test("an error holds the program where a cell asks for that", async ({ page }) => {
      await openCells(page, cell('(princ "once")\n(list no-such)', 'id="a" on-error="ask"'), { isIsolated });
      const a = cellOf(page, "a");
      await a.run.click();
      await expect(a.host.locator(".row-held")).toContainText("The program waits here.");
      expect(await a.state()).toBe("held");
      await a.host.getByRole("button", { name: "Take USE-VALUE" }).click();
      await a.host.getByLabel("Values for USE-VALUE").fill("7");
      await a.host.getByLabel("Values for USE-VALUE").press("Enter");
      await expect(a.value).toHaveText("(7)");
      await expect(a.output).toHaveText("once");
    });
  });

test("a page's style never reaches into a cell, nor a cell's out of it", async ({ page }) => {
  const head = `<style>* { all: unset !important } button, pre, code, .code, .run, .block, .output { display: none !important }
    body { visibility: visible; color: red; font: 40px cursive; text-transform: uppercase; letter-spacing: 1em }</style>`;
  const text =
    cell("(values 1)", 'id="a"') +
    '<lisp-cell id="b" hidden>1</lisp-cell><button class="run quiet">x</button>';
  await openCells(page, text, { head });
  const globals = await page.evaluate(() => Object.keys(globalThis).length);
  const { host, run, value } = cellOf(page, "a");
  await expect(page.locator("#b")).toBeHidden();
  const style = await run.evaluate((node) => {
    const { display, letterSpacing, textTransform, fontSize } = getComputedStyle(node);
    return { display, letterSpacing, textTransform, fontSize };
  });
  expect(style).toEqual({
    display: "flex",
    letterSpacing: "normal",
    textTransform: "none",
    fontSize: "12px",
  });
  await expect(host.locator("pre.code")).toBeVisible();
  await run.click();
  await expect(value).toBeVisible();
  expect(await page.locator("button.quiet").evaluate((node) => getComputedStyle(node).height)).toBe("auto");
  expect(await page.evaluate(() => [Object.keys(globalThis).length, document.head.children.length])).toEqual([
    globals,
    6,
  ]);
});

test("one attribute upgrades the blocks of a site, and those that come later", async ({ page }) => {
  const block = '<pre><code class="language-lisp"><span class="hljs-x">(+ 1</span> <i>2)</i></code></pre>';
  await openCells(page, `${block}<pre><code class="language-js">1</code></pre>${cell("3")}`, {
    script: 'data-selector="pre > code.language-lisp" data-session="other"',
  });
  await expect(page.locator("lisp-cell")).toHaveCount(2);
  const first = page.locator("lisp-cell").first();
  await first.locator(".run").click();
  await expect(first.locator("[part=value] pre")).toHaveText("3");
  await expect(first).toHaveAttribute("session", "other");
  await page.evaluate((html) => document.querySelector("main")?.insertAdjacentHTML("beforeend", html), block);
  await expect(page.locator("lisp-cell")).toHaveCount(3);
  expect(
    await page
      .locator("lisp-cell")
      .last()
      .evaluate((node) => (node as Cell).code),
  ).toBe("(+ 1 2)");
});

test("the theme is the page's, however it is switched", async ({ page }) => {
  const head =
    "<style>html.night { background: #111; color: #eee } pre { padding: 1em; background: #f4f4f4 } .night pre { background: #222 }</style>";
  await openCells(page, cell("(+ 1 1)", 'id="a"') + cell("1", 'id="b" theme="dark"'), { head });
  const box = cellOf(page, "a").host.locator(".lisp");
  await expect(box).toHaveAttribute("data-theme", "light");
  await expect(cellOf(page, "b").host.locator(".lisp")).toHaveAttribute("data-theme", "dark");
  const background = () => box.locator(".block").evaluate((node) => getComputedStyle(node).backgroundColor);
  expect(await background()).toBe("rgb(244, 244, 244)");
  await page.evaluate(() => document.documentElement.classList.add("night"));
  await expect(box).toHaveAttribute("data-theme", "dark");
  expect(await background()).toBe("rgb(34, 34, 34)");
});

// How generators of sites write and draw code.
const sites = {
  plain: ["", cell("(f 1)\n(f 2)\n=> 3")],
  "a box of its own": [
    "pre { padding: 1em; background: #f6f8fa; border-radius: 6px; line-height: 1.45; font-size: 85% }",
    cell("(f)"),
  ],
  "like mdBook": [
    "pre { margin: 16px 0 } pre code { display: block; padding: 1rem; background: #f6f7f6; font-size: 0.875em; overflow-x: auto }",
    cell("(f 1)\n(f 2)"),
  ],
  "like Sphinx": [
    ".highlight { background: #f8f8f8; margin: 1em 0 } .highlight pre { padding: 10px; border: 1px solid #ccc; margin: 0; line-height: 1.2 }",
    '<lisp-cell><div class="highlight-lisp"><div class="highlight"><pre><span></span>(f 1)\n(f 2)\n</pre></div></div></lisp-cell>',
  ],
  "like VitePress": [
    "div[class*=language-] { margin: 16px 0; background: #f6f6f7; border-radius: 8px } div[class*=language-] pre { margin: 0; padding: 20px 0 } pre code { display: block; padding: 0 24px; line-height: 1.7; font-size: 14px }",
    '<lisp-cell><div class="language-lisp"><pre class="shiki"><code><span class="line">(f 1)</span>\n<span class="line">(f 2)</span></code></pre></div></lisp-cell>',
  ],
} as const;

for (const [name, [style, markup]] of Object.entries(sites))
  test(`nothing moves when a cell is drawn: ${name}`, async ({ page }) => {
    let send = () => {};
    const asked = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route("**/lisp-cell.js", async (route) => {
      await asked;
      await route.continue();
    });
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("p")].map((each) => Math.round(each.getBoundingClientRect().top)),
      );
    const opened = openCells(page, `<p>Before.</p>${markup}<p>Between.</p>${markup}<p>After.</p>`, {
      head: `<style>${style}</style>`,
    });
    await page.locator("p").last().waitFor();
    const before = await places();
    expect(before).toHaveLength(3);
    send();
    await opened;
    await expect(page.locator("lisp-cell .run").last()).toBeVisible();
    const after = await places();
    for (const [at, place] of after.entries())
      expect(Math.abs(place - (before[at] ?? 0))).toBeLessThanOrEqual(1);
  });

test("what a page loads before somebody runs a cell is small", () => {
  const weigh = (file: string) => brotliCompressSync(readFileSync(`dist/${file}`)).length;
  expect(weigh("lisp-cell.js")).toBeLessThanOrEqual(8192);
});

test("a picture is recorded by its title", async ({ page }) => {
  const plot = '(jscl-mcp:plot \'(3 1 4) :title "Three numbers")';
  const [same, other] = ["Three numbers", "Four numbers"].map((title) => `${plot}\n.. [picture] ${title}`);
  await openCells(page, cell(same ?? "", 'id="a"') + cell(other ?? "", 'id="b"'));
  const [a, b] = [cellOf(page, "a"), cellOf(page, "b")];
  await a.run.click();
  await expect(a.host.getByRole("img", { name: "Three numbers" })).toBeVisible();
  await expect(a.host.locator(".remark")).toHaveText("✓ as recorded");
  await b.run.click();
  await expect(b.host.locator(".row-mismatch")).toContainText(".. [picture] Three numbers");
});
