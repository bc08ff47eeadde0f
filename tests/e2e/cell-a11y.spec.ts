import { accessProblems } from "./support/access.js";
import { cell, cellOf, openCells } from "./support/cells.js";
import { expect, test } from "./support/test.js";

const BODY = `<h1>Cells</h1><p>Text.</p>
  ${cell('(format t "out~%")\n(format *error-output* "err~%")\n(warn "take care")\n(values 1 :two "three" #\\x)\n=> 2', 'id="a"')}
  <h2>An error</h2>${cell("(list no-such)", 'id="b"')}
  ${cell(`(print "${"long ".repeat(60)}")`, 'id="c" readonly')}
  ${cell("(list no-such)", 'id="d" session="held" on-error="ask"')}
  <lisp-repl session="prompt"></lisp-repl>`;

for (const colorScheme of ["light", "dark"] as const)
  test(`axe finds nothing, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openCells(page, BODY, { head: '<meta name="color-scheme" content="light dark">' });
    const repl = page.locator("lisp-repl");
    await expect(repl.getByLabel("Lisp prompt")).toBeVisible();
    await expect(cellOf(page, "a").host.locator(".lisp")).toHaveAttribute("data-theme", colorScheme);
    expect(await accessProblems(page)).toEqual([]);
    for (const id of ["a", "b", "c", "d"]) await cellOf(page, id).run.click();
    await expect(cellOf(page, "d").host.locator(".row-held")).toBeVisible();
    await expect(cellOf(page, "c").output).toBeVisible();
    await expect(cellOf(page, "a").host.locator(".row-mismatch")).toBeVisible();
    await repl.getByLabel("Lisp prompt").fill("(list no-such)");
    await repl.getByLabel("Lisp prompt").press("Enter");
    await expect(repl.locator("[part=report]")).toBeVisible();
    await cellOf(page, "a").host.locator("pre.code").click();
    await expect(cellOf(page, "a").host.locator(".cm-content")).toBeFocused();
    expect(await accessProblems(page)).toEqual([]);
  });
