import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.js";
import { writeCode } from "./support/write-code.js";

const newest = ".entry:last-child";

async function write(page: Page, code: string): Promise<void> {
  await writeCode(page.locator("#editor .cm-content"), code);
}

async function answered(page: Page, state: string) {
  const entry = page.locator(newest);
  await expect(entry).toHaveAttribute("data-state", state);
  return entry;
}

/** Has errors end evaluations, as for a person who does not want to be asked. */
async function doNotAsk(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("jscl-mcp.playground.ask-on-error", "no"));
}

test.describe("the playground", () => {
  test.beforeEach(async ({ page }) => {
    await doNotAsk(page);
    await page.goto("./");
    await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  });

  test("shows what would have helped, and leads to its place", async ({ page }) => {
    await write(
      page,
      "(defun digits (n)\n  (multiple-value-bind (rest digit)\n      (values (floor n 10))\n    (list rest (+ digit 0))))\n(digits 42)",
    );
    await page.getByRole("button", { name: /^Run\b(?! form)/ }).click();
    const hints = (await answered(page, "error")).locator(".report-hint");
    await expect(hints).toHaveText(["Hint: DIGIT gets no value of (VALUES (FLOOR N 10)), line 3, column 6"]);
    await hints.getByRole("button", { name: "line 3, column 6" }).click();
    await page.keyboard.type("#|here|# ");
    await expect(page.locator("#editor .cm-line").nth(2)).toHaveText("      #|here|# (values (floor n 10))");
    await write(page, "(reduse #'+ '(1 2))");
    await page.getByRole("button", { name: /^Run\b(?! form)/ }).click();
    const last = page.locator(newest).locator(".report-hint");
    await expect(last).toHaveText(["Hint: did you mean the function REDUCE?"]);
    await expect(last.getByRole("button")).toHaveCount(0);
  });

  test("shows values, both streams and warnings apart", async ({ page }) => {
    await write(
      page,
      '(format t "to out~%") (format *error-output* "to err~%") (warn "take care") (values 1 :two)',
    );
    await page.getByRole("button", { name: /^Run\b(?! form)/ }).click();
    const entry = await answered(page, "ok");
    await expect(entry.locator(".row-out pre")).toHaveText("to out");
    await expect(entry.locator(".row-err pre")).toHaveText("to err");
    await expect(entry.locator(".row-warning")).toContainText("take care");
    await expect(entry.locator(".row-value pre")).toHaveText(["1", ":TWO"]);
  });

  test("lays out a condition with its frames and restarts", async ({ page }) => {
    await write(page, "(defun average (list) (/ (reduce #'+ list) (length list)))\n(average '())");
    await page.locator("#editor .cm-content").press("Control+Enter");
    const report = (await answered(page, "error")).locator(".report");
    await expect(report.getByRole("heading", { name: "DIVISION-BY-ZERO" })).toBeVisible();
    await expect(report.locator(".report-ancestry")).toContainText("arithmetic-error");
    await expect(report.locator(".frame").filter({ hasText: "(AVERAGE NIL)" })).toHaveCount(1);
    await expect(report.locator(".restarts li").last()).toContainText("ABORT");
    await report.getByRole("button", { name: "Describe for a model" }).click();
    await expect(report.locator(".described")).toContainText("Error: DIVISION-BY-ZERO");
  });

  test("says which form is at work while it runs", async ({ page }) => {
    await write(page, "(defun wait (s) (sleep s))\n(print :first)\n\n(wait 1)\n(wait 0)");
    await page.locator("#run").click();
    await expect(page.locator(`${newest} .running`)).toContainText("form 3, line 4");
    await expect(page.locator(`${newest} .row-out pre`)).toContainText(":FIRST");
    await expect((await answered(page, "ok")).locator(".running")).toHaveCount(0);
  });

  test("takes a restart by evaluating again, with values where it wants them", async ({ page }) => {
    await write(page, "(list (+ 1 no-such-variable) (car 7))");
    await page.locator("#run").click();
    const first = await answered(page, "error");
    await first.getByRole("button", { name: "Take USE-VALUE" }).click();
    await first.getByLabel("Values for USE-VALUE").fill("(* 6 7)");
    await first.getByLabel("Values for USE-VALUE").press("Enter");
    await expect(page.locator(".entry")).toHaveCount(2);
    const second = await answered(page, "error");
    await expect(second.locator(".row-taken")).toContainText("USE-VALUE for UNBOUND-VARIABLE");
    await expect(second.getByRole("heading", { name: "TYPE-ERROR" })).toBeVisible();
    await expect(second.getByRole("button", { name: "Take ABORT" })).toHaveCount(0);
  });

  test("holds a program at its error, unless that is turned off, and goes on with the restart that is chosen", async ({
    page,
  }) => {
    const code = '(princ "once") (list (+ 1 no-such-variable) (no-such-function 7))';
    const sessions = page.locator("#sessions");
    await sessions.getByRole("button").first().click();
    await sessions.getByRole("menuitem", { name: "Ask on error" }).click();
    await write(page, code);
    await page.locator("#run").click();
    const held = await answered(page, "held");
    await expect(held.locator(".row-held")).toContainText("The program waits here.");
    await expect(held.locator(".row-out pre")).toHaveText("once");
    await expect(held.getByRole("heading", { name: "UNBOUND-VARIABLE" })).toBeVisible();
    await held.getByRole("button", { name: "Take USE-VALUE" }).click();
    await held.getByLabel("Values for USE-VALUE").fill("(list");
    await held.getByLabel("Values for USE-VALUE").press("Enter");
    await expect(held.locator(".report-problem")).toContainText("USE-VALUE not taken");
    await held.getByRole("button", { name: "Take USE-VALUE" }).click();
    await held.getByLabel("Values for USE-VALUE").fill("(* 6 7)");
    await held.getByLabel("Values for USE-VALUE").press("Enter");
    await expect(held.getByRole("heading", { name: "UNDEFINED-FUNCTION" })).toBeVisible();
    await held.getByRole("button", { name: "Take RETURN-VALUE" }).click();
    await held.getByLabel("Values for RETURN-VALUE").fill(":seven");
    await held.getByLabel("Values for RETURN-VALUE").press("Enter");
    const done = await answered(page, "ok");
    await expect(page.locator(".entry")).toHaveCount(1);
    await expect(done.locator(".row-value pre")).toHaveText("(43 :SEVEN)");
    await expect(done.locator(".row-out pre")).toHaveText("once");
    await expect(done.locator(".row-taken")).toHaveCount(2);

    await page.locator("#run").click();
    await answered(page, "held");
    await page.locator("#editor .cm-content").press("Control+.");
    const stopped = await answered(page, "error");
    await expect(stopped.locator(".row-taken")).toContainText("ABORT for UNBOUND-VARIABLE");
    await page.locator("#run").click();
    await (await answered(page, "held")).getByRole("button", { name: "Take ABORT" }).click();
    await answered(page, "error");

    await sessions.getByRole("button").first().click();
    await sessions.getByRole("menuitem", { name: "Stop asking on error" }).click();
    await page.locator("#run").click();
    await expect(page.locator(".entry")).toHaveCount(4);
    await answered(page, "error");
  });

  test("does not describe another error in place of an earlier one", async ({ page }) => {
    await write(page, "(car 5)");
    await page.locator("#run").click();
    await answered(page, "error");
    await write(page, "(/ 1 0)");
    await page.locator("#run").click();
    await expect((await answered(page, "error")).locator(".report-type")).toHaveText("DIVISION-BY-ZERO");
    const earlier = page.locator(".entry").first().locator(".report");
    await earlier.getByRole("button", { name: "Describe for a model" }).click();
    await expect(earlier.locator(".described")).toContainText("no longer remembers");
  });

  test("marks a reader's error where it is, also when one form of many was run", async ({ page }) => {
    await write(page, "(list 1)\n\n  (foo:bar 2)");
    await page.locator("#editor .cm-content").press("Control+End");
    await page.locator("#editor .cm-content").press("Shift+Enter");
    const entry = await answered(page, "error");
    await expect(entry.locator(".report-head .place")).toContainText("line 3");
    await expect(page.locator(".cm-error-line")).toHaveText("  (foo:bar 2)");
    await page.locator("#editor .cm-content").press("x");
    await expect(page.locator(".cm-error-line")).toHaveCount(0);
  });

  test("runs the form at the cursor with Shift-Enter", async ({ page }) => {
    await write(page, "(+ 1 1)\n(+ 2 2)");
    await page.locator("#editor .cm-content").press("Control+Home");
    await page.locator("#editor .cm-content").press("Shift+Enter");
    await expect((await answered(page, "ok")).locator(".row-value pre")).toHaveText("2");
  });

  test("stops a loop without an end, and its Lisp goes on as it was", async ({ page }) => {
    await write(page, '(defvar *kept* 42) (princ "before") (loop)');
    await page.locator("#run").click();
    await expect(page.locator('[data-state="running"] .row-out pre')).toHaveText("before");
    await page.getByRole("button", { name: "Stop" }).click();
    const stopped = await answered(page, "cancelled");
    await expect(stopped.locator(".row-out pre")).toHaveText("before");
    await expect(stopped.locator(".row-stopped")).toContainText("Stopped");
    await write(page, "*kept*");
    await page.locator("#run").click();
    await expect((await answered(page, "ok")).locator(".row-value pre")).toHaveText("42");
  });

  test("shows and sets the limits of the session that is worked in", async ({ page }) => {
    const dialog = page.getByRole("dialog", { name: /^Limits/ });
    const open = async (name: string, timeout: string) => {
      await page.getByRole("button", { name: "Limits" }).click();
      await expect(dialog.getByRole("heading")).toHaveText(name);
      await expect(dialog.getByLabel(/^Time/)).toHaveValue(timeout);
    };
    await open("Limits", "30");
    await dialog.getByLabel(/^Time/).fill("7.5");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await page.locator("#sessions > button").click();
    await page.getByRole("menuitem", { name: "New session" }).click();
    await expect(page.locator("#sessions > button")).toHaveText(/session-1/);
    await open("Limits of session-1", "30");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.locator("#sessions > button").click();
    await page.getByRole("menuitemradio", { name: "main" }).click();
    await open("Limits", "7.5");
  });

  test("works in one session while another loops, and closes it", async ({ page }) => {
    const button = page.locator("#sessions > button");
    const choose = async (name: RegExp) => {
      await button.click();
      await page.locator("#sessions").getByRole("menu").getByText(name).click();
    };
    await write(page, "(defun who () :main)");
    await page.locator("#run").click();
    await answered(page, "ok");
    await choose(/^New session$/);
    await expect(button).toHaveText(/session-1/);
    // The menu says how a session is when it is opened: a Lisp that still starts evaluates nothing.
    await write(page, "1");
    await page.locator("#run").click();
    await answered(page, "ok");
    await write(page, "(loop)");
    await page.locator("#run").click();
    await answered(page, "running");
    await expect(page.locator("#run")).toHaveText(/Stop/);

    await choose(/^main$/);
    await expect(page.locator("#run")).toHaveText(/Run/);
    await write(page, "(who)");
    await page.locator("#run").click();
    await expect((await answered(page, "ok")).locator(".row-value pre")).toHaveText(":MAIN");

    await button.click();
    const looping = page.getByRole("menuitemradio", { name: /session-1/ });
    await expect(looping).toContainText("Evaluating");
    await expect(page.getByRole("menuitemradio", { name: /main/ })).toBeChecked();
    await looping.click();
    await expect(page.locator("#run")).toHaveText(/Stop/);
    await choose(/^Close session-1$/);
    await expect(button).toHaveText(/main/);
    await expect(page.locator(newest)).toContainText("Session session-1 was closed.");
    await expect(page.locator(".entry", { hasText: "(loop)" })).toContainText("SESSION-CLOSED");
    await expect(page.locator(".entry", { hasText: "(loop)" })).toContainText("session-1 · CL-USER");
    await expect(page.locator("#run")).toHaveText(/Run/);
  });

  test("shows output while Lisp runs, where the answer will have it", async ({ page }) => {
    const wait = (seconds: number) =>
      `(let ((end (+ (get-internal-real-time) (* ${seconds} internal-time-units-per-second)))) (loop until (>= (get-internal-real-time) end)))`;
    await write(
      page,
      `(format t "one~%two~%") (format *error-output* "oops~%") ${wait(1)} (princ "three") ${wait(5)} 1`,
    );
    await page.locator("#run").click();
    const running = page.locator('[data-state="running"]');
    await expect(running.locator(".row-err pre")).toHaveText("oops");
    await expect(running.locator(".row-out pre")).toHaveText("one\ntwo\nthree");
    const before = await Promise.all(
      [running.locator(".row-out"), running.locator(".row-err")].map((row) => row.boundingBox()),
    );
    const done = await answered(page, "ok");
    const after = await Promise.all(
      [done.locator(".row-out"), done.locator(".row-err")].map((row) => row.boundingBox()),
    );
    expect(after).toEqual(before);
    await expect(done.locator(".row-out pre")).toHaveText("one\ntwo\nthree");
  });

  test("resets the image and says so", async ({ page }) => {
    await write(page, "(defvar *kept* 1)");
    await page.locator("#run").click();
    await answered(page, "ok");
    await page.getByRole("button", { name: "Reset Lisp" }).click();
    await expect(page.locator(".entry-note")).toBeVisible();
    await write(page, "*kept*");
    await page.locator("#run").click();
    await expect((await answered(page, "error")).locator(".report-type")).toHaveText("UNBOUND-VARIABLE");
  });

  test("keeps what was written and never runs it by itself", async ({ page }) => {
    await write(page, '(print "kept")');
    await page.reload();
    await expect(page.locator("#editor .cm-content")).toHaveText('(print "kept")');
    await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
    await expect(page.locator(".entry")).toHaveCount(0);
  });

  test("shows every message and finds them again", async ({ page }) => {
    await page.getByRole("button", { name: "Traffic", exact: true }).click();
    await write(page, "(car 5)");
    await page.locator("#run").click();
    await answered(page, "error");
    const shown = page.locator("#messages > li:visible");
    await expect(shown.last()).toContainText("isError");
    await page.getByRole("searchbox", { name: "Filter messages" }).fill("server/discover");
    await expect(shown).toHaveCount(2);
    await shown.first().locator("summary").click();
    await expect(shown.first().locator(".json")).toContainText('"method": "server/discover"');
  });

  test("puts an example into the editor by keyboard alone", async ({ page }) => {
    await page.getByRole("button", { name: "Examples" }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: /^Tutorial/ })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.locator("#editor .cm-content")).toContainText("*temperatures*");
    await expect(page.locator(".entry")).toHaveCount(0);
  });

  test("switches its theme and remembers it", async ({ page }) => {
    const html = page.locator("html");
    await expect(html).toHaveAttribute("data-theme", "light");
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    await page.reload();
    await expect(html).toHaveAttribute("data-theme", "dark");
  });
});

for (const width of [360, 768, 1920]) {
  test(`fits a window ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 760 });
    await doNotAsk(page);
    await page.goto("./");
    await page.locator("#run").click();
    await answered(page, "error");
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
