import type { Page } from "@playwright/test";
import { accessProblems } from "./support/access.js";
import { expect, test } from "./support/test.js";

// The timeline of a recording and the flame graph of a profile, in the playground.

const entries = (page: Page) => page.locator("#transcript > .entry");
const source = (page: Page) => page.locator("#editor .cm-content");
const spot = (page: Page) => page.locator("#editor .cm-step-spot");
const markedLine = (page: Page) => page.locator("#editor .cm-step-line");
const current = (page: Page) => page.locator(".timeline-columns .timeline-events [aria-current=step]");

const PROGRAM = `(defun half (n)
  (let ((part (floor n 2)))
    part))

(defun halves (n)
  (if (zerop n) nil (cons n (halves (half n)))))

(halves 5)`;

async function open(page: Page, program: string): Promise<void> {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await source(page).fill(program);
}

async function runBy(page: Page, way: string): Promise<void> {
  await page.getByRole("button", { name: "Other ways to run" }).click();
  await page.getByRole("menuitem", { name: way }).click();
}

test("a recording is gone through event by event, back and forth", async ({ page }) => {
  await open(page, PROGRAM);
  await runBy(page, "Record");
  const entry = entries(page).first();
  await expect(entry).toHaveAttribute("data-state", "ok");
  await expect(entry.locator(".recording-summary")).toContainText("HALVES: 4 calls");
  await entry.getByRole("button", { name: "Timeline" }).click();
  await expect(current(page)).toHaveText("(HALVES 5)");
  const move = (name: string) => entry.getByRole("button", { name, exact: true }).click();
  await move("Forward");
  await expect(current(page)).toHaveText("(HALF 5)");
  await move("Forward");
  await expect(current(page)).toHaveText("PART is bound to 2");
  await expect(entry.locator(".timeline-variables")).toHaveText("part2");
  await expect(entry.locator(".timeline-path li")).toHaveText(["(HALVES 5)", "(HALF 5)"]);
  await move("Out");
  await expect(current(page)).toHaveText("(HALF 5)");
  await move("Over");
  await expect(current(page)).toHaveText("HALF returned 2");
  await move("Back over");
  await expect(current(page)).toHaveText("(HALF 5)");
  // By keys.
  const slider = entry.getByRole("slider", { name: "Event" });
  await slider.press("End");
  await expect(current(page)).toContainText("returned");
  await slider.press("ArrowLeft");
  await expect(current(page)).toHaveText("HALVES returned (2 1)");
  expect(await accessProblems(page, "#results")).toEqual([]);
});

test("the place of the event that is looked at is marked in the editor", async ({ page }) => {
  await open(page, PROGRAM.replace("part)", "(setq part (* 1 part)))"));
  await runBy(page, "Record");
  const entry = entries(page).first();
  const timeline = entry.getByRole("button", { name: "Timeline" });
  const move = (name: string) => entry.getByRole("button", { name, exact: true }).click();
  await timeline.click();
  await expect(current(page)).toHaveText("(HALVES 5)");
  await expect(markedLine(page)).toHaveText("(defun halves (n)");
  await expect(spot(page)).toHaveText("(defun");
  // A call is marked where it stands.
  await move("Forward");
  await expect(current(page)).toHaveText("(HALF 5)");
  await expect(spot(page)).toHaveText("(half");
  await expect(markedLine(page)).toContainText("(cons n (halves (half n)))");
  await move("Forward");
  await expect(spot(page)).toHaveText("(part");
  const slider = entry.getByRole("slider", { name: "Event" });
  await slider.press("ArrowRight");
  await expect(current(page)).toHaveText("PART is set to 2");
  await expect(spot(page)).toHaveText("(setq");
  expect(await accessProblems(page, "#editor")).toEqual([]);
  // It is about the timeline that is open.
  await timeline.click();
  await expect(spot(page)).toHaveCount(0);
  await timeline.click();
  await expect(spot(page)).toHaveText("(setq");
  // A definition that was edited has the place no more; others still have theirs.
  await source(page).press("Control+Home");
  await page.keyboard.insertText("; Whole numbers.\n");
  await expect(spot(page)).toHaveCount(0);
  await move("Back");
  await expect(spot(page)).toHaveText("(part");
  await source(page).press("Control+Home");
  for (let at = 0; at < 2; at++) await source(page).press("ArrowDown");
  await source(page).press("End");
  await page.keyboard.insertText(" ; edited");
  await move("Back");
  await expect(current(page)).toHaveText("(HALF 5)");
  await expect(spot(page)).toHaveText("(half");
  await move("Forward");
  await expect(spot(page)).toHaveCount(0);
  await move("Out");
  await expect(spot(page)).toHaveText("(half");
  await move("Out");
  await expect(markedLine(page)).toHaveText("(defun halves (n)");
  await page.locator("#clear").click();
  await expect(spot(page)).toHaveCount(0);
});

test("the mark of a program that waits comes back where a timeline is closed", async ({ page }) => {
  await open(page, PROGRAM);
  await runBy(page, "Record");
  await expect(entries(page).first()).toHaveAttribute("data-state", "ok");
  const prompt = page.getByRole("textbox", { name: "Lisp prompt" });
  await prompt.fill(",step (halves 2)");
  await page.keyboard.press("Enter");
  await expect(entries(page).nth(1)).toHaveAttribute("data-state", "held");
  await page.keyboard.press("F11");
  await expect(spot(page)).toHaveText("(zerop");
  const timeline = entries(page).first().getByRole("button", { name: "Timeline" });
  await timeline.click();
  await expect(spot(page)).toHaveText("(defun");
  await timeline.click();
  await expect(spot(page)).toHaveText("(zerop");
});

test("a value and the calls of a function are found in a recording", async ({ page }) => {
  await open(page, PROGRAM);
  await page.getByRole("textbox", { name: "Lisp prompt" }).fill(PROGRAM.replace("(halves 5)", ""));
  await page.keyboard.press("Control+Enter");
  await expect(entries(page).first()).toHaveAttribute("data-state", "ok");
  await page.keyboard.insertText(",record (halves 5)");
  await page.keyboard.press("Enter");
  const entry = entries(page).nth(1);
  await entry.getByRole("button", { name: "Timeline" }).click();
  const found = entry.locator(".timeline-found");
  await entry.getByRole("searchbox", { name: "Find a value" }).fill("'(2 1)");
  await page.keyboard.press("Enter");
  await expect(found).toContainText("In 1 event.");
  await found.getByRole("button", { name: "HALVES returned (2 1)" }).click();
  await expect(current(page)).toHaveText("HALVES returned (2 1)");
  await entry.getByRole("combobox", { name: "Calls of a function" }).selectOption("HALF");
  await expect(found.locator("li")).toHaveText(["(HALF 5) => 2", "(HALF 2) => 1", "(HALF 1) => 0"]);
  await entry.getByRole("searchbox", { name: "Find a value" }).fill("(car");
  await page.keyboard.press("Enter");
  await expect(found).toContainText("end of file");
  // A later recording takes the place of this one.
  await page.getByRole("textbox", { name: "Lisp prompt" }).fill(",record (halves 1)");
  await page.keyboard.press("Enter");
  await expect(entries(page).nth(2)).toHaveAttribute("data-state", "ok");
  await entry.getByRole("button", { name: "Forward", exact: true }).click();
  await expect(entry.locator(".timeline > .inspector-problem")).toHaveText(/later recording/);
  // And one of nothing says so.
  await page.getByRole("textbox", { name: "Lisp prompt" }).fill(",record (car nil)");
  await page.keyboard.press("Enter");
  await expect(entries(page).nth(3)).toHaveAttribute("data-state", "ok");
});

test("a recording of a hundred thousand events is gone through from end to end", async ({ page }) => {
  await open(page, "(defun f (n) (1+ n))\n(defun g () (dotimes (i 50000) (f i)))\n(g)");
  await runBy(page, "Record");
  const entry = entries(page).first();
  await entry.getByRole("button", { name: "Timeline" }).click();
  const slider = entry.getByRole("slider", { name: "Event" });
  await slider.press("End");
  await expect(current(page)).toContainText("returned NIL");
  await slider.press("Home");
  await expect(current(page)).toHaveText("toplevel form");
});

test("a profile is a flame graph, in which keys lead to callers and called", async ({ page }) => {
  const program = `(defun fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(defun twice () (+ (fib 24) (fib 24)))
(twice)`;
  await open(page, program);
  await runBy(page, "Profile");
  const entry = entries(page).first();
  await expect(entry).toHaveAttribute("data-state", "ok");
  await expect(entry.locator(".row-value")).toContainText("92736");
  const flames = entry.getByRole("group", { name: "Flame graph" });
  await expect(flames.getByRole("button", { name: /^fib ×\d+: / })).toBeVisible();
  await expect(entry.locator(".profile-functions tbody tr").first()).toContainText("fib");
  expect(await accessProblems(page, "#results")).toEqual([]);
  await flames.getByRole("button", { name: /^all/ }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(flames.locator(":focus")).toHaveText("twice");
  await page.keyboard.press("Enter");
  await expect(flames.locator(":focus")).toHaveText("twice");
  await expect(flames.locator(".flame-around")).toHaveText(["all", "toplevel form"]);
  await page.keyboard.press("Escape");
  await expect(flames.locator(".flame-around")).toHaveCount(0);
});

test("a profile of code that fails says what is wrong", async ({ page }) => {
  await open(page, "(car 5)");
  await runBy(page, "Profile");
  await expect(entries(page).first()).toHaveAttribute("data-state", "error");
  await expect(entries(page).first()).toContainText("The value 5 is not of type LIST");
});
