import type { Page } from "@playwright/test";
import { accessProblems } from "./support/access.js";
import { expect, test } from "./support/test.js";

// Breakpoints in the margin of the playground's editor.

const entries = (page: Page) => page.locator("#transcript > .entry");
const source = (page: Page) => page.locator("#editor .cm-content");
const strip = (page: Page) => page.getByRole("region", { name: "The program that waits" });
const marked = (page: Page) => page.locator("#editor .cm-step-spot");
const numbers = (page: Page) => page.locator("#editor .cm-breakpoint");
const number = (page: Page, line: number) =>
  page.locator("#editor .cm-lineNumbers .cm-gutterElement", { hasText: new RegExp(`^${line}$`) });

const PROGRAM = `(defun total (prices)
  (if (null prices)
      0
      (+ (first prices)
         (total (rest prices)))))

(defun report (prices)
  (when prices
    (format nil "~D" (total prices))))

(report '(3 4))`;

/** Opens the playground with a program, the cursor in its last form. */
async function open(page: Page): Promise<void> {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await source(page).fill(PROGRAM);
}

/** Puts the cursor on a line. */
async function goTo(page: Page, line: number): Promise<void> {
  await source(page).press("Control+Home");
  for (let at = 1; at < line; at++) await source(page).press("ArrowDown");
}

test("a breakpoint set by key stops the program, which goes on from it", async ({ page }) => {
  await open(page);
  await goTo(page, 9);
  await source(page).press("F9");
  await expect(numbers(page)).toHaveText(["9"]);
  await source(page).press("Control+Enter");
  await expect(entries(page).first()).toHaveAttribute("data-state", "held");
  await expect(entries(page).first()).toContainText("Stopped at a breakpoint of REPORT, line 9.");
  await expect(strip(page)).toContainText("Next: (TOTAL PRICES)");
  await expect(marked(page)).toHaveText("(total");
  expect(await accessProblems(page, "#editor", "#repl")).toEqual([]);
  await page.keyboard.press("F11");
  await expect(strip(page)).toContainText("Next: (NULL PRICES)");
  await page.keyboard.press("F8");
  await expect(entries(page).first()).toHaveAttribute("data-state", "ok");
  await expect(entries(page).first().locator(".row-value pre").last()).toHaveText('"7"');
  await goTo(page, 9);
  await source(page).press("F9");
  await expect(numbers(page)).toHaveCount(0);
  await source(page).press("Control+Enter");
  await expect(entries(page).nth(1)).toHaveAttribute("data-state", "ok");
});

test("a breakpoint set by mouse, on a line without a call, is that of the next line", async ({ page }) => {
  await open(page);
  await number(page, 1).click();
  await page.locator("#run").click();
  await expect(strip(page)).toContainText("Next: (NULL PRICES)");
  // Twice: the second time it is come to from the first.
  await page.keyboard.press("F8");
  await expect(entries(page).first()).toContainText("With(4)");
  await number(page, 1).click();
  await page.keyboard.press("F8");
  await expect(entries(page).first()).toHaveAttribute("data-state", "ok");
});

test("breakpoints come to functions that are defined already, and their place is marked", async ({
  page,
}) => {
  await open(page);
  await page.locator("#run").click();
  await expect(entries(page).first()).toHaveAttribute("data-state", "ok");
  await number(page, 5).click();
  const prompt = page.locator("#repl").getByRole("textbox");
  await prompt.fill("(report '(1 2))");
  await prompt.press("Enter");
  await expect(strip(page)).toContainText("Next: (REST PRICES)");
  await expect(marked(page)).toHaveText("(rest");
  await expect(page.locator("#editor .cm-step-line")).toContainText("(total (rest prices))");
  await number(page, 5).click();
  await page.keyboard.press("F8");
  await expect(entries(page).nth(1)).toHaveAttribute("data-state", "ok");
});

test("breakpoints move with their lines, and stay where the page is loaded again", async ({ page }) => {
  await open(page);
  await goTo(page, 4);
  await source(page).press("F9");
  await source(page).press("Control+Home");
  await source(page).press("Enter");
  await source(page).press("Enter");
  await expect(numbers(page)).toHaveText(["6"]);
  await goTo(page, 11);
  await source(page).press("F9");
  await expect(numbers(page)).toHaveText(["6", "11"]);
  await page.reload();
  await expect(numbers(page)).toHaveText(["6", "11"]);
  // It goes with its line.
  await goTo(page, 11);
  await source(page).press("Control+Shift+k");
  await expect(numbers(page)).toHaveText(["6"]);
});
