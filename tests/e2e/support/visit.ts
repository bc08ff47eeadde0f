import { expect, type Page } from "@playwright/test";
import type {
  LispServer,
  LispServerOptions,
  Restored,
  SavedDefinitions,
} from "../../../jscl-bridge/index.js";
import { openBlank } from "./made-pages.js";

// Pages that are nothing but a server, which is entered and left.

declare global {
  /** The page under test's own server, and how it speaks to it. */
  var lispServer: LispServer;
  var evaluateLisp: (code: string) => Promise<string>;
}

/** Opens a page without a server. */
export const enter = (page: Page): Promise<void> => openBlank(page);

/** Starts a server, one that keeps its definitions if nothing else is said. */
export async function start(
  page: Page,
  options: LispServerOptions = { journal: { name: "test" } },
): Promise<void> {
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

/** Opens the page, which starts a server. */
export async function visit(page: Page, options?: LispServerOptions): Promise<void> {
  await enter(page);
  await start(page, options);
}

/** Another page of the same origin and storage. */
export async function another(page: Page): Promise<Page> {
  return page.context().newPage();
}

/** Ends the process of a page, which gets no event of it, and opens another one. */
export async function crash(page: Page): Promise<Page> {
  const next = await another(page);
  const devtools = await page.context().newCDPSession(page);
  const crashed = new Promise((resolve) => page.once("crash", resolve));
  devtools.send("Page.crash").catch(() => {});
  await crashed;
  await page.close();
  return next;
}

export const lisp = (page: Page, code: string): Promise<string> =>
  page.evaluate((text) => globalThis.evaluateLisp(text), code);

export const saved = (page: Page): Promise<SavedDefinitions> =>
  page.evaluate(() => globalThis.lispServer.savedDefinitions());

export const restore = (page: Page): Promise<Restored> =>
  page.evaluate(() => globalThis.lispServer.restoreDefinitions());

/** Expects a page that is opened now to restore the kept definitions of these names. */
export async function expectKept(page: Page, names: readonly string[]): Promise<void> {
  await visit(page);
  expect(await restore(page)).toMatchObject({ failed: [] });
  expect(await lisp(page, `(remove-if #'fboundp '(${names.join(" ")}))`)).toBe("=> NIL");
}
