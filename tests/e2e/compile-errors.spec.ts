import { cell, cellOf, openCells } from "./support/cells.js";
import { expect, test } from "./support/test.js";
import { writeCode } from "./support/write-code.js";

const CODE = `(defun larger (a b)
  (if (> a b) a b :neither))

(defun even (numbers)
  (return-from first-even (find-if #'evenp numbers)))

(defun total (amounts)
  (reduce #'+ amuonts))`;

test("what does not compile is said, with its place, and underlined", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  const editor = page.locator("#editor .cm-content");
  await writeCode(editor, CODE);
  await page.locator("#run").click();
  const entry = page.locator(".entry").last();
  await expect(entry.locator(".row-caught")).toHaveCount(2);
  await expect(entry.locator(".row-caught").first()).toContainText("too many elements in");
  await expect(entry.locator(".row-caught").last()).toContainText("return for unknown block: FIRST-EVEN");
  await expect(entry.locator(".row-warning", { hasText: "AMUONTS" })).toContainText(
    "did you mean the variable AMOUNTS?",
  );
  await expect(editor.locator(".cm-error-spot")).toHaveText(["(if", "(return-from"]);
  await expect(page.locator(".cm-caught-mark")).toHaveCount(2);
  await entry.locator(".row-caught .place").last().click();
  await page.keyboard.insertText("; ");
  await expect(editor.locator(".cm-line").nth(4)).toHaveText(
    "  ; (return-from first-even (find-if #'evenp numbers)))",
  );
  await expect(editor.locator(".cm-error-spot")).toHaveText(["(if"]);
});

test("in a cell", async ({ page }) => {
  await openCells(page, cell(CODE, 'id="a"'));
  await cellOf(page, "a").run.click();
  const { host } = cellOf(page, "a");
  await expect(host.locator(".row-caught")).toHaveCount(2);
  await expect(host.locator(".spot")).toHaveCount(2);
  await expect.poll(() => host.evaluate((node) => (node as unknown as { state: string }).state)).toBe("done");
  await host.locator(".code").click();
  await expect(host.locator(".cm-error-spot")).toHaveText(["(if", "(return-from"]);
});

test("a warning has the name that the text has for it", async ({ page }) => {
  await openCells(page, cell("(defun even (n m) (evenp n))", 'id="a"'));
  await cellOf(page, "a").run.click();
  const { host } = cellOf(page, "a");
  await expect(host.locator(".row-warning strong")).toHaveText("STYLE-WARNING");
});

test("what an error says stands there once, in a cell and held in the playground", async ({ page }) => {
  const program = "(defun total () (+ 1 zork))\n(list zork-two (total))";
  await openCells(page, cell(program, 'id="a"'));
  await cellOf(page, "a").run.click();
  const { host } = cellOf(page, "a");
  await expect(host).toContainText("The variable ZORK-TWO is unbound.");
  await expect(host.locator(".row-warning")).toHaveCount(1);
  await expect(host.locator(".row-warning")).toContainText("undefined variable: COMMON-LISP-USER::ZORK");

  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await writeCode(page.locator("#editor .cm-content"), "(let ((one 1)) (+ one zork))");
  await page.locator("#run").click();
  const entry = page.locator(".entry").last();
  await expect(entry).toContainText("is unbound");
  await expect(entry.locator(".row-warning")).toHaveCount(0);
  await entry.getByRole("button", { name: "Take USE-VALUE" }).click();
  await entry.getByLabel("Values for USE-VALUE").fill("41");
  await entry.getByLabel("Values for USE-VALUE").press("Enter");
  await expect(entry).toContainText("42");
  await expect(entry.locator(".row-warning")).toContainText("ZORK");
});
