import type { Page } from "@playwright/test";
import { accessProblems } from "./support/access.js";
import { expect, test } from "./support/test.js";

// Stepping through a program in the playground: its buttons, its keys, and the form at work in the editor.

const entries = (page: Page) => page.locator("#transcript > .entry");
const source = (page: Page) => page.locator("#editor .cm-content");
const strip = (page: Page) => page.getByRole("region", { name: "The program that waits" });
const marked = (page: Page) => page.locator("#editor .cm-step-spot");

const PROGRAM = `(defun total (prices)
  (if (null prices)
      0
      (+ (first prices)
         (total (rest prices)))))

(total '(3 4))`;

/** Opens the playground with a program, the cursor in its last form. */
async function open(page: Page): Promise<void> {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await source(page).fill(PROGRAM);
}

test("a program is stepped through by keys alone", async ({ page }) => {
  await open(page);
  // All of it, so that the editor has the places.
  await source(page).press("Control+a");
  await source(page).press("F11");
  await expect(strip(page)).toContainText("Next: (TOTAL '(3 4))");
  await expect(entries(page).first()).toHaveAttribute("data-state", "held");
  await expect(marked(page)).toHaveText("(total");
  await page.keyboard.press("F11");
  await expect(strip(page)).toContainText("Next: (NULL PRICES)");
  await expect(marked(page)).toHaveText("(null");
  expect(await accessProblems(page, "#editor", "#repl")).toEqual([]);
  await page.keyboard.press("F10");
  await expect(strip(page)).toContainText("Next: (FIRST PRICES)");
  await expect(entries(page).first()).toContainText("(NULL PRICES) => NIL");
  await page.keyboard.press("F10");
  await expect(strip(page)).toContainText("Next: (REST PRICES)");
  await page.keyboard.press("F10");
  await expect(strip(page)).toContainText("Next: (TOTAL (REST PRICES))");
  await page.keyboard.press("F11");
  await expect(strip(page)).toContainText("Next: (NULL PRICES)");
  await page.keyboard.press("Shift+F11");
  await expect(strip(page)).toContainText("Next: (+ (FIRST PRICES) (TOTAL (REST PRICES)))");
  await expect(entries(page).first()).toContainText("(TOTAL (REST PRICES)) => 4");
  await page.keyboard.press("F8");
  await expect(entries(page).first()).toHaveAttribute("data-state", "ok");
  await expect(entries(page).first().locator(".row-value pre").last()).toHaveText("7");
  await expect(strip(page)).toBeHidden();
  await expect(marked(page)).toHaveCount(0);
});

test("a program is stepped through by mouse, and ended", async ({ page }) => {
  await open(page);
  await page.locator("#run").click();
  await expect(entries(page).first()).toHaveAttribute("data-state", "ok");
  await page.locator("#step").click();
  const stepped = entries(page).nth(1);
  await expect(stepped).toHaveAttribute("data-state", "held");
  await strip(page).getByRole("button", { name: "Into" }).click();
  await expect(strip(page)).toContainText("Next: (NULL PRICES)");
  await strip(page).getByRole("button", { name: "Out" }).click();
  await expect(stepped).toHaveAttribute("data-state", "ok");
  await page.locator("#step").click();
  const ended = entries(page).nth(2);
  await expect(ended).toHaveAttribute("data-state", "held");
  await strip(page).getByRole("button", { name: "Over" }).click();
  await expect(ended).toHaveAttribute("data-state", "ok");
  await page.locator("#step").click();
  await strip(page).getByRole("button", { name: "End" }).click();
  await expect(strip(page)).toBeHidden();
});

test("the variables of a step are those of its frame", async ({ page }) => {
  await open(page);
  await source(page).press("Control+a");
  await source(page).press("F11");
  await expect(strip(page)).toContainText("Next: (TOTAL");
  await page.keyboard.press("F11");
  await expect(strip(page)).toContainText("Next: (NULL PRICES)");
  const entry = entries(page).first();
  await entry.getByRole("button", { name: /^Frame 0 / }).click();
  await expect(entry.locator(".frame-box")).toContainText("prices");
  await expect(entry.locator(".frame-box")).toContainText("(3 4)");
});

test("the prompt steps through a form", async ({ page }) => {
  await open(page);
  await page.locator("#run").click();
  await expect(entries(page).first()).toHaveAttribute("data-state", "ok");
  const prompt = page.getByRole("textbox", { name: "Lisp prompt" });
  await prompt.fill(",step (total '(1))");
  await prompt.press("Control+Enter");
  await expect(strip(page)).toContainText("Next: (TOTAL '(1))");
  await page.keyboard.press("F8");
  await expect(strip(page)).toBeHidden();
});

test("steps that are asked for quickly are made one after the other", async ({ page }) => {
  await open(page);
  await source(page).press("Control+a");
  await source(page).press("F11");
  await expect(strip(page)).toContainText("Next: (TOTAL '(3 4))");
  await page.evaluate(() => {
    for (const key of ["F11", "F10", "F10", "F10"])
      document.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
  });
  await expect(strip(page)).toContainText("Next: (TOTAL (REST PRICES))");
});
