import { accessProblems } from "./support/access.js";
import { cell, cellOf, openCells } from "./support/cells.js";
import { expect, test } from "./support/test.js";

// A program that reads asks whoever is there, by MCP's elicitation.

test("the playground asks for what a program reads, and Stop ends one that waits", async ({ page }) => {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  const editor = page.locator("#editor .cm-content");
  const entry = page.locator(".entry").last();
  const run = async (code: string) => {
    await editor.press("Control+a");
    await page.keyboard.insertText(code);
    await editor.press("Control+Enter");
  };

  await run(
    '(format t "Your name? ")\n(let ((name (read-line))) (format t "Hello, ~a!~%" name) (list name (read)))',
  );
  const name = page.getByRole("textbox", { name: "Your name?" });
  await expect(name).toBeFocused();
  await expect(entry.locator(".row-out pre")).toHaveText("Your name? ");
  await expect(entry.getByRole("status")).toHaveText("The program waits for input.");
  await expect(page.locator("#run-label")).toHaveText("Stop");
  expect(await accessProblems(page, ".entry")).toEqual([]);
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");

  // READ goes on asking until an expression is whole; what is typed stands in the output.
  await expect(page.getByRole("textbox", { name: "Hello, Ada!" })).toBeFocused();
  await page.keyboard.type("(1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Input" })).toBeFocused();
  await page.keyboard.type("2)");
  await page.keyboard.press("Enter");
  await expect(entry.locator(".row-value pre")).toHaveText('("Ada" (1 2))');
  await expect(entry.locator(".row-out pre")).toHaveText("Your name? Ada\nHello, Ada!\n(1\n2)");
  await expect(editor).toBeFocused();

  // A question is asked again until it is answered; Control-D is the end of the input.
  await run('(list (y-or-n-p "Sure?") (read-line nil nil :end))');
  const sure = page.getByRole("textbox", { name: "Sure? (y or n)" });
  await sure.fill("perhaps");
  await sure.press("Enter");
  await expect(entry.locator(".row-out pre")).toHaveText(/perhaps\nSure\? /);
  await sure.fill("y");
  await sure.press("Enter");
  await page.getByRole("textbox", { name: "Input" }).press("Control+d");
  await expect(entry.locator(".row-value pre")).toHaveText("(T :END)");
  await expect(editor).toBeFocused();
  await run("(read-line)");
  await page.getByRole("button", { name: "End of input" }).click();
  await expect(entry).toContainText("The client gave no input.");

  // Stop ends the program, and not only its input.
  await run('(defvar *kept* 1) (loop (ignore-errors (read-line)) (setf *kept* "went on"))');
  await expect(page.getByRole("textbox", { name: "Input" })).toBeFocused();
  await page.locator("#run").click();
  await expect(entry).toHaveAttribute("data-state", "cancelled");
  await expect(page.getByRole("textbox", { name: "Input" })).toHaveCount(0);
  await run("(values (1+ 41))");
  await expect(entry.locator(".row-value pre")).toHaveText("42");
});

test("a cell asks for what its program reads, and its Stop ends it", async ({ page }) => {
  const code = '(format t "How many? ")\n(* 2 (read))';
  await openCells(page, cell(code, 'id="a"') + cell("(loop (read-line nil nil))", 'id="b" session="other"'));
  const { host, run, value, output } = cellOf(page, "a");
  await run.click();
  const field = host.getByRole("textbox", { name: "How many?" });
  await expect(field).toBeFocused();
  expect(await host.evaluate((node) => (node as HTMLElement & { state: string }).state)).toBe("held");

  // Another session goes on, and what waits in it is ended by Stop.
  const other = cellOf(page, "b");
  await other.run.click();
  await expect(other.host.getByRole("textbox", { name: "Input" })).toBeVisible();
  await other.host.getByRole("button", { name: /Stop/ }).click();
  await expect(other.host.getByRole("textbox", { name: "Input" })).toHaveCount(0);

  await field.fill("21");
  await field.press("Enter");
  await expect(value).toHaveText("42");
  await expect(output).toHaveText("How many? 21");
  await expect(field).toHaveCount(0);
});
