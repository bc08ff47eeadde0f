import type { Page } from "@playwright/test";
import { programFragment } from "../../www/share/link.js";
import { accessProblems } from "./support/access.js";
import { expect, test } from "./support/test.js";
import { writeCode } from "./support/write-code.js";

const source = (page: Page) => page.locator("#editor .cm-content");
const named = (page: Page) => page.locator("#program-name");
const entries = (page: Page) => page.locator(".entry:not(.entry-note)");
const notice = (page: Page) => page.locator("#source-notice");

async function choose(page: Page, menu: string, ...items: readonly string[]): Promise<void> {
  await page.locator(`#${menu} > button`).click();
  for (const name of items)
    await page.locator(`#${menu}`).getByRole("menuitem", { name, exact: true }).click();
}

async function ready(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
}

test("programs are kept apart, by tab and by name, and nothing of them is lost", async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    if (sessionStorage.length === 0) localStorage.setItem("jscl-mcp.playground.source", "(list :earlier)");
  });
  await page.goto("./");
  await ready(page);
  // An earlier version of the page kept one text.
  await expect(source(page)).toHaveText("(list :earlier)");
  await choose(page, "programs", "New program");
  // What was written goes into a program, and an example opens beside it.
  await writeCode(source(page), '(defun mine () "first") (mine)');
  await page.locator("#run").click();
  await expect(entries(page).locator(".row-value")).toContainText("first");
  await page.locator("#programs > button").click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("My sums");
  await page.getByRole("textbox", { name: "Name" }).press("Enter");
  await expect(named(page)).toHaveText("My sums");
  await page.locator("#examples > button").click();
  await page.getByRole("menuitem", { name: /^Closures/ }).click();
  await expect(named(page)).toHaveText("Closures");
  await page.locator("#programs > button").click();
  await expect(page.getByRole("menuitemradio", { name: /^Closures/ })).toBeChecked();
  expect(await accessProblems(page)).toEqual([]);
  await page.getByRole("menuitemradio", { name: /^My sums/ }).click();
  await expect(source(page)).toHaveText('(defun mine () "first") (mine)');

  // An earlier version comes back by the menu, and what it replaced by undo.
  await writeCode(source(page), "(+ 1 1)");
  await page.locator("#programs > button").click();
  await page.getByRole("menuitem", { name: "Earlier versions" }).press("ArrowRight");
  await page.getByRole("menuitem", { name: /mine/ }).click();
  await expect(source(page)).toHaveText('(defun mine () "first") (mine)');
  await source(page).press("Control+z");
  await expect(source(page)).toHaveText("(+ 1 1)");

  // A reload brings back program, undo, transcript and, on request, definitions.
  const line = page.getByRole("textbox", { name: "Lisp prompt" });
  await line.fill("(nowhere:at-all 1)");
  await line.press("Control+Enter");
  await expect(entries(page).last()).toHaveAttribute("data-state", "held");
  await line.fill("(loop)");
  await line.press("Control+Enter");
  const stopped = entries(page).nth(2);
  await expect(stopped).toHaveAttribute("data-state", "running");
  await line.press("Control+.");
  await expect(stopped).toHaveAttribute("data-state", "cancelled");
  const took = (await stopped.locator(".entry-meta").textContent()) ?? "";
  await page.reload();
  await expect(named(page)).toHaveText("My sums");
  await expect(source(page)).toHaveText("(+ 1 1)");
  await expect(entries(page).locator(".row-value")).toContainText("first");
  await expect(page.locator(".entry-note")).toContainText("is a fresh one");
  await expect(stopped.locator(".entry-meta")).toHaveText(took);
  // What was entered at the prompt leads to it, and not into the editor.
  await entries(page).nth(1).locator(".place").first().click();
  await expect(line).toHaveText("(nowhere:at-all 1)");
  await source(page).press("Control+z");
  await expect(source(page)).toHaveText('(defun mine () "first") (mine)');
  await ready(page);
  await expect(page.locator("#offer-text")).toContainText("This tab's definitions");
  await page.locator("#offer-restore").click();
  await expect(entries(page)).toHaveCount(4);
  await expect(entries(page).last()).toHaveAttribute("data-state", "ok");
  await writeCode(source(page), "(mine)");
  await page.locator("#run").click();
  await expect(entries(page).last().locator(".row-value")).toContainText("first");
  await page.locator("#clear").click();

  // Another tab begins with the same program; whoever writes second goes on in one of its own.
  const other = await context.newPage();
  await other.goto("./");
  await expect(named(other)).toHaveText("My sums");
  await other.locator("#programs > button").click();
  await expect(other.getByRole("menuitemradio", { name: /^My program/ })).toBeVisible();
  await other.keyboard.press("Escape");
  await writeCode(source(page), "(list :here)");
  await page.waitForTimeout(400);
  await writeCode(source(other), "(list :there)");
  await expect(notice(other)).toContainText(
    "Another tab has changed “My sums”: yours goes on as “My sums 2”",
  );
  await writeCode(source(page), "(list :here :too)");
  await Promise.all([page.reload(), other.reload()]);
  await expect(source(page)).toHaveText("(list :here :too)");
  await expect(source(other)).toHaveText("(list :there)");
  await expect(entries(page)).toHaveCount(0);
  await other.close();

  // Deleted with a way back, undo history and all.
  await choose(page, "programs", "Duplicate");
  await expect(named(page)).toHaveText("My sums 3");
  await choose(page, "programs", "Delete");
  await expect(named(page)).not.toHaveText("My sums 3");
  await notice(page).getByRole("button", { name: "Undo" }).click();
  await expect(named(page)).toHaveText("My sums 3");
  await expect(source(page)).toHaveText("(list :here :too)");
});

test("a page without storage, and one whose storage is full, says so and goes on", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.goto("./");
  await writeCode(source(page), "(list 1)");
  await expect(notice(page)).toContainText("storage is full");
  await choose(page, "programs", "New program");
  await writeCode(source(page), "(list 2)");
  await page.locator("#programs > button").click();
  await page.getByRole("menuitemradio", { name: /^Mended/ }).click();
  await expect(source(page)).toHaveText("(list 1)");

  await page.addInitScript(() => {
    const denied = {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    };
    Object.defineProperties(window, { localStorage: denied, sessionStorage: denied });
  });
  await page.reload();
  await expect(named(page)).toHaveText("Mended while it runs");
  await writeCode(source(page), "(list 3)");
  await expect(notice(page)).toContainText("This browser keeps nothing");
  await ready(page);
  await page.locator("#run").click();
  await expect(entries(page).locator(".row-value")).toContainText("(3)");
});

test("the last error is shared as a program that fails so again, and nothing of it runs by itself", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./");
  await ready(page);
  await writeCode(source(page), "(defun pick (n) (elt #(10 20 30) (+ n 100)))\n(pick (random 1000000))");
  await page.locator("#run").click();
  await expect(entries(page)).toHaveAttribute("data-state", "held");
  const index = entries(page).locator(".report-message");
  const message = await index.innerText();
  await page.locator("#share > button").click();
  await expect(page.locator("#share .menu-list")).toBeVisible();
  for (const width of [1280, 900, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const box = await page.locator("#share .menu-list").boundingBox();
    expect([width, box && box.x >= 0 && box.x + box.width <= width]).toEqual([width, true]);
  }
  await page.getByRole("menuitem", { name: /^Copy link to the last error/ }).click();
  await expect(notice(page)).toContainText("The link is copied.");
  const address = await page.evaluate(() => navigator.clipboard.readText());

  const other = await context.newPage();
  await other.goto(address);
  await expect(notice(other)).toContainText("“A failure” came with a link, and has not been run");
  await ready(other);
  await expect(entries(other)).toHaveCount(0);
  await notice(other).getByRole("button", { name: "Run it" }).click();
  await expect(entries(other)).toHaveAttribute("data-state", "held");
  await expect(entries(other).locator(".report-message")).toHaveText(message);
});

test("the last error is shared with what came before it, so that computed values are there", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./");
  await ready(page);
  for (const [i, code] of ["(defvar *seen* nil)", "(push 'a *seen*)", "(+ 1 (first *seen*))"].entries()) {
    await writeCode(source(page), code);
    await page.locator("#run").click();
    await expect(entries(page)).toHaveCount(i + 1);
    await expect(entries(page).last()).toHaveAttribute("data-state", i < 2 ? "ok" : "held");
  }
  const message = await entries(page).last().locator(".report-message").innerText();
  await page.locator("#share > button").click();
  await page.getByRole("menuitem", { name: /^Copy link to it with what came before/ }).click();
  await expect(notice(page)).toContainText("The link is copied.");
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(address);
  await ready(other);
  await notice(other).getByRole("button", { name: "Run it" }).click();
  await expect(entries(other)).toHaveAttribute("data-state", "held");
  await expect(entries(other).locator(".report-message")).toHaveText(message);
});

test("a program is shared by its address, opened as one of its own, and run when that is clicked", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./");
  const code = '(print "<shared> & λ")\n(car 5)';
  await writeCode(source(page), code);
  await ready(page);
  await page.locator("#share > button").click();
  const failure = page.getByRole("menuitem", { name: /^Copy the last error/ });
  await expect(failure).toBeDisabled();
  await page.getByRole("menuitem", { name: /^Copy link that offers/ }).click();
  await expect(notice(page)).toContainText("The link is copied.");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const address = await copied();
  await page.locator("#run").click();
  await expect(entries(page)).toHaveAttribute("data-state", "held");
  await page.locator("#share > button").click();
  await failure.click();
  await expect(notice(page)).toContainText("as Markdown");
  const markdown = await copied();
  for (const part of [code, "[ERROR] TYPE-ERROR", "jscl-mcp 0."]) expect(markdown).toContain(part);
  await page.locator("#share > button").click();
  await page.getByRole("menuitem", { name: /^Copy as a cell/ }).click();
  await expect(notice(page)).toContainText("markup");
  expect(await copied()).toContain("&lt;shared&gt; &amp; λ");
  const saving = page.waitForEvent("download");
  await page.locator("#share > button").click();
  await page.getByRole("menuitem", { name: /^Save as a file/ }).click();
  expect((await saving).suggestedFilename()).toBe("mended-while-it-runs.lisp");

  const other = await context.newPage();
  await other.goto(address);
  await expect(notice(other)).toContainText("came with a link, and has not been run");
  await expect(source(other)).toContainText("<shared>");
  await ready(other);
  await expect(entries(other)).toHaveCount(0);
  await other.locator("#programs > button").click();
  await expect(other.getByRole("menuitemradio", { checked: true })).toContainText("from a link");
  await other.keyboard.press("Escape");
  await notice(other).getByRole("button", { name: "Run it" }).click();
  await expect(entries(other)).toHaveAttribute("data-state", "held");
  expect(other.url()).toBe(address);
  // What is changed is no longer what the address brings, and outlives a reload.
  await writeCode(source(other), "(list :changed)");
  await expect.poll(() => other.url()).not.toContain("#");
  await other.reload();
  await expect(source(other)).toHaveText("(list :changed)");

  // Bad links: one sentence, an empty program, and the one before is still there.
  for (const [fragment, problem] of [
    ["#program=1.garbled", "damaged"],
    ["#program=7.AAAA", "later version"],
    [await programFragment({ name: "x", text: "x".repeat(1_500_000), asksToRun: false }), "more than"],
  ] as const) {
    await other.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
    await expect(notice(other)).toContainText(problem);
    await expect(named(other)).toHaveText("Untitled");
    await expect(source(other)).not.toContainText("x");
  }
  await other.locator("#programs > button").click();
  await expect(other.getByRole("menuitemradio", { name: /from a link/ })).toHaveCount(1);
});
