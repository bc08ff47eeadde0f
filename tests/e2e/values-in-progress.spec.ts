import { accessProblems } from "./support/access.js";
import { cell, cellOf, openCells } from "./support/cells.js";
import { OfficialClient } from "./support/session.js";
import { expect, test } from "./support/test.js";

/** The second form runs until it is stopped, or its time is over. */
const CODE = "(list 1 2)\n(defun f () 1)\n(loop)";

test("a client is told the values of a form while the next one runs", async ({ serverPage: page }) => {
  const client = await OfficialClient.connect(page, "auto");
  // What is compiled for the first time may take a busy machine longer than the limit.
  await client.evaluate("(list 1 2)\n(defun f () 1)");
  await client.tool("configure-limits", { timeout: 1 });
  const { answer, told } = await client.evaluateWithProgress(CODE);
  expect(answer.structuredContent).toMatchObject({ status: "timeout" });
  const results = told.flatMap(({ _meta }) => _meta?.["jscl-mcp/results"] ?? []);
  expect(results).toEqual((answer.structuredContent as { results: unknown[] }).results);
  expect(results).toMatchObject([
    { form: 0, values: ["(1 2)"], position: { line: 1, column: 0 } },
    { form: 1, values: ["F"], position: { line: 2, column: 0 } },
  ]);
});

test("the playground shows values beside their forms while the program runs", async ({ page }) => {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await page.locator("#editor .cm-content").fill(CODE);
  await page.keyboard.press("Control+Enter");
  const entry = page.locator(".entry").first();
  await expect(entry.locator(".live-results .row-form pre").first()).toHaveText("(1 2)");
  await expect(entry).toHaveAttribute("data-state", "running");
  await expect(entry.locator(".live-results .definitions")).toHaveText("F");
  await expect(page.locator("#editor .cm-value")).toHaveText(["⇒ (1 2)", "⇒ F"]);
  expect(await accessProblems(page)).toEqual([]);
  // The line of a value leads to its form, also now.
  await entry.locator(".live-results .form-line").first().click();
  await expect(page.locator("#editor .cm-content")).toBeFocused();
  // What is stopped keeps what it returned, once.
  await page.keyboard.press("Control+.");
  await expect(entry).toHaveAttribute("data-state", "cancelled");
  await expect(entry.locator(".row-form")).toHaveCount(2);
  await expect(page.locator("#editor .cm-value")).toHaveCount(2);
  // An answer takes the place of what was shown before it.
  await page.locator("#editor .cm-content").fill('1\n2\n(values (read-line))\n"end"');
  await page.keyboard.press("Control+Enter");
  const next = page.locator(".entry").last();
  await expect(next.locator(".live-results .row-form pre")).toHaveText(["1", "2"]);
  await expect(next).toHaveAttribute("data-state", "held");
  await page.keyboard.type("typed");
  await page.keyboard.press("Enter");
  await expect(next).toHaveAttribute("data-state", "ok");
  await expect(next.locator(".live-results")).toHaveCount(0);
  await expect(next.locator(".row-form pre")).toHaveText(["1", "2", '"typed"']);
  await expect(page.locator("#editor .cm-value")).toHaveText(["⇒ 1", "⇒ 2", '⇒ "typed"', '⇒ "end"']);
});

test("definitions that are told one after the other are in one row", async ({ page }) => {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  const code =
    "(defun f () 1)\n(defparameter *x* (read))\n(defun g () 2)\n(list 3)\n(defun h () 4)\n(values (read))";
  await page.locator("#editor .cm-content").fill(code);
  await page.keyboard.press("Control+Enter");
  const entry = page.locator(".entry").first();
  const definitions = entry.locator(".live-results .definitions");
  await expect(definitions).toHaveText(["F"]);
  await expect(entry).toHaveAttribute("data-state", "held");
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await expect(definitions).toHaveText(["F*X*G", "H"]);
  await page.keyboard.press("Control+.");
});

test("of many values the last ones are shown while the program runs", async ({ page }) => {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  const code = `${Array.from({ length: 300 }, (_, i) => `(+ ${i} 0)`).join("\n")}\n(loop)`;
  await page.locator("#editor .cm-content").fill(code);
  await page.keyboard.press("Control+Enter");
  const entry = page.locator(".entry").first();
  const last = entry.locator(".live-results .row-form pre");
  await expect(last.last()).toHaveText("299");
  await expect(last).toHaveCount(10);
  await expect(entry.locator(".live-results .dropped")).toHaveText("Values of 290 earlier forms");
  await page.keyboard.press("Control+.");
  await expect(entry).toHaveAttribute("data-state", "cancelled");
});

test("a cell shows values while it runs", async ({ page }) => {
  await openCells(page, `<h1>Cells</h1>${cell("(list 1 2)\n(loop)", 'id="it"')}`);
  const { host, run, state } = cellOf(page, "it");
  await run.click();
  await expect(host.locator(".live-results .row-form pre")).toHaveText("(1 2)");
  await expect.poll(state).toBe("running");
  expect(await accessProblems(page)).toEqual([]);
  await run.click();
  await expect(host.locator(".row-stopped")).toBeVisible();
  await expect(host.locator(".row-form pre")).toHaveText("(1 2)");
});
