import { accessProblems } from "./support/access.js";
import { expect, test } from "./support/test.js";
import { writeCode } from "./support/write-code.js";

test("the tutorial is done by keyboard, looks at what was done, and goes on where it was left", async ({
  page,
}) => {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  const source = page.locator("#editor .cm-content");
  const title = page.locator("#tutorial-title");
  const verdict = page.locator(".tutorial-verdict");
  const next = page.locator(".tutorial-head button").nth(1);
  const open = async () => {
    await page.locator("#examples > button").focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: /^Tutorial/ })).toBeFocused();
    await page.keyboard.press("Enter");
  };
  await open();
  await expect(title).toBeFocused();
  await expect(title).toHaveText("An expression 1 of 10");
  await expect(source).toHaveText("(+ 1 2)");
  await source.press("Control+Enter");
  await expect(verdict).toContainText("Not yet.");
  await expect(next).toHaveText("Skip");
  await writeCode(source, "(* 6 7)");
  await source.press("Control+Enter");
  await expect(verdict).toHaveText("Done.");
  await expect(next).toHaveText("Next");
  await next.press("Enter");
  await expect(title).toBeFocused();
  await expect(title).toContainText("2 of 10");
  // Lisp is asked, in the session: another text with the same value passes.
  await writeCode(source, "(cons 'lisp (last '(1 2 3) 2))");
  await source.press("Control+Enter");
  await expect(verdict).toHaveText("Done.");
  // The question is the page's own: neither the transcript nor the traffic has it.
  await expect(page.locator(".entry")).toHaveCount(3);
  await expect(page.locator("#messages")).not.toContainText("ignore-errors");
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await accessProblems(page)).toEqual([]);
    const pane = await page.locator("#source").boundingBox();
    const editor = await page.locator("#editor").boundingBox();
    expect(editor?.height ?? 0).toBeGreaterThan(0.3 * (pane?.height ?? 0));
    await page.locator(".tutorial-body").evaluate((body) => {
      body.scrollTop = body.scrollHeight;
    });
    await expect(verdict).toBeInViewport({ ratio: 1 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  }
  // A step that was left keeps what was written in it.
  await page.locator("#tutorial").getByRole("button", { name: "Back" }).click();
  await expect(source).toHaveText("(* 6 7)");
  await expect(verdict).toHaveText("Done.");
  await next.click();
  await next.click();
  await expect(title).toContainText("3 of 10");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await open();
  await expect(title).toContainText("3 of 10");
  await page.locator("#tutorial").getByRole("button", { name: "Close the tutorial" }).click();
  await expect(page.locator("#tutorial")).toBeHidden();
  await expect(page.locator("#programs > button")).toBeFocused();
});
