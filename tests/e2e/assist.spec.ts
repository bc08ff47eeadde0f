import { accessProblems } from "./support/access.js";
import { expect, test } from "./support/test.js";
import { expectLines, writeCode } from "./support/write-code.js";

test("names lead to their definitions and back, and a sheet lists the keys", async ({ page }) => {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  const program = page.locator("#editor .cm-content");
  const active = page.locator("#editor .cm-activeLine");
  await writeCode(program, "(defun mean (list)\n  (/ (reduce #'+ list) (length list)))\n\n(mean '(1 2))");
  await program.press("Control+End");
  await program.press("Home");
  await program.press("ArrowRight");
  await program.press("Alt+.");
  await expect(active).toHaveText("(defun mean (list)");
  await program.press("Alt+,");
  await expect(active).toHaveText("(mean '(1 2))");

  // What only the transcript has, from the prompt.
  const line = page.getByRole("textbox", { name: "Lisp prompt" });
  await line.fill("(defun entered (x) x)");
  await line.press("Enter");
  await expect(page.locator(".entry .row-value pre")).toHaveText("ENTERED");
  await line.fill("(entered");
  await line.press("F12");
  await expect(page.locator(".entry-source").first()).toBeFocused();
  await page.keyboard.press("Tab");
  await line.press("Alt+,");
  await expect(line).toBeFocused();
  await line.fill("(car");
  await line.press("Alt+.");
  const peek = page.getByRole("dialog", { name: "Definition of car" });
  await expect(peek).toContainText("Neither the program nor what was evaluated in this session defines car.");
  await page.keyboard.press("Escape");
  await expect(peek).toHaveCount(0);
  await expect(line).toBeFocused();

  await page.keyboard.press("F1");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await expect(sheet).toContainText("Search what was entered");
  expect(await accessProblems(page, "dialog[open]")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(line).toBeFocused();
});

test("the Lisp says what a call takes, what a name is, and how a macro expands", async ({ page }) => {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  const program = page.locator("#editor .cm-content");
  const arglist = page.locator("#arglist");
  const text =
    '(defun mean (list &key weight) "The mean." list weight)\n(defmacro twice (f) `(progn ,f ,f))\n(defmacro by ((x) &body body) `(* ,x ,@body))\n';
  await writeCode(program, text);
  await page.locator("#run").click();
  await expect(page.locator(".entry").last()).toHaveAttribute("data-state", "ok");

  await writeCode(program, `${text}(reduce #'+ '(1 2) :start 1)`);
  await program.press("Control+End");
  await program.press("ArrowLeft");
  await expect(arglist).toHaveText(
    /^\(reduce function sequence &key key from-end \(start 0\) end initial-value\)$/,
  );
  await expect(arglist.locator("strong")).toHaveText("(start 0)");
  for (let back = 0; back < ":start 1".length; back += 1) await program.press("ArrowLeft");
  await expect(arglist.locator("strong")).toHaveText("&key");
  await program.press("ArrowLeft");
  await expect(arglist.locator("strong")).toHaveText("sequence");

  // What an evaluation has changed is asked again.
  const line = page.getByRole("textbox", { name: "Lisp prompt" });
  await line.fill("(mean ");
  await line.press("End");
  await expect(page.locator("#repl-arglist")).toHaveText("(mean list &key weight)");
  await line.fill("(defun mean (numbers) numbers)");
  await line.press("Enter");
  await expect(page.locator(".entry").last()).toHaveAttribute("data-state", "ok");
  await line.fill("(mean ");
  await line.press("End");
  await expect(page.locator("#repl-arglist")).toHaveText("(mean numbers)");
  await line.fill("");

  const word = program.getByText("reduce", { exact: false }).last();
  const box = await word.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 8);
  await page.mouse.move((box?.x ?? 0) + 31, (box?.y ?? 0) + 8);
  await expect(page.locator(".symbol-facts")).toContainText("(reduce function sequence");
  await page.mouse.move(2, 2);

  // A macro's body is indented as its definition in the Lisp says.
  await writeCode(program, "(by (2)");
  await program.press("Control+End");
  await expect(arglist).toHaveText("(by (x) &body body)");
  await program.press("Enter");
  await program.pressSequentially("3)");
  await expectLines(program, ["(by (2)", "  3)"]);
  await writeCode(program, "(by (2)\n3)\n(car\n1)");
  await page.locator("#programs button").click();
  await page.getByRole("menuitem", { name: "Format" }).click();
  await expectLines(program, ["(by (2)", "  3)", "(car", " 1)"]);
  await expect(program).toBeFocused();
  await program.press("Control+z");
  await expectLines(program, ["(by (2)", "3)", "(car", "1)"]);

  // A macro expands step by step, and undo takes it back.
  await writeCode(program, "(list\n  (twice (when a b)))");
  await program.press("Control+End");
  await program.press("ArrowLeft");
  await program.press("Alt+m");
  const peek = page.getByRole("dialog", { name: "Macro expansion" });
  await expect(peek.locator("code")).toHaveText(/^\(progn\s+\(when a b\)\s+\(when a b\)\)$/);
  await expect(peek.locator(":focus")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(peek.getByRole("status")).toHaveText("That was the last step.");
  expect(await accessProblems(page, ".peek")).toEqual([]);
  await peek.getByRole("button", { name: "Put in place" }).click();
  await expect(peek).toHaveCount(0);
  await expect(program).toContainText("(progn");
  await expect(program).toBeFocused();
  await program.press("Control+z");
  await expect(program).toContainText("(twice (when a b))");

  await line.fill(",expand (nosuch 1)");
  await line.press("Enter");
  await expect(page.locator(".entry").last()).toContainText("This form is no macro call.");
  await line.fill(",expand (when a b)");
  await line.press("Enter");
  await expect(page.locator(".entry").last()).toContainText("(if a");
});
