import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.js";
import { another, enter, lisp, start } from "./support/visit.js";

test.use({ cold: true });

// Compiled code of systems, kept by a page for its next visit.

const BUNDLE = JSON.stringify({
  "mine.asd": '(defsystem "mine" :components ((:file "macros") (:file "mine" :depends-on ("macros"))))',
  "macros.lisp": "(defmacro twice (x) `(* 2 ,x))",
  "mine.lisp": "(defun eight () (twice 4))",
});

const INDEX = JSON.stringify({
  format: "jscl-mcp systems 1",
  projects: [
    {
      name: "mine",
      bundle: "mine.json",
      sha256: createHash("sha256").update(BUNDLE).digest("hex"),
      length: BUNDLE.length,
    },
  ],
  systems: [{ name: "mine", project: "mine", file: "mine.asd", dependsOn: [] }],
});

/** The policy of a Worker whose host has one. */
const POLICY = "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src 'self'; base-uri 'none'";

/** Loads the system, and says what it answers and which of its files were compiled here. */
const LOAD =
  '(require :asdf) (jscl-mcp:load-systems "mine") (cons (eight) (mapcar #\'pathname-name (remove 0 (directory "/.cache/**/*.fasl") :key #\'file-write-date)))';
const COMPILED = '=> (8 "macros" "mine")';
const KEPT = "=> (8)";

const OPTIONS = { systems: "/libraries/", systemsCache: true };

async function serve(page: Page): Promise<void> {
  await page.context().route("**/libraries/*", (route) => {
    const body = route.request().url().endsWith("mine.json") ? BUNDLE : INDEX;
    return route.fulfill({ body, contentType: "application/json" });
  });
  await page.context().route("**/jscl-worker.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": POLICY } });
  });
}

/** The last line of an answer: the value of its last form. */
const load = async (page: Page) => (await lisp(page, LOAD)).split("\n").at(-1);

/** A new visit of the page, in which a system is loaded and what it compiled is kept. */
async function visit(page: Page, options: object = OPTIONS) {
  await enter(page);
  await start(page, options);
  const said = await load(page);
  await page.evaluate(() => globalThis.lispServer.systemsCached());
  return said;
}

/** Does something with the entries of the database, by their keys. */
const inDatabase = (page: Page, change: string) =>
  page.evaluate(
    (body) =>
      new Promise<unknown>((resolve, reject) => {
        const request = indexedDB.open("jscl-mcp-compiled");
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const store = request.result.transaction("systems", "readwrite").objectStore("systems");
          const all = store.getAllKeys();
          all.onsuccess = () => {
            const result = new Function("store", "keys", body)(store, all.result);
            store.transaction.oncomplete = () => {
              request.result.close();
              resolve(result);
            };
          };
        };
      }),
    change,
  );

for (const mode of ["worker", "page"] as const)
  test(`a second visit compiles nothing, in a ${mode}'s image`, async ({ page }) => {
    await serve(page);
    expect(await visit(page, { ...OPTIONS, mode })).toBe(COMPILED);
    await page.reload();
    expect(await visit(page, { ...OPTIONS, mode })).toBe(KEPT);
    expect(await inDatabase(page, "return keys.length")).toBe(1);
  });

test("nothing is kept, or loaded for that, where the page does not ask", async ({ page }) => {
  await serve(page);
  const loaded: string[] = [];
  page.on("request", (request) => void loaded.push(new URL(request.url()).pathname));
  for (let i = 0; i < 2; i++) expect(await visit(page, { systems: "/libraries/" })).toBe(COMPILED);
  expect(loaded).not.toContain("/jscl-compiler.js");
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(names).toEqual([]);
});

test("a session that is reset finds what was kept in the same visit", async ({ page }) => {
  await serve(page);
  expect(await visit(page)).toBe(COMPILED);
  await page.evaluate(async () => {
    const port = globalThis.lispServer.connect();
    port.start();
    await new Promise((resolve) => {
      port.onmessage = resolve;
      const params = { name: "reset-session", arguments: {} };
      port.postMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    });
  });
  expect(await load(page)).toBe(KEPT);
});

test("what a program changes before it loads a system is not in what is kept", async ({ page }) => {
  await serve(page);
  await enter(page);
  await start(page, OPTIONS);
  await lisp(page, "(defmacro * (&rest x) x 7) (defun eight () 9) (setq *read-base* 3)");
  await load(page);
  await page.evaluate(() => globalThis.lispServer.systemsCached());
  expect(await visit(page)).toBe(KEPT);
});

test("an entry that is damaged, or another's, is compiled again and replaced", async ({ page }) => {
  await serve(page);
  await visit(page);
  for (const value of ["{ blob: new Blob(['no']), savedMs: 1 }", "'text'"]) {
    await inDatabase(page, `for (const key of keys) store.put(${value}, key); store.put(1, ["other"]);`);
    expect(await visit(page), value).toBe(COMPILED);
    expect(await visit(page), value).toBe(KEPT);
  }
});

test("two pages that load at once keep it once, and neither waits for the other to answer", async ({
  page,
}) => {
  await serve(page);
  const other = await another(page);
  await Promise.all([enter(page), enter(other)]);
  await Promise.all([start(page, OPTIONS), start(other, OPTIONS)]);
  expect(await Promise.all([load(page), load(other)])).toEqual([COMPILED, COMPILED]);
  await Promise.all([page, other].map((each) => each.evaluate(() => globalThis.lispServer.systemsCached())));
  expect(await inDatabase(page, "return keys.length")).toBe(1);
  expect(await Promise.all([visit(page), visit(other)])).toEqual([KEPT, KEPT]);
});

test("a storage that is full, is not there, or refuses is as none", async ({ page }) => {
  await serve(page);
  const broken = [
    "Object.defineProperty(globalThis, 'indexedDB', { value: undefined })",
    "IDBFactory.prototype.open = () => { throw new DOMException('private', 'SecurityError') }",
    "IDBObjectStore.prototype.put = () => { throw new DOMException('no room', 'QuotaExceededError') }",
    "IDBFactory.prototype.open = () => ({})",
  ];
  for (const script of broken) {
    const visited = await another(page);
    await visited.addInitScript(script);
    expect(await visit(visited), script).toBe(COMPILED);
    await visited.close();
  }
  expect(await visit(page)).toBe(COMPILED);
});

test("where there is room for less than we would take, the oldest goes", async ({ page }) => {
  await serve(page);
  await visit(page);
  await inDatabase(
    page,
    "for (let i = 0; i < 10; i++) store.put({ blob: new Blob(['old']), savedMs: i }, 'old' + i); for (const key of keys) store.delete(key);",
  );
  const full = await another(page);
  await full.addInitScript(
    "const { put } = IDBObjectStore.prototype; let count = 0; IDBObjectStore.prototype.put = function (...args) { if (count++ === 0) throw new DOMException('no room', 'QuotaExceededError'); return put.apply(this, args) }",
  );
  expect(await visit(full)).toBe(COMPILED);
  expect(await visit(page)).toBe(KEPT);
  const keys = (await inDatabase(page, "return keys.filter((key) => key.startsWith('old'))")) as string[];
  expect(keys).toEqual(["old5", "old6", "old7", "old8", "old9"]);
});

test("cells keep it where their script says so", async ({ page }) => {
  await serve(page);
  const cell = `<lisp-cell>${LOAD}</lisp-cell>`;
  await page.route("**/cells", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<script type="module" src="/lisp-cell.js" data-systems="/libraries/" data-systems-cache></script>${cell}`,
    }),
  );
  await enter(page);
  expect(await visit(page)).toBe(COMPILED);
  await page.goto("/cells");
  await page.evaluate(() => customElements.whenDefined("lisp-cell"));
  await page.evaluate(() =>
    (document.querySelector("lisp-cell") as unknown as { run(): Promise<void> }).run(),
  );
  await expect(page.locator("lisp-cell")).toContainText("(8)");
});
