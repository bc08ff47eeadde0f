import { openCells } from "./support/cells.js";
import { expect, test } from "./support/test.js";

test("a prompt is used by keyboard alone", async ({ page }) => {
  await openCells(page, '<a href="#x">before</a><lisp-repl></lisp-repl>');
  const repl = page.locator("lisp-repl");
  const prompt = repl.getByLabel("Lisp prompt");
  await expect(prompt).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  if (!(await prompt.evaluate((node) => node.matches(":focus")))) await page.keyboard.press("Tab");
  await expect(prompt).toBeFocused();

  await page.keyboard.type("(defun f (x)");
  await page.keyboard.press("Enter");
  await expect(prompt).toHaveValue("(defun f (x)\n  ");
  await page.keyboard.type("(* x x))");
  await page.keyboard.press("Enter");
  await expect(repl.locator("[part=value] pre")).toHaveText("F");
  await page.keyboard.type("(progn (print 1) (f 12))");
  await page.keyboard.press("Enter");
  await expect(repl.locator("[part=value] pre")).toHaveText(["F", "144"]);
  await expect(repl.locator("[part=output] pre")).toContainText("1");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(prompt).toHaveValue("(defun f (x)\n  (* x x))");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(prompt).toHaveValue("");

  await page.keyboard.type("(car 5)");
  await page.keyboard.press("Enter");
  await expect(repl.getByRole("heading", { name: "TYPE-ERROR" })).toBeVisible();
  await page.keyboard.type("(in-package :keyword)");
  await page.keyboard.press("Enter");
  await expect(repl.locator(".prompt-name")).toHaveText("KEYWORD>");

  await page.keyboard.type("(cl:loop)");
  await page.keyboard.press("Enter");
  await expect(repl.locator("[part=stop]")).toBeVisible();
  await expect.poll(() => repl.locator(".remark").textContent()).toBe("");
  await page.waitForTimeout(200);
  await page.keyboard.press("Escape");
  await expect(repl.locator(".row-stopped")).toBeVisible();

  await repl.getByRole("button", { name: "Start over" }).click();
  await expect(repl.locator(".prompt-name")).toHaveText("CL-USER>");
  await expect(repl.locator(".row-note")).toContainText(/reset|fresh/i);
});

test("a transcript keeps what there is room for", async ({ page }) => {
  await openCells(page, "<lisp-repl></lisp-repl>");
  const repl = page.locator("lisp-repl");
  const prompt = repl.getByLabel("Lisp prompt");
  // Each value is as many elements as are coloured at most.
  for (let at = 1; at <= 4; at += 1) {
    await prompt.fill(`(make-list 10000 :initial-element ${at})`);
    await prompt.press("Enter");
    await expect(repl.locator("[part=value]").last()).toContainText(`(${at} ${at} `);
  }
  await expect(repl.locator(".gone")).toContainText("older entries are not shown any more");
});
