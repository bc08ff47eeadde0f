import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.js";
import { crash, lisp, restore, saved, visit } from "./support/visit.js";
import { writeCode } from "./support/write-code.js";

// Definitions that a page keeps when it is left, and their restoration when it is opened again.

test("definitions outlast a visit, and are evaluated only when somebody asks", async ({ page }) => {
  await visit(page);
  expect(await saved(page)).toEqual({ count: 0, names: [], savedAt: null, problem: null });
  await lisp(page, "(defpackage :own (:use :cl)) (in-package :own) (defun f (x) (* 2 x)) (defvar *v* 4)");
  // The record is written when the page goes, too.
  await visit(page);
  const left = await saved(page);
  expect(left).toMatchObject({
    count: 3,
    names: ["PACKAGE OWN", "FUNCTION OWN::F", "VARIABLE OWN::*V*"],
    problem: null,
  });
  expect(Date.now() - (left.savedAt?.getTime() ?? 0)).toBeLessThan(60_000);
  expect(await lisp(page, "(find-package :own)")).toBe("=> NIL");
  expect(await restore(page)).toMatchObject({ count: 3, failed: [] });
  expect(await lisp(page, "(f *v*)")).toBe("=> 8\n\n; Package: OWN");
  expect((await saved(page)).count).toBe(0);
});

test("what was not restored waits for another visit, with what was defined since", async ({ page }) => {
  await visit(page);
  await lisp(page, "(defun f () 1) (defun g () 1)");
  await visit(page);
  await lisp(page, "(defun g () 2) (defun h () 3)");
  await visit(page);
  expect((await saved(page)).names).toEqual(["FUNCTION F", "FUNCTION G", "FUNCTION H"]);
  expect(await restore(page)).toMatchObject({ count: 3, failed: [] });
  expect(await lisp(page, "(list (f) (g) (h))")).toBe("=> (1 2 3)");
});

test("what is discarded is gone", async ({ page }) => {
  await visit(page);
  await lisp(page, "(defun f () 1)");
  await visit(page);
  expect((await saved(page)).count).toBe(1);
  await page.evaluate(() => globalThis.lispServer.discardDefinitions());
  await visit(page);
  expect((await saved(page)).count).toBe(0);
});

/** Has a page keep a form that never ends once it is restored, between two others, and leaves it. */
async function keepLate(page: Page): Promise<void> {
  await visit(page);
  await lisp(page, "(defun f () 1)");
  // A value that no definition gives is not restored.
  await lisp(page, "(set 'first-image t)");
  await lisp(page, "(defvar *late* (unless (boundp 'first-image) (loop)))");
  await lisp(page, "(defun g () 2)");
}

/**
 * Begins to restore, and waits for the middle of the form, which its deadline would end after two seconds.
 */
async function restoreLate(page: Page): Promise<void> {
  await visit(page);
  await page.evaluate(() => {
    globalThis.lispServer.restoreDefinitions().catch(() => undefined);
  });
  // The first form is restored.
  await expect.poll(async () => (await saved(page)).count).toBe(2);
  await page.waitForTimeout(500);
}

const LATE = ["VARIABLE *LATE*", "VALUE *LATE*"];

test("a form during which the page ended is named at the next visit, and not tried again", async ({
  page,
}) => {
  await keepLate(page);
  await restoreLate(page);
  const next = await crash(page);
  await visit(next);
  const { count, failed } = await restore(next);
  expect(count).toBe(2);
  expect(failed).toEqual([{ names: LATE, reason: expect.stringContaining("the page ended") }]);
  expect(await lisp(next, "(list (f) (g))")).toBe("=> (1 2)");
  // The suspected form is not lost: another visit names it again, and tries it when asked a second time.
  await visit(next);
  expect((await restore(next)).failed).toHaveLength(1);
  expect((await saved(next)).names).toEqual(["VARIABLE *LATE*"]);
  expect((await restore(next)).failed).toEqual([{ names: LATE, reason: "it took longer than 2 seconds" }]);
});

test("a page that is loaded anew while a form is restored says nothing against the form", async ({
  page,
}) => {
  await keepLate(page);
  for (let round = 0; round < 3; round++) {
    await restoreLate(page);
    await visit(page);
  }
  expect((await restore(page)).failed).toEqual([{ names: LATE, reason: "it took longer than 2 seconds" }]);
});

test("a browser without storage keeps nothing, says so, and evaluates as ever", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(globalThis, "indexedDB", { value: undefined }));
  await visit(page);
  expect((await saved(page)).problem).toEqual(expect.any(String));
  expect(await lisp(page, "(defun f () 1)")).toBe("=> F");
  await page.waitForTimeout(1000);
  expect(await lisp(page, "(f)")).toBe("=> 1");
  expect(await restore(page)).toMatchObject({ count: 0, failed: [] });
});

test("nothing is kept unless the page asks for it", async ({ page }) => {
  await visit(page, {});
  await lisp(page, "(defun f () 1)");
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
  expect((await saved(page)).count).toBe(0);
});

test("the playground keeps definitions when told to, and offers them at the next visit", async ({ page }) => {
  const run = async (code: string) => {
    await writeCode(page.locator("#editor .cm-content"), code);
    await page.locator("#run").click();
  };
  const setting = async (title: string) => {
    await page.locator("#sessions > button").click();
    await page.getByRole("menuitem", { name: title }).click();
  };
  const offer = page.locator("#offer");
  await page.goto("/");
  await expect(page.locator("#status")).toHaveAttribute("data-state", "ready");
  await expect(offer).toBeHidden();
  await setting("Keep definitions");
  await expect(page.locator("#transcript")).toContainText("is kept in this browser");
  await run("(defun six () 6) (defun seven () 7)");
  await expect(page.locator("#transcript")).toContainText("⇒SEVEN");

  await page.reload();
  await expect(offer).toContainText("2 definitions from your last visit");
  await offer.getByRole("button", { name: "Restore" }).click();
  await expect(offer).toBeHidden();
  await expect(page.locator("#transcript")).toContainText("2 definitions were restored.");
  await run("(* (six) (seven))");
  await expect(page.locator("#transcript")).toContainText("⇒42");

  await page.reload();
  await expect(offer).toBeVisible();
  await offer.getByRole("button", { name: "Discard" }).click();
  await expect(offer).toBeHidden();
  await page.reload();
  await expect(page.locator("#status")).toHaveAttribute("data-state", "ready");
  await expect(offer).toBeHidden();
  await setting("Stop keeping definitions");
  await expect(page.locator("#transcript")).toContainText("kept no longer");
});
