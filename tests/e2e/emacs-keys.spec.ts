import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./support/test.js";

test("the editor has the keys of Emacs where somebody wants them", async ({ page }) => {
  await page.goto("./");
  const content = page.locator("#editor .cm-content");
  const lines = page.locator("#editor .cm-line");
  const setting = async (name: string) => {
    await page.locator("#sessions > button").click();
    await page.getByRole("menuitem", { name }).click();
  };
  await setting("Use Emacs keys");
  // They are loaded then.
  await expect(async () => {
    await content.fill("(one)\n(two)");
    await content.press("Control+Home");
    await content.press("Control+k");
    await expect(lines).toHaveText(["", "(two)"], { timeout: 500 });
  }).toPass();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await content.fill("(+ 1 2)\n(list 'one 'two)\n(+ 3 4)");
  await content.press("Control+Home");

  // Kills one after the other are yanked as one.
  await content.press("Control+k");
  await content.press("Control+k");
  await content.press("Alt+Shift+>");
  await content.press("Enter");
  await content.press("Control+y");
  await expect(lines).toHaveText(["(list 'one 'two)", "(+ 3 4)", "(+ 1 2)", ""]);
  await content.press("Control+/");
  await content.press("Control+/");
  await expect(lines).toHaveText(["(list 'one 'two)", "(+ 3 4)"]);

  // The mark, and what was killed before.
  await content.press("Alt+Shift+<");
  await content.press("Control+Space");
  await content.press("Control+Alt+f");
  await content.press("Alt+w");
  await content.press("Control+e");
  await content.press("Control+y");
  await expect(lines.first()).toHaveText("(list 'one 'two)(list 'one 'two)");
  await content.press("Alt+y");
  await expect(lines).toHaveText(["(list 'one 'two)(+ 1 2)", "", "(+ 3 4)"]);
  await content.press("Control+x");
  await content.press("Control+e");
  const value = page.locator(".entry").last().locator(".row-value pre");
  await expect(value).toHaveText("3");
  await content.press("Control+p");
  await content.press("Control+a");
  await content.press("Control+c");
  await content.press("Control+c");
  await expect(value).toHaveText("(ONE TWO)");

  await page.keyboard.press("F1");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await expect(sheet).toContainText("Browsers keep Ctrl-N");
  expect((await new AxeBuilder({ page }).include("dialog[open]").analyze()).violations).toEqual([]);
  if (process.env["PHOTOS"]) await page.screenshot({ path: `${process.env["PHOTOS"]}/emacs-keys.png` });
  await page.keyboard.press("Escape");
  await setting("Stop using Emacs keys");
  await content.press("Control+a");
  await content.press("Backspace");
  await expect(lines).toHaveText([""]);
});
