import type { Page } from "@playwright/test";
import { accessProblems } from "./support/access.js";
import { expect, test } from "./support/test.js";
import { writeCode } from "./support/write-code.js";

/** The lines of the editor's text. */
async function lines(page: Page): Promise<string> {
  return (await page.locator("#editor .cm-line").allTextContents()).join("\n");
}

test("the editor indents as one types, edits by forms, and finds", async ({ page }) => {
  await page.goto("./");
  const content = page.locator("#editor .cm-content");
  await writeCode(content, "");

  await content.pressSequentially("(let ((a 1)");
  await content.press("Enter");
  // The brackets that are added by themselves are written over.
  await content.pressSequentially("(b 2))");
  await content.press("Enter");
  await content.pressSequentially("(+ a b");
  await expect.poll(() => lines(page)).toBe("(let ((a 1)\n      (b 2))\n  (+ a b))");

  await writeCode(content, "(when a\n       (b)\n(c))\n(d)");
  await content.press("Alt+Shift+F");
  await expect.poll(() => lines(page)).toBe("(when a\n  (b)\n  (c))\n(d)");
  await content.press("Control+Home");
  await content.press("ArrowRight");
  await content.press("Control+)");
  await expect.poll(() => lines(page)).toBe("(when a\n  (b)\n  (c)\n  (d))");
  await content.press("Control+}");
  await content.press("Control+}");
  await expect.poll(() => lines(page)).toBe("(when a\n  (b))\n(c)\n(d)");
  await content.press("Control+z");
  await expect.poll(() => lines(page)).toBe("(when a\n  (b)\n  (c))\n(d)");

  await content.press("Control+f");
  const panel = page.locator(".cm-search");
  await panel.getByLabel("Find").pressSequentially("(b)");
  await expect(page.locator(".cm-searchMatch")).toHaveText("(b)");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessProblems(page, "#source")).toEqual([]);
    if (process.env["PHOTOS"])
      await page.screenshot({ path: `${process.env["PHOTOS"]}/find-${colorScheme}.png` });
  }
  // Backgrounds are gone where a person's own colours hold.
  await page.emulateMedia({ forcedColors: "active" });
  await expect(page.locator(".cm-searchMatch")).toHaveCSS("outline-style", "solid");
  await page.emulateMedia({ forcedColors: "none" });
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(content).toBeFocused();
});
