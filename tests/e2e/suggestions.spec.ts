import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.js";
import { writeCode } from "./support/write-code.js";

const list = ".cm-tooltip-autocomplete li";

async function type(page: Page, text: string): Promise<void> {
  await writeCode(page.locator("#editor .cm-content"), "");
  await page.locator("#editor .cm-content").pressSequentially(text, { delay: 20 });
}

test.describe("the editor's suggestions", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("./");
    await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  });

  test("come from the Lisp, by beginnings and by words, and Tab takes one", async ({ page }) => {
    await type(page, "(m-v-b");
    await expect(page.locator(list).first()).toHaveText("multiple-value-bind");
    // The editor takes no key for a list that has just come up, within its interactionDelay of 75 ms.
    await page.waitForTimeout(200);
    await page.keyboard.press("Tab");
    await expect(page.locator("#editor .cm-content")).toContainText("(multiple-value-bind");
    await expect(page.locator(list)).toHaveCount(0);
  });

  test("know what was just defined, and show its source", async ({ page }) => {
    await writeCode(
      page.locator("#editor .cm-content"),
      '(defun weighted-mean (values weights) "Mean." (list values weights))',
    );
    await page.locator("#run").click();
    await expect(page.locator(".entry:last-child")).toHaveAttribute("data-state", "ok");
    await type(page, "(w-m");
    await expect(page.locator(list).first()).toHaveText("weighted-mean");
    await expect(page.locator(".cm-completionInfo pre")).toContainText(
      "(defun weighted-mean (values weights)",
    );
  });

  test("leave Enter and text alone", async ({ page }) => {
    await type(page, "(mapca");
    await expect(page.locator(list).first()).toHaveText("mapcan");
    await page.keyboard.press("Enter");
    await expect(page.locator("#editor .cm-content .cm-line")).toHaveCount(2);
    await expect(page.locator("#editor .cm-content .cm-line").first()).toHaveText("(mapca");
    await type(page, '"mapca');
    await page.waitForTimeout(400);
    await expect(page.locator(list)).toHaveCount(0);
    await page.keyboard.press("Control+a");
    await type(page, "; mapca");
    await page.waitForTimeout(400);
    await expect(page.locator(list)).toHaveCount(0);
  });

  test("do not wait for an evaluation", async ({ page }) => {
    await writeCode(page.locator("#editor .cm-content"), "(defun weighted-mean (x) x)");
    await page.locator("#run").click();
    await expect(page.locator(".entry:last-child")).toHaveAttribute("data-state", "ok");
    await writeCode(page.locator("#editor .cm-content"), "(loop)");
    await page.locator("#run").click();
    await expect(page.locator("#run-label")).toHaveText("Stop");
    await type(page, "(w-m");
    await expect(page.locator(list).first()).toHaveText("weighted-mean");
    await page.locator("#run").click();
  });
});
