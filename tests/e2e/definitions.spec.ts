import type { Page } from "@playwright/test";
import type { LispServer, LispServerOptions, Restored, SavedDefinitions } from "../../jscl-bridge/index.js";
import { expect, test } from "./support/test.js";

// What a page keeps of its definitions when it is left, and what becomes of it when it is opened again.

declare global {
  /** The page under test's own server, and how it speaks to it. */
  var lispServer: LispServer;
  var evaluateLisp: (code: string) => Promise<string>;
}

/** Opens the page, which starts a server that keeps its definitions. */
async function visit(page: Page, options: LispServerOptions = { journal: { name: "test" } }): Promise<void> {
  await page.route("**/blank", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>blank</title>" }),
  );
  await page.goto("/blank");
  await page.evaluate(async (given) => {
    const { LispServer } = await import(new URL("/jscl-mcp.js", location.href).href);
    globalThis.lispServer = await LispServer.start(given);
    const port = globalThis.lispServer.connect();
    port.start();
    let id = 0;
    globalThis.evaluateLisp = (code) =>
      new Promise((resolve) => {
        const mine = ++id;
        port.addEventListener("message", ({ data }) => {
          if (data.id === mine) resolve(data.result.content[0].text);
        });
        const params = { name: "evaluate-lisp", arguments: { code } };
        port.postMessage({ jsonrpc: "2.0", id: mine, method: "tools/call", params });
      });
  }, options);
}

const lisp = (page: Page, code: string): Promise<string> =>
  page.evaluate((text) => globalThis.evaluateLisp(text), code);

const saved = (page: Page): Promise<SavedDefinitions> =>
  page.evaluate(() => globalThis.lispServer.savedDefinitions());

const restore = (page: Page): Promise<Restored> =>
  page.evaluate(() => globalThis.lispServer.restoreDefinitions());

test("definitions outlast a visit, and are evaluated only when somebody asks", async ({ page }) => {
  await visit(page);
  expect(await saved(page)).toEqual({ count: 0, names: [], savedAt: null, problem: null });
  await lisp(page, "(defpackage :own (:use :cl)) (in-package :own) (defun f (x) (* 2 x)) (defvar *v* 4)");
  // It is written when the page goes, too.
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
  expect(await lisp(page, "(f *v*)")).toBe("=> 8");
  expect((await saved(page)).count).toBe(0);
});

test("what was not restored waits for another visit, with what was defined since", async ({ page }) => {
  await visit(page);
  await lisp(page, "(defun f () 1) (defun g () 1)");
  await visit(page);
  await lisp(page, "(defun g () 2) (defun h () 3)");
  await page.waitForTimeout(1000);
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

test("a form during which the page ended is named at the next visit, and not tried again", async ({
  page,
}) => {
  await visit(page);
  await lisp(page, "(defun f () 1)");
  await lisp(
    page,
    `(defvar *late* (when (> (get-universal-time) ${Math.floor(Date.now() / 1000) + 2_208_988_803}) (loop)))`,
  );
  await lisp(page, "(defun g () 2)");
  await page.waitForTimeout(4000);
  await visit(page);
  await page.evaluate(() => {
    globalThis.lispServer.restoreDefinitions().catch(() => undefined);
  });
  // In the middle of the second form, which its deadline would end after two seconds.
  await expect.poll(() => page.evaluate(() => globalThis.lispServer.savedDefinitions().count)).toBe(3);
  await page.waitForTimeout(1500);
  await visit(page);
  const { count, failed } = await restore(page);
  expect(count).toBe(2);
  expect(failed).toEqual([
    { names: ["VARIABLE *LATE*", "VALUE *LATE*"], reason: expect.stringContaining("the page ended") },
  ]);
  expect(await lisp(page, "(list (f) (g))")).toBe("=> (1 2)");
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
    await page.locator(".cm-content").fill(code);
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
