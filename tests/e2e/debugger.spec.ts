import type { Locator, Page } from "@playwright/test";
import { accessProblems } from "./support/access.js";
import { expect, test } from "./support/test.js";

// Programs that wait at errors in the playground while others run on top of them.

const entries = (page: Page) => page.locator("#transcript > .entry");
const source = (page: Page) => page.locator("#editor .cm-content");
const prompt = (page: Page) => page.getByRole("textbox", { name: "Lisp prompt" });

async function open(page: Page): Promise<void> {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
}

/** Runs a program from the editor; answers its entry. */
async function run(page: Page, code: string, state: string): Promise<Locator> {
  const entry = entries(page).nth(await entries(page).count());
  await source(page).fill(code);
  await source(page).press("Control+Enter");
  await expect(entry).toHaveAttribute("data-state", state);
  return entry;
}

/** Evaluates a form at the prompt. */
async function enter(page: Page, code: string): Promise<void> {
  await prompt(page).fill(code);
  await prompt(page).press("Control+Enter");
}

/** Unfolds a call of the report. */
async function unfold(entry: Locator, frame: number): Promise<Locator> {
  const name = new RegExp(`^Frame ${frame} `);
  const button = entry.getByRole("button", { name });
  await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  return entry.locator(".frame", { has: entry.page().getByRole("button", { name }) }).locator(".frame-box");
}

const DEBUGGED = `(declaim (optimize (debug 2)))
(defvar *rate* 1)
(defun price (pounds)
  (let ((pence (* pounds 100)) (*rate* 3))
    (list pence (tax pence))))
(list :paid (price 4))`;

/** Has the page served without the headers by which it shares memory with its Lisp. */
async function withoutIsolation(page: Page): Promise<void> {
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.continue();
    const response = await route.fetch();
    const headers = { ...response.headers() };
    delete headers["cross-origin-opener-policy"];
    delete headers["cross-origin-embedder-policy"];
    await route.fulfill({ response, headers });
  });
}

for (const sharesMemory of [true, false])
  test.describe(sharesMemory ? "with shared memory" : "by a service worker", () => {
    test.use({ serviceWorkers: sharesMemory ? "block" : "allow" });

    test("the first example fails, is mended while it waits, and goes on: by mouse", async ({ page }) => {
      if (!sharesMemory) await withoutIsolation(page);
      await open(page);
      expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(sharesMemory);
      await page.locator("#run").click();
      const held = entries(page).first();
      await expect(held).toHaveAttribute("data-state", "held");
      await expect(held.locator(".row-held")).toContainText(
        "Level 1 The program waits here. Define what it lacks, then take CONTINUE",
      );
      await expect(page.locator("#repl-package")).toHaveText("CL-USER 1>");
      expect(await accessProblems(page, "#transcript", "#repl")).toEqual([]);
      await source(page).getByText("defun celsius", { exact: false }).first().click();
      await page.locator("#run-form").click();
      await expect(entries(page).nth(1)).toHaveAttribute("data-state", "ok");
      await expect(held).toHaveAttribute("data-state", "held");
      // However far away the report is, what goes on is at the prompt.
      const waiting = page.getByRole("region", { name: "The program that waits" });
      await expect(waiting).toContainText("Level 1 waits: UNDEFINED-FUNCTION");
      await waiting.getByRole("button", { name: "Go on" }).click();
      await expect(prompt(page)).toBeFocused();
      await expect(held).toHaveAttribute("data-state", "ok");
      await expect(held.locator(".row-out pre")).toHaveText("Oslo: 5.0 10.0 15.0\nCairo: 30.0 35.0");
      await expect(held.locator(".row-value pre")).toHaveText("2");
      await expect(page.locator("#repl-package")).toHaveText("CL-USER>");
      await expect(waiting).toBeHidden();
      await expect(entries(page)).toHaveCount(2);
    });
  });

test("the same by keyboard alone", async ({ page }) => {
  await open(page);
  await source(page).focus();
  await page.keyboard.press("Control+Enter");
  const held = entries(page).first();
  await expect(held).toHaveAttribute("data-state", "held");
  await page.keyboard.press("Control+End");
  for (let line = 0; line < 4; line++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+Enter");
  await expect(entries(page).nth(1)).toHaveAttribute("data-state", "ok");
  await held.getByRole("button", { name: "Go on" }).focus();
  await page.keyboard.press("Enter");
  await expect(held).toHaveAttribute("data-state", "ok");
  // The focus does not fall out of the page with the button.
  await expect(held).toBeFocused();

  await prompt(page).focus();
  await enter(page, "(list (not-there 1))");
  await expect(entries(page).last()).toHaveAttribute("data-state", "held");
  await enter(page, "(defun not-there (x) (* x 2))");
  await enter(page, ",restart continue");
  await expect(entries(page).nth(2).locator(".row-value pre")).toHaveText("(2)");
});

test("errors of what runs on top are levels of their own", async ({ page }) => {
  await open(page);
  const first = await run(page, '(princ "one") (list (missing 1))', "held");
  await enter(page, "(car nowhere)");
  const second = entries(page).nth(1);
  await expect(second).toHaveAttribute("data-state", "held");
  await expect(second.locator(".level-badge")).toHaveText("Level 2");
  await expect(page.locator("#repl-package")).toHaveText("CL-USER 2>");
  await second.getByRole("button", { name: "Abort level" }).click();
  await expect(second).toHaveAttribute("data-state", "error");
  await expect(first).toHaveAttribute("data-state", "held");
  await expect(page.locator("#repl-package")).toHaveText("CL-USER 1>");

  // A restart of the outer level leaves the inner one.
  await enter(page, "(cdr nowhere)");
  const third = entries(page).nth(2);
  await expect(third).toHaveAttribute("data-state", "held");
  await enter(page, "(defun missing (x) (+ x 41))");
  await first.getByRole("button", { name: "Take CONTINUE" }).click();
  await expect(first).toHaveAttribute("data-state", "ok");
  await expect(first.locator(".row-value pre")).toHaveText("(42)");
  await expect(first.locator(".row-out pre")).toHaveText("one");
  await expect(third).toHaveAttribute("data-state", "left");
  await expect(third.locator(".row-stopped")).toContainText("A level below it has gone on.");

  // What throws to the level below it is left as well.
  await enter(page, "(list (absent 1))");
  const fifth = entries(page).nth(4);
  await expect(fifth).toHaveAttribute("data-state", "held");
  await enter(page, "(use-value (lambda (x) (+ x 6)))");
  await expect(fifth.locator(".row-value pre")).toHaveText("(7)");
  await expect(entries(page).nth(5)).toHaveAttribute("data-state", "left");

  // Stopping what runs on top leaves the level held, and Stop once more ends it.
  await enter(page, "(list (absent 2))");
  const seventh = entries(page).nth(6);
  await expect(seventh).toHaveAttribute("data-state", "held");
  await enter(page, "(loop)");
  await expect(page.locator("#run")).toHaveText(/^Stop/);
  await page.keyboard.press("Control+.");
  await expect(entries(page).nth(7)).toHaveAttribute("data-state", "cancelled");
  await expect(seventh).toHaveAttribute("data-state", "held");
  await page.keyboard.press("Control+.");
  await expect(seventh).toHaveAttribute("data-state", "error");

  // Reset takes what waits with it.
  await enter(page, "(list (absent 3))");
  await expect(entries(page).nth(8)).toHaveAttribute("data-state", "held");
  await page.locator("#reset").click();
  await expect(entries(page).nth(8)).toHaveAttribute("data-state", "left");
  await expect(page.locator("#repl-package")).toHaveText("CL-USER>");
});

test("frames unfold to variables, evaluate, and return values", async ({ page }) => {
  await open(page);
  const held = await run(page, DEBUGGED, "held");
  const box = await unfold(held, 1);
  const names = box.locator("tbody th");
  await expect(names.filter({ hasText: "pence" })).toHaveCount(1);
  await expect(box.locator("tr", { hasText: "pence" }).locator("td").first()).toContainText("400");
  await expect(box.locator("tr", { hasText: "*rate*" })).toContainText("special");
  expect(await accessProblems(page, "#transcript")).toEqual([]);

  const line = box.getByRole("textbox", { name: "Evaluate in frame 1" });
  await line.fill("(list pence pounds)");
  await line.press("Enter");
  await expect(box.locator(".frame-result pre").last()).toHaveText("=> (400 4)");
  await line.fill("(setf pence 7)");
  await line.press("Enter");
  await expect(box.locator("tr", { hasText: "pence" }).locator("td").first()).toContainText("7");
  await expect(line).toBeFocused();
  await line.press("ArrowUp");
  await line.press("ArrowUp");
  await expect(line).toHaveValue("(list pence pounds)");
  await line.fill("(car pence)");
  await line.press("Enter");
  await expect(box.locator(".frame-result-error")).toContainText("TYPE-ERROR");
  await expect(held).toHaveAttribute("data-state", "held");

  await box.getByRole("button", { name: "Return from frame 1" }).click();
  await box.getByLabel("Values to return from frame 1").fill("(list :returned pence)");
  await page.keyboard.press("Enter");
  await expect(held).toHaveAttribute("data-state", "ok");
  await expect(held.locator(".row-value pre")).toHaveText("(:PAID (:RETURNED 7))");
});

test("a call is made again when what it lacks is there, and one that cannot be says why", async ({
  page,
}) => {
  await open(page);
  const held = await run(page, DEBUGGED.replace("(let", '(princ "again ") (let'), "held");
  await enter(page, "(defun tax (pence) (/ pence 10))");
  await (await unfold(held, 1)).getByRole("button", { name: "Restart frame 1" }).click();
  await expect(held.locator(".row-value pre")).toHaveText("(:PAID (400 40))");
  await expect(held.locator(".row-out pre")).toHaveText("again again ");

  await page.locator("#reset").click();
  await expect(entries(page)).toHaveCount(3);
  const other = await run(page, "(defun plain (x) (list x (none x))) (list (plain 1))", "held");
  await (await unfold(other, 1)).getByRole("button", { name: "Restart frame 1" }).click();
  await expect(other.locator(".report-problem")).toContainText("debug");
  await expect(other).toHaveAttribute("data-state", "held");
});

test("a program that is held when the page is loaded again is shown as over", async ({ page }) => {
  await open(page);
  await run(page, '(princ "so far") (list (missing 1))', "held");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  const entry = entries(page).first();
  await expect(entry).toHaveAttribute("data-state", "left");
  await expect(entry.locator(".row-out pre")).toHaveText("so far");
  await expect(entry.locator(".row-stopped")).toContainText("ended with its Lisp");
  await enter(page, "(+ 1 2)");
  await expect(entries(page).last().locator(".row-value pre")).toHaveText("3");
});

test("calls of an error that is over unfold, until another comes", async ({ page }) => {
  await open(page);
  await page.locator("#sessions").getByRole("button").first().click();
  await page.getByRole("menuitem", { name: "Stop asking on error" }).click();
  const code = "(declaim (optimize (debug 2))) (defun half (n) (let ((m (* n 2))) (/ m 0))) (half 21)";
  const first = await run(page, code, "error");
  const box = await unfold(first, 1);
  await expect(box.locator("tbody tr").first()).toContainText("m42");
  await box.getByRole("button", { name: "Inspect 42" }).first().click();
  await expect(box.locator(".inspector .level")).toContainText("42");
  await expect(box.getByRole("button", { name: /^Restart/ })).toHaveCount(0);
  await run(page, "(car 5)", "error");
  await expect((await unfold(first, 0)).locator(".frame-note")).toContainText(
    "no longer remembers this error",
  );
});

test("variables that were not kept are there when the program is run again with all of them", async ({
  page,
}) => {
  await open(page);
  const program = "(defun half (x) (let ((part (/ x 2))) (list part (car part))))\n(half 6)";
  const first = await run(page, program, "held");
  await expect((await unfold(first, 0)).locator(".variables")).not.toContainText("part");
  await first.getByRole("button", { name: "Run again with all variables" }).click();
  const second = entries(page).nth(1);
  await expect(second).toHaveAttribute("data-state", "held");
  await expect(first).not.toHaveAttribute("data-state", "held");
  const box = await unfold(second, 1);
  await expect(box.locator(".variables")).toContainText("part3");
  await expect(box.getByRole("button", { name: "Run again with all variables" })).toHaveCount(0);
});

test("what is evaluated in a call is stopped as any other evaluation, and the program waits on", async ({
  page,
}) => {
  await open(page);
  const entry = await run(page, DEBUGGED, "held");
  const box = await unfold(entry, 1);
  const line = box.getByRole("textbox", { name: "Evaluate in frame 1" });
  await line.fill("(loop)");
  await line.press("Enter");
  await expect(page.locator("#run")).toHaveText(/^Stop/);
  await page.keyboard.press("Control+.");
  await expect(box.locator(".frame-result-error")).toContainText("It was stopped.");
  await line.fill("(* 2 pence)");
  await line.press("Enter");
  await expect(box.locator(".frame-result").last()).toContainText("800");
  await expect(entry).toHaveAttribute("data-state", "held");
});
