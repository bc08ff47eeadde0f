/** Files of the playground that the browser keeps for the next visit, where the person asks for that. */
import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.js";

const panel = (page: Page) => page.getByRole("region", { name: "Files" });
const item = (page: Page, name: string) => panel(page).getByRole("treeitem", { name });
const keep = (page: Page) => panel(page).getByRole("checkbox", { name: "Keep files in this browser" });

async function open(page: Page): Promise<void> {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
}

async function evaluate(page: Page, code: string): Promise<string> {
  const line = page.getByRole("textbox", { name: "Lisp prompt" });
  const entries = page.locator(".entry:not(.entry-note)");
  await expect(page.locator(".entry[data-state=running]")).toHaveCount(0);
  const before = await entries.count();
  await line.fill(code);
  await line.press("Control+Enter");
  await expect(entries).toHaveCount(before + 1);
  await expect(entries.last()).toHaveAttribute("data-state", "ok");
  return (await entries.last().textContent()) ?? "";
}

const write = (path: string, text: string) =>
  `(with-open-file (s "${path}" :direction :output :if-exists :supersede) (write-string "${text}" s))`;

const DATABASE = "jscl-mcp-files";

/** What the browser has, by path. */
const stored = (page: Page) =>
  page.evaluate(async (name) => {
    // To open one that is not there would make it.
    if (!(await indexedDB.databases()).some((each) => each.name === name)) return {};
    return new Promise<Record<string, unknown>>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const database = request.result;
        const store = database.transaction("main").objectStore("main");
        const keys = store.getAllKeys();
        const values = store.getAll();
        values.onsuccess = () => {
          resolve(Object.fromEntries(keys.result.map((key, at) => [String(key), values.result[at]])));
          database.close();
        };
      };
    });
  }, DATABASE);

async function openPanel(page: Page): Promise<void> {
  if (await panel(page).isHidden()) await page.getByRole("button", { name: "Files", exact: true }).click();
  await expect(item(page, "/")).toBeVisible();
}

test("nothing is kept that nobody asked for", async ({ page }) => {
  await open(page);
  await evaluate(page, write("/a.lisp", "1"));
  await openPanel(page);
  await expect(keep(page)).not.toBeChecked();
  expect(
    await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
  ).not.toContain(DATABASE);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  expect(await evaluate(page, '(probe-file "/a.lisp")')).toContain("NIL");
});

test("what is kept is there at the next visit, and in a fresh Lisp, as it was last", async ({ page }) => {
  await open(page);
  await evaluate(page, write("/src/a.lisp", "(defun kept () 41)"));
  await openPanel(page);
  await keep(page).check();
  await expect.poll(() => stored(page)).toEqual({ "/src/a.lisp": "(defun kept () 41)" });
  await evaluate(page, write("/src/a.lisp", "(defun kept () 42)"));
  await evaluate(page, write("/b.txt", "é"));
  await expect.poll(() => stored(page)).toEqual({ "/src/a.lisp": "(defun kept () 42)", "/b.txt": "é" });

  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await expect(item(page, "b.txt")).toBeVisible();
  expect(await evaluate(page, '(progn (load "/src/a.lisp") (kept))')).toContain("42");

  await page.getByRole("button", { name: "Reset Lisp" }).click();
  await expect(item(page, "b.txt")).toBeVisible();
  await expect.poll(async () => evaluate(page, '(not (null (probe-file "/src/a.lisp")))')).toContain("T");
  expect(await stored(page)).toEqual({ "/src/a.lisp": "(defun kept () 42)", "/b.txt": "é" });
});

test("what a program deletes is gone at the next visit, and all of it when keeping is turned off", async ({
  page,
}) => {
  await open(page);
  await openPanel(page);
  await keep(page).check();
  await evaluate(page, write("/a.lisp", "1"));
  await evaluate(page, write("/b.lisp", "2"));
  await expect.poll(() => stored(page)).toEqual({ "/a.lisp": "1", "/b.lisp": "2" });
  await evaluate(page, '(delete-file "/a.lisp")');
  await expect.poll(() => stored(page)).toEqual({ "/b.lisp": "2" });
  await keep(page).uncheck();
  await expect.poll(() => stored(page)).toEqual({});
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  expect(await evaluate(page, '(probe-file "/b.lisp")')).toContain("NIL");
});

test("bytes that are no text are kept as they are", async ({ page }) => {
  await open(page);
  await openPanel(page);
  await keep(page).check();
  const change = (bytes: string) =>
    `(with-open-file (s "/bytes" :direction :output :if-exists :supersede :element-type '(unsigned-byte 8)) (write-sequence #(${bytes}) s))`;
  const kept = async () => {
    const { "/bytes": bytes, ...others } = await stored(page);
    return { ...others, bytes: Object.values(bytes ?? {}) };
  };
  await evaluate(page, change("255 0 254"));
  await evaluate(page, write("/text", "t"));
  await expect.poll(kept).toEqual({ "/text": "t", bytes: [255, 0, 254] });
  await evaluate(page, change("255 0 253"));
  await expect.poll(kept).toEqual({ "/text": "t", bytes: [255, 0, 253] });
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await expect(item(page, "bytes 3 bytes")).toBeVisible();
  const content = `(with-open-file (s "/bytes" :element-type '(unsigned-byte 8)) (loop repeat 3 collect (read-byte s)))`;
  expect(await evaluate(page, content)).toContain("(255 0 253)");
});

test("files that are too long are left out, and that is said", async ({ page }) => {
  await open(page);
  await openPanel(page);
  await keep(page).check();
  await evaluate(
    page,
    `(with-open-file (s "/long" :direction :output :element-type '(unsigned-byte 8))
       (write-sequence (make-array 2000001 :initial-element 255) s))`,
  );
  await evaluate(page, write("/text", "t"));
  await expect.poll(() => stored(page)).toEqual({ "/text": "t" });
  await expect(page.getByText("Not kept in this browser, for they are too long: /long.")).toBeVisible();
});

test("a browser that keeps nothing says so, and the files stay where they are", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "indexedDB", {
      value: {
        open() {
          throw new Error("No storage here");
        },
      },
    });
  });
  await open(page);
  await evaluate(page, write("/a.lisp", "1"));
  await openPanel(page);
  await keep(page).check();
  await expect(page.getByText("This browser does not keep files: No storage here")).toBeVisible();
  await expect(item(page, "a.lisp")).toBeVisible();
});
