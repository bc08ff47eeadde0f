import type { Locator, Page } from "@playwright/test";
import { accessProblems } from "./support/access.js";
import { expect, test } from "./support/test.js";
import { expectLines, writeCode } from "./support/write-code.js";

const PROGRAM = `(defun twice (x)
  (let ((unused 1))
    (* 2 x)))
(values (twice 4) :eight)
(list 1 2)
(twice :seven)
`;

async function run(page: Page, code: string, state: string): Promise<Locator> {
  const count = await page.locator(".entry").count();
  await writeCode(page.locator("#editor .cm-content"), code);
  await page.locator("#editor .cm-content").press("Control+Enter");
  const entry = page.locator(".entry").nth(count);
  await expect(entry).toHaveAttribute("data-state", state);
  return entry;
}

async function line(page: Page): Promise<string> {
  return (await page.locator("#editor .cm-activeLine").textContent()) ?? "";
}

test("what is written over lines that have values has none of them, in a slow page, too", async ({
  page,
}) => {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  const editor = page.locator("#editor .cm-content");
  await run(page, "(list 1)\n(list 2) (list 3)\n(list 4)", "ok");
  await expect(page.locator("#editor .cm-value")).toHaveCount(4);
  await editor.evaluate((content) =>
    content.addEventListener("beforeinput", () => {
      const until = performance.now() + 200;
      while (performance.now() < until);
    }),
  );
  await editor.press("Control+Home");
  await editor.press("Shift+ArrowDown");
  await page.keyboard.type("x");
  await expectLines(editor, ["x(list 2) (list 3)", "(list 4)⇒ (4)"]);
  await expect(page.locator("#editor .cm-value")).toHaveText("⇒ (4)");
  await editor.press("Control+a");
  await page.keyboard.insertText("(values 5)");
  await expectLines(editor, ["(values 5)"]);
});

test("answers stand beside their forms, and lead to their places", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("jscl-mcp.playground.ask-on-error", "no"));
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");

  const first = await run(page, PROGRAM, "error");
  await expect(first.locator(".row-form .row-content")).toHaveText(["TWICE", "8:EIGHT", "(1 2)"]);
  await expect(page.locator("#editor .cm-value")).toHaveText(["⇒ TWICE", "⇒ 8, :EIGHT", "⇒ (1 2)"]);
  await expect(page.locator("#editor .cm-warning-mark")).toHaveAttribute(
    "title",
    /UNUSED is defined but never used/,
  );
  await expect(page.locator("#editor .cm-error-line")).toHaveText(/\(\* 2 x\)/);

  await first.getByRole("button", { name: "Line 5" }).click();
  expect(await line(page)).toContain("(list 1 2)");
  await first.locator(".row-warning .place").focus();
  await page.keyboard.press("Enter");
  expect(await line(page)).toContain("unused");
  await first.locator(".frame", { hasText: "TWICE" }).getByRole("button", { name: /^line/ }).click();
  expect(await line(page)).toContain("(twice :seven)");
  await page.keyboard.type(" ");
  await expect(page.locator("#editor .cm-value")).toHaveCount(3);
  await first.getByRole("button", { name: "Line 5" }).click();
  await page.keyboard.press("Delete");
  await expect(page.locator("#editor .cm-value")).toHaveText(["⇒ TWICE", "⇒ 8, :EIGHT"]);

  const second = await run(page, PROGRAM, "error");
  await expect(second.locator(".row-warning")).toHaveCount(1);
  await expect(second.locator(".row-replaced")).toHaveCount(0);
  const third = await run(page, PROGRAM.replace("2 x", "3 x").replace(":seven", "7"), "ok");
  await expect(third.locator(".row-replaced")).toHaveText("Replaces another definition of TWICE.");
  await expect(third.locator(".row-value pre")).toHaveText("21");

  const conflict = await run(page, '(defun f () (+ 1 "a"))', "ok");
  await expect(conflict.locator(".row-warning").first()).toBeVisible();
  await expect(conflict).not.toContainText("SBCL");

  await writeCode(page.locator("#editor .cm-content"), "(list 1)\n\n(list (quote (a b)\n  2");
  await page.locator("#editor .cm-content").press("Control+End");
  await page.locator("#editor .cm-content").press("Shift+Enter");
  const open = page.locator(".entry").last();
  await expect(open).toHaveAttribute("data-state", "error");
  await expect(page.locator("#editor .cm-error-line")).toHaveText("(list (quote (a b)");
  await expect(open.locator(".report-message")).toContainText("opened at line 3, column 6 was never closed");

  expect(await accessProblems(page, ".transcript", ".editor")).toEqual([]);
});

test("a program waits at its error, Run begins anew, and what runs is stopped by key", async ({ page }) => {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  const held = await run(page, "(list no-such-variable)", "held");
  // Text that fades cannot be read all the time.
  await expect(held.locator(".row-held .row-label")).toHaveCSS("animation-name", "none");
  await expect(page.locator("#run")).toHaveText(/^Run/);
  await expect(held.locator(".restarts-note")).toHaveCount(0);
  const next = await run(page, "(list :fixed)", "ok");
  await expect(held).toHaveAttribute("data-state", "error");
  await expect(held.locator(".restarts-note")).toHaveText(/evaluates all of it again/);
  await expect(next.locator(".row-value pre")).toHaveText("(:FIXED)");

  const endless = await run(page, '(loop (princ "0123456789"))', "running");
  await expect(page.locator("#run")).toHaveText(/Stop .*\./);
  await expect(endless.locator(".row-out pre")).toContainText("0123456789");
  await page.waitForTimeout(500);
  await page.keyboard.press("Control+.");
  await expect(endless).toHaveAttribute("data-state", "cancelled");
  await expect(endless.locator(".row-note")).toContainText("more than the limit of output");

  const deep = '(defun deep (n) (if (zerop n) (error "deep") (1+ (deep (1- n)))))\n(deep 12000)';
  const report = await run(page, deep, "held");
  await report.getByRole("button", { name: /more frames/ }).click();
  const last = report.locator(".frame-index").last();
  await expect(last).toHaveText(/^12\d{3}$/);
  expect(await last.evaluate((index) => index.scrollWidth <= index.clientWidth)).toBe(true);
  await writeCode(page.locator("#editor .cm-content"), '(loop (princ "0123456789"))');

  const edit = next.getByRole("button", { name: "Edit" });
  await edit.focus();
  await page.keyboard.press("Enter");
  await next.getByRole("button", { name: "Add this at its end" }).press("Enter");
  await expect(page.locator("#editor .cm-line")).toHaveText([
    '(loop (princ "0123456789"))',
    "",
    "(list :fixed)",
    "",
  ]);
  await page.locator("#editor .cm-content").press("Control+z");
  await expect(page.locator("#editor .cm-line")).toHaveText(['(loop (princ "0123456789"))']);
  await edit.click();
  await next.getByRole("button", { name: "Replace it" }).click();
  await expect(page.locator("#editor .cm-line")).toHaveText(["(list :fixed)"]);
  await next.getByRole("button", { name: "Fold" }).click();
  await expect(next.locator(".row-value")).toBeHidden();
  await expect(next.getByRole("button", { name: "Unfold" })).toHaveAttribute("aria-expanded", "false");
});

test("an entry is copied as Lisp, with its answer as comments", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  const entry = await run(page, "(+ 1 2)", "ok");
  // It says so for a moment only.
  const said = entry.getByRole("button", { name: "Copied" }).waitFor();
  await entry.getByRole("button", { name: "Copy" }).press("Enter");
  await said;
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^\(\+ 1 2\)\n(;;.*\n)*;; .*3\n(;;.*\n)*$/);
});

test("a long transcript is gathered in boxes, and keeps its entries and what they can do", async ({
  page,
}) => {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await writeCode(page.locator("#editor .cm-content"), "(list 1)");
  await page.evaluate(async () => {
    const runs = document.getElementById("run");
    for (let count = 1; count <= 95; count++) {
      runs?.click();
      while (document.querySelectorAll('.entry[data-state="ok"]').length < count)
        await new Promise((resolve) => setTimeout(resolve));
    }
  });
  await expect(page.locator(".entry")).toHaveCount(95);
  await expect(page.locator("#transcript > .entry")).toHaveCount(35);
  await expect(page.locator(".entries")).toHaveCount(2);
  const first = page.locator(".entry").first();
  await first.getByRole("button", { name: "Fold" }).click();
  await expect(first.locator(".row-value")).toBeHidden();
  await page.getByRole("button", { name: "Clear", exact: true }).first().click();
  await expect(page.locator(".entry")).toHaveCount(0);
});

for (const [width, height] of [
  [390, 380],
  [320, 200],
  [640, 360],
  [900, 260],
] as const) {
  test(`the editor keeps its half of a window of ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("./");
    await expect
      .poll(() => page.evaluate(() => document.getElementById("editor")?.clientHeight ?? 0))
      .toBeGreaterThanOrEqual(Math.floor(height / 2) - 2);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
