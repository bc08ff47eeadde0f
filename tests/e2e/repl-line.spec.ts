import type { Page } from "@playwright/test";
import { accessProblems } from "./support/access.js";
import { expect, test } from "./support/test.js";

/** The playground's line, once there is a Lisp behind it. */
async function openLine(page: Page) {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  const line = page.getByRole("textbox", { name: "Lisp prompt" });
  return {
    line,
    values: page.locator(".entry .row-value pre"),
    /** Types a form, closes what completion offers, and enters it. */
    enter: async (text: string) => {
      await page.keyboard.type(text);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Enter");
    },
    shown: async (text: string) => expect.poll(() => line.innerText()).toBe(text),
  };
}

test("the line under the transcript is a REPL, by keyboard alone", async ({ page }) => {
  const { line, values, enter, shown } = await openLine(page);
  await expect(page.locator("#repl-package")).toHaveText("CL-USER>");
  const height = (await page.locator("#repl").boundingBox())?.height ?? 0;
  expect(height).toBeLessThan(60);

  // An unfinished form goes on, a finished one is evaluated.
  await line.focus();
  await page.keyboard.type("(defun sq (x)");
  await page.keyboard.press("Enter");
  await page.keyboard.type("(* x x))");
  await expect.poll(() => line.innerText()).toMatch(/^\(defun sq \(x\)\n {2}\(\* x x\)\)$/);
  await page.keyboard.press("Enter");
  await expect(values.last()).toHaveText("SQ");
  await shown("\n");
  await page.keyboard.type("(sq");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("12)");
  await page.keyboard.press("Enter");
  await expect(values.last()).toHaveText("144");

  // What REPLs remember, over entries.
  await enter("(values 7 8)");
  await expect(values).toHaveText(["SQ", "144", "7", "8"]);
  await enter("(list * ** / + -)");
  await expect(values.last()).toHaveText("(7 144 (7 8) (VALUES 7 8) (LIST * ** / + -))");

  // History: arrows at the edges, and a search.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await shown("(values 7 8)");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await shown("\n");
  await page.keyboard.press("Control+r");
  const search = page.getByRole("combobox", { name: "Search what was entered" });
  await search.fill("defun");
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect.poll(() => line.innerText()).toContain("(defun sq (x)");
  await expect(line).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");

  // Commands, the package, an error and its place.
  await enter(",help");
  await expect(page.locator(".entry").last()).toContainText(",limits SECONDS CHARACTERS");
  await enter(",package keyword");
  await expect(page.locator("#repl-package")).toHaveText("KEYWORD>");
  await enter(",package cl-user");
  await expect(page.locator("#repl-package")).toHaveText("CL-USER>");
  await enter(",nosuch");
  await expect(page.locator(".entry").last()).toContainText("There is no command ,nosuch.");
  await enter("(foo:bar 2)");
  const failed = page.locator(".entry").last();
  await expect(failed).toHaveAttribute("data-state", "held");
  await failed.locator(".place").first().click();
  await shown("(foo:bar 2)");
  await expect(line).toBeFocused();
  expect(await accessProblems(page, "#repl")).toEqual([]);

  // One evaluation at a time: what is written meanwhile stays.
  await page.keyboard.press("Control+a");
  await enter("(loop)");
  await page.keyboard.type("(+ 1 2)");
  await page.keyboard.press("Enter");
  await expect(page.locator("#repl-note")).toHaveText("Lisp is at work. Escape stops it.");
  await shown("(+ 1 2)");
  await page.keyboard.press("Escape");
  await expect(page.locator(".entry").last().locator(".row-stopped")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(values.last()).toHaveText("3");

  // The tab keeps what was entered, and Tab leads out of an empty line.
  await page.reload();
  await line.focus();
  await page.keyboard.press("ArrowUp");
  await shown("(+ 1 2)");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Tab");
  await expect(line).not.toBeFocused();
});

test("what is entered while a held program ends is not lost", async ({ page }) => {
  const { line, values, enter, shown } = await openLine(page);
  const note = page.locator("#repl-note");
  await line.focus();
  await enter("(unwind-protect (list no-such-variable) (sleep 4))");
  const held = page.locator(".entry").last();
  await expect(held).toHaveAttribute("data-state", "held");
  await expect(page.locator("#repl-package")).toHaveText("CL-USER 1>");
  await enter("(list :first)");
  await expect(values.last()).toHaveText("(:FIRST)");
  await enter(",abort");
  // At once, so that a busy machine, too, comes here before the program has ended.
  await page.keyboard.insertText("(list :second)");
  await page.keyboard.press("Enter");
  await expect(note).toHaveText("Lisp is at work. Escape stops it.");
  await shown("(list :second)");
  await expect(page.locator("#repl-package")).toHaveText("CL-USER>");
  await expect(page.locator(".entry").first()).toHaveAttribute("data-state", "error");
  await page.keyboard.press("Enter");
  await expect(values.last()).toHaveText("(:SECOND)");
});
