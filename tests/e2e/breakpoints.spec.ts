import type { Page } from "@playwright/test";
import { accessProblems } from "./support/access.js";
import { expect, test } from "./support/test.js";

// Breakpoints in the margin of the playground's editor.

const entries = (page: Page) => page.locator("#transcript > .entry");
const source = (page: Page) => page.locator("#editor .cm-content");
const strip = (page: Page) => page.getByRole("region", { name: "The program that waits" });
const marked = (page: Page) => page.locator("#editor .cm-step-spot");
const numbers = (page: Page) => page.locator("#editor .cm-breakpoint");
const dialog = (page: Page, line: number) => page.getByRole("dialog", { name: `Breakpoint on line ${line}` });
const conditional = (page: Page) => page.locator("#editor .cm-breakpoint-conditional");
const number = (page: Page, line: number) =>
  page.locator("#editor .cm-lineNumbers .cm-gutterElement", { hasText: new RegExp(`^${line}$`) });

const PROGRAM = `(defun total (prices)
  (if (null prices)
      0
      (+ (first prices)
         (total (rest prices)))))

(defun report (prices)
  (when prices
    (format nil "~D" (total prices))))

(report '(3 4))`;

/** Opens the playground with a program, the cursor in its last form. */
async function open(page: Page): Promise<void> {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await source(page).fill(PROGRAM);
  // What is clicked on are this program's lines, not those of the one before it.
  await expect(page.locator("#editor .cm-lineNumbers .cm-gutterElement").last()).toHaveText("11");
}

/** What the editor tells readers of the screen from now on, which it takes away soon. */
async function heard(page: Page): Promise<() => Promise<string>> {
  const told = await page.locator("#editor .cm-announced").evaluateHandle((live) => {
    const texts: string[] = [];
    const note = () => texts.push(live.textContent ?? "");
    new MutationObserver(note).observe(live, { childList: true, characterData: true, subtree: true });
    return texts;
  });
  return () => told.evaluate((texts) => texts.join(" "));
}

/** Puts the cursor on a line. */
async function goTo(page: Page, line: number): Promise<void> {
  await source(page).press("Control+Home");
  for (let at = 1; at < line; at++) await source(page).press("ArrowDown");
}

test("a breakpoint set by key stops the program, which goes on from it", async ({ page }) => {
  await open(page);
  await goTo(page, 9);
  await source(page).press("F9");
  await expect(numbers(page)).toHaveText(["9"]);
  await source(page).press("Control+Enter");
  await expect(entries(page).first()).toHaveAttribute("data-state", "held");
  await expect(entries(page).first()).toContainText("Stopped at a breakpoint of REPORT, line 9.");
  await expect(strip(page)).toContainText("Next: (TOTAL PRICES)");
  await expect(marked(page)).toHaveText("(total");
  expect(await accessProblems(page, "#editor", "#repl")).toEqual([]);
  await page.keyboard.press("F11");
  await expect(strip(page)).toContainText("Next: (NULL PRICES)");
  await page.keyboard.press("F8");
  await expect(entries(page).first()).toHaveAttribute("data-state", "ok");
  await expect(entries(page).first().locator(".row-value pre").last()).toHaveText('"7"');
  await goTo(page, 9);
  await source(page).press("F9");
  await expect(numbers(page)).toHaveCount(0);
  await source(page).press("Control+Enter");
  await expect(entries(page).nth(1)).toHaveAttribute("data-state", "ok");
});

test("a breakpoint set by mouse, on a line without a call, is that of the next line", async ({ page }) => {
  await open(page);
  await number(page, 1).click();
  await page.locator("#run").click();
  await expect(strip(page)).toContainText("Next: (NULL PRICES)");
  // Twice: the second time it is come to from the first.
  await page.keyboard.press("F8");
  await expect(entries(page).first()).toContainText("With(4)");
  await number(page, 1).click();
  await page.keyboard.press("F8");
  await expect(entries(page).first()).toHaveAttribute("data-state", "ok");
});

test("breakpoints come to functions that are defined already, and their place is marked", async ({
  page,
}) => {
  await open(page);
  await page.locator("#run").click();
  await expect(entries(page).first()).toHaveAttribute("data-state", "ok");
  await number(page, 5).click();
  const prompt = page.locator("#repl").getByRole("textbox");
  await prompt.fill("(report '(1 2))");
  await prompt.press("Enter");
  await expect(strip(page)).toContainText("Next: (REST PRICES)");
  await expect(marked(page)).toHaveText("(rest");
  await expect(page.locator("#editor .cm-step-line")).toContainText("(total (rest prices))");
  await number(page, 5).click();
  await page.keyboard.press("F8");
  await expect(entries(page).nth(1)).toHaveAttribute("data-state", "ok");
});

test("a breakpoint comes to the method around its line that is defined already, and to no other", async ({
  page,
}) => {
  await open(page);
  await source(page).fill(`(defmethod size ((x list))
  (length x))

(defmethod size ((x string))
  (* 2 (length x)))`);
  await page.locator("#run").click();
  await expect(entries(page).first()).toHaveAttribute("data-state", "ok");
  await number(page, 5).click();
  const prompt = page.locator("#repl").getByRole("textbox");
  await prompt.fill("(size '(1 2))");
  await prompt.press("Enter");
  await expect(entries(page).nth(1)).toHaveAttribute("data-state", "ok");
  await prompt.fill('(size "four")');
  await prompt.press("Enter");
  await expect(strip(page)).toContainText("Next: (LENGTH X)");
  await expect(marked(page)).toHaveText("(length");
});

test("a breakpoint that is set while the program runs is there when it has ended", async ({ page }) => {
  await open(page);
  await page.locator("#run").click();
  await expect(entries(page).first()).toHaveAttribute("data-state", "ok");
  const prompt = page.locator("#repl").getByRole("textbox");
  await prompt.fill("(loop)");
  await prompt.press("Enter");
  await expect(entries(page).nth(1)).toHaveAttribute("data-state", "running");
  await number(page, 4).click();
  await prompt.press("Escape");
  await expect(entries(page).nth(1)).toHaveAttribute("data-state", "cancelled");
  await prompt.fill("(report '(1 2))");
  await prompt.press("Enter");
  await expect(strip(page)).toContainText("Next: (FIRST PRICES)");
});

test("breakpoints move with their lines, and stay where the page is loaded again", async ({ page }) => {
  await open(page);
  await goTo(page, 4);
  await source(page).press("F9");
  await source(page).press("Control+Home");
  await source(page).press("Enter");
  await source(page).press("Enter");
  await expect(numbers(page)).toHaveText(["6"]);
  await goTo(page, 11);
  await source(page).press("F9");
  await expect(numbers(page)).toHaveText(["6", "11"]);
  await page.reload();
  await expect(numbers(page)).toHaveText(["6", "11"]);
  // It goes with its line.
  await goTo(page, 11);
  await source(page).press("Control+Shift+k");
  await expect(numbers(page)).toHaveText(["6"]);
});

test("a condition is written, changed and removed by keys, and the program stops where it is true", async ({
  page,
}) => {
  await open(page);
  await goTo(page, 4);
  await source(page).press("Shift+F9");
  const field = dialog(page, 4).getByRole("textbox", { name: "Stop on line 4 only where" });
  await expect(field).toBeFocused();
  await expect(dialog(page, 4).getByRole("button", { name: "Take away" })).toHaveCount(0);
  // What is no Lisp is said, and nothing is set.
  for (const [text, problem] of [
    ["(= (first prices) 4", "A bracket is opened here and never closed."],
    ["prices 4", /one form/],
    ["(char= #\\nosuch)", /nosuch/i],
  ] as const) {
    await field.fill(text);
    await field.press("Enter");
    await expect(dialog(page, 4).getByRole("alert")).toHaveText(problem);
  }
  expect(await accessProblems(page, "#editor")).toEqual([]);
  await expect(numbers(page)).toHaveCount(0);
  const said = await heard(page);
  await field.fill("(= (first prices) 4)");
  await field.press("Enter");
  await expect(dialog(page, 4)).toHaveCount(0);
  await expect(conditional(page)).toHaveText(["4"]);
  await expect.poll(said).toContain("Breakpoint set on line 4, where (= (first prices) 4).");
  // The focus is back in the text.
  await page.keyboard.press("Control+Enter");
  const [first, second] = [entries(page).first(), entries(page).nth(1)];
  await expect(first).toContainText("Stopped at a breakpoint of TOTAL, line 4.");
  await expect(strip(page)).toContainText("Next: (FIRST PRICES)");
  await expect(first).toContainText("With(4)");
  // It is changed in the function that is there.
  await source(page).press("Shift+F9");
  await expect(field).toHaveValue("(= (first prices) 4)");
  await field.fill("(= (first prices) 5)");
  await field.press("Enter");
  await expect(dialog(page, 4)).toHaveCount(0);
  await page.keyboard.press("F8");
  await expect(first).toHaveAttribute("data-state", "ok");
  const prompt = page.locator("#repl").getByRole("textbox");
  await prompt.fill("(report '(3 4 5))");
  await prompt.press("Enter");
  await expect(second).toContainText("With(5)");
  await page.keyboard.press("F8");
  await expect(second).toHaveAttribute("data-state", "ok");
  // And kept where the page is loaded again.
  await page.reload();
  await expect(conditional(page)).toHaveText(["4"]);
  await goTo(page, 4);
  await source(page).press("Shift+F9");
  await field.fill("");
  await field.press("Enter");
  await expect(conditional(page)).toHaveCount(0);
  await expect(numbers(page)).toHaveText(["4"]);
  await source(page).press("Shift+F9");
  await page.keyboard.press("Escape");
  await expect(dialog(page, 4)).toHaveCount(0);
  await expect(source(page)).toBeFocused();
});

test("a condition is written and removed by mouse, and says where it fails", async ({ page }) => {
  await open(page);
  await number(page, 4).click({ button: "right" });
  // The name of any dialog: one of another line is told from none.
  await expect(page.getByRole("dialog")).toHaveAccessibleName("Breakpoint on line 4");
  await expect(dialog(page, 4).getByRole("textbox")).toBeFocused();
  await page.keyboard.insertText("(> no-such 3)");
  await dialog(page, 4).getByRole("button", { name: "Set" }).click();
  await expect(conditional(page)).toHaveText(["4"]);
  await number(page, 4).hover();
  await expect(number(page, 4)).toHaveAttribute("title", "Stops where (> no-such 3)");
  await page.locator("#run").click();
  const entry = entries(page).first();
  await expect(entry).toContainText("Stopped at a breakpoint of TOTAL, line 4.");
  await expect(entry.locator(".report-problem")).toHaveText(
    "Its condition failed: The variable NO-SUCH is unbound.",
  );
  // A click takes nothing away that was written.
  await number(page, 4).click();
  await dialog(page, 4).getByRole("button", { name: "Always stop" }).click();
  await expect(conditional(page)).toHaveCount(0);
  await page.keyboard.press("F8");
  await expect(entry).toContainText("With(4)");
  await expect(entry.locator(".report-problem")).toHaveCount(0);
  await number(page, 4).click({ button: "right" });
  await dialog(page, 4).getByRole("button", { name: "Take away" }).click();
  await expect(numbers(page)).toHaveCount(0);
  await page.keyboard.press("F8");
  await expect(entry).toHaveAttribute("data-state", "ok");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });

  test("a finger that stays on a number asks for the condition", async ({ page }) => {
    await open(page);
    const box = await number(page, 4).boundingBox();
    if (!box) throw new Error("The number is not there.");
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const touches = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchEnd", touchPoints: (typeof at)[]) =>
      touches.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [at]);
    const field = dialog(page, 4).getByRole("textbox");
    await expect(page.getByRole("dialog")).toHaveAccessibleName("Breakpoint on line 4");
    await expect(field).toBeVisible();
    await touch("touchEnd", []);
    await expect(numbers(page)).toHaveCount(0);
    const shown = await dialog(page, 4).boundingBox();
    expect(shown && shown.x >= 0 && shown.x + shown.width <= 390).toBe(true);
    await field.fill("(rest prices)");
    await dialog(page, 4).getByRole("button", { name: "Set" }).tap();
    await expect(conditional(page)).toHaveText(["4"]);
    // A tap opens what was written, and sets and takes away others.
    await number(page, 4).tap();
    await expect(field).toHaveValue("(rest prices)");
    await dialog(page, 4).getByRole("button", { name: "Close" }).tap();
    await number(page, 9).tap();
    await expect(numbers(page)).toHaveText(["4", "9"]);
    await number(page, 9).tap();
    await expect(numbers(page)).toHaveText(["4"]);
  });
});
