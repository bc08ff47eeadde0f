import type { Browser, Page } from "@playwright/test";
import { KeptPage, PageKeeper } from "./support/kept-page.js";
import { LispSession } from "./support/session.js";
import { addClients, expect, test } from "./support/test.js";
import { writeCode } from "./support/write-code.js";

// The page that a test process keeps is as new for every test.

const run = async (page: Page, code: string, state: string) => {
  await writeCode(page.locator("#editor .cm-content"), code);
  await page.locator("#editor .cm-content").press("ControlOrMeta+Enter");
  await expect(page.locator(".entry:last-child")).toHaveAttribute("data-state", state);
};

async function open(page: Page): Promise<void> {
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
}

/** All of a first visit of the playground that can be seen, by a person or by a program. */
async function firstVisit(page: Page): Promise<unknown> {
  await open(page);
  const ofPage = await page.evaluate(async () => {
    // Times and random names differ between any two visits, and the editor rounds its height either way.
    const varying =
      /min-height: \d+px|\d+(\.\d+)?\s?m?s\b|[0-9a-f]{8}-[0-9a-f-]{27}|(\d+-\d+-\d+T)?\d+:\d+:\d+\.\d+Z?/g;
    const plain = (text: string) => text.replace(varying, "#");
    // Where the editor puts what follows from when its font came.
    const body = document.body.cloneNode(true) as HTMLElement;
    for (const measured of body.querySelectorAll(".cm-editor [style]")) measured.removeAttribute("style");
    const stores = async ({ name = "" }: IDBDatabaseInfo) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const counts = [...database.objectStoreNames].map(
        (store) =>
          new Promise<string>((resolve) => {
            const counting = database.transaction(store).objectStore(store).count();
            counting.onsuccess = () => resolve(`${name} ${store} ${counting.result}`);
          }),
      );
      const counted = await Promise.all(counts);
      database.close();
      return counted;
    };
    const root = await navigator.storage.getDirectory();
    const files: string[] = [];
    for await (const file of (root as unknown as { keys(): AsyncIterable<string> }).keys()) files.push(file);
    const asked = ["(prefers-color-scheme: dark)", "(prefers-reduced-motion)", "print", "(forced-colors)"];
    return {
      text: plain(document.body.innerText),
      markup: plain(body.outerHTML),
      state: [...document.documentElement.attributes].map(({ name, value }) => `${name}=${value}`).sort(),
      focused: document.activeElement?.tagName,
      hovered: document.querySelectorAll("button:hover, a:hover").length,
      local: Object.keys(localStorage)
        .sort()
        .map((key) => `${key} ${plain(localStorage[key])}`),
      ofTab: Object.keys(sessionStorage)
        .sort()
        .map((key) => `${key} ${plain(sessionStorage[key])}`),
      databases: (await Promise.all((await indexedDB.databases()).map(stores))).flat(),
      files,
      cookies: document.cookie,
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      globals: Object.getOwnPropertyNames(globalThis).sort(),
      window: [window.name, innerWidth, innerHeight, navigator.onLine, crossOriginIsolated],
      media: asked.map((query) => matchMedia(query).matches),
    };
  });
  await addClients(page);
  const lisp = await LispSession.open(page);
  const sessions = await lisp.tool("list-sessions");
  const inLisp = await lisp.evaluate("(list (fboundp 'mess) (length (list-all-packages)) *package*)");
  const pressed = await page.evaluateHandle(() => {
    const seen = { isShifted: false };
    document.addEventListener("keydown", ({ shiftKey }) => {
      seen.isShifted = shiftKey;
    });
    return seen;
  });
  await page.keyboard.press("F9");
  const { isShifted } = await pressed.jsonValue();
  return { ofPage, sessions: sessions.structuredContent, inLisp: inLisp.text, isShifted };
}

/** Does what the tests do, and a little more. */
async function mess({ page, context }: KeptPage): Promise<void> {
  await page.addInitScript(() => Object.assign(globalThis, { left: 1 }));
  await context.addInitScript(() => Object.assign(globalThis, { leftToAll: 1 }));
  await page.exposeFunction("exposed", () => 1);
  await page.route("**/index.html", (route) => route.abort());
  await context.route("**/app.css", (route) => route.abort());
  page.on("console", () => {});
  context.on("request", () => {});
  await context.grantPermissions(["clipboard-read"]);
  await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: 2 });
  await page.emulateMedia({ colorScheme: "dark", forcedColors: "active", reducedMotion: "no-preference" });
  await page.setViewportSize({ width: 500, height: 900 });
  await page.setExtraHTTPHeaders({ "x-mess": "1" });
  await open(page);
  const second = await context.newPage();
  await open(second);
  await run(page, "(defpackage :more) (defun mess () 1) (mess)", "ok");
  await run(page, "(mess 2)", "held");
  await page.locator("#theme-toggle").click();
  await page.evaluate(async () => {
    localStorage.setItem("mess", "1");
    sessionStorage.setItem("mess", "1");
    window.name = "mess";
    history.pushState(null, "", "#mess");
    await caches.open("mess");
    await (await navigator.storage.getDirectory()).getFileHandle("mess", { create: true });
    await new Promise((resolve) => {
      indexedDB.open("mess").onsuccess = resolve;
    });
    // A page that writes when it is left.
    addEventListener("pagehide", () => {
      localStorage.setItem("late", "1");
      sessionStorage.setItem("late", "1");
    });
  });
  await context.addCookies([{ name: "mess", value: "1", url: page.url() }]);
  await page.locator("#run").hover();
  await page.mouse.down();
  await page.keyboard.down("Shift");
  await context.setOffline(true);
}

const openKept = (browser: Browser, baseURL: string | undefined) => KeptPage.open(browser, baseURL ?? "");

test("a page that is kept is as a new one, whatever a test has done to it", async ({ browser, baseURL }) => {
  const [kept, fresh] = [await openKept(browser, baseURL), await openKept(browser, baseURL)];
  const first = await firstVisit(fresh.page);
  await mess(kept);
  expect(kept.leftovers).toBeGreaterThan(10);
  for (let round = 0; round < 2; round++) {
    expect(await kept.reset()).toBe(true);
    expect(kept.leftovers).toBe(0);
    expect(kept.context.pages()).toEqual([kept.page]);
    expect(await firstVisit(kept.page)).toEqual(first);
  }
  await Promise.all([kept.close(), fresh.close()]);
});

test("a page that is kept is as a new one when its test was at pages that are not isolated", async ({
  browser,
  baseURL,
}) => {
  const kept = await openKept(browser, baseURL);
  await kept.page.goto("/frame.html");
  await kept.page.evaluate(() => localStorage.setItem("mess", "1"));
  const foreign = new URL("/frame.html", (baseURL ?? "").replace("localhost", "127.0.0.1")).href;
  await kept.page.goto(foreign);
  await kept.page.evaluate(() => localStorage.setItem("mess", "1"));
  expect(await kept.reset()).toBe(true);
  for (const address of [foreign, "/frame.html"]) {
    await kept.page.goto(address);
    expect(await kept.page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  }
  await kept.close();
});

test("a page is thrown away after a test that has failed, was closed by it, or has crashed", async ({
  browser,
  baseURL,
}) => {
  const keeper = new PageKeeper(browser, baseURL ?? "");
  const first = await keeper.take();
  await first.page.goto("/rest.html");
  await keeper.giveBack(false);
  expect(await keeper.take(), "a page whose test has passed").toBe(first);
  await keeper.giveBack(true);
  expect(first.page.isClosed()).toBe(true);
  const second = await keeper.take();
  expect(second).not.toBe(first);
  await second.page.close();
  await keeper.giveBack(false);
  const third = await keeper.take();
  expect(third).not.toBe(second);
  const devtools = await third.context.newCDPSession(third.page);
  const crashed = third.page.waitForEvent("crash");
  devtools.send("Page.crash").catch(() => {});
  await crashed;
  await keeper.giveBack(false);
  expect(await keeper.take()).not.toBe(third);
  await keeper.close();
});
