import type { Page } from "@playwright/test";
import { accessProblems } from "./support/access.js";
import { LispSession } from "./support/session.js";
import { addClients, expect, test } from "./support/test.js";

const source = (page: Page) => page.locator("#editor .cm-content");
const panel = (page: Page) => page.getByRole("region", { name: "Files" });
const tree = (page: Page) => panel(page).getByRole("tree", { name: "Files" });
const item = (page: Page, name: string | RegExp) => tree(page).getByRole("treeitem", { name });
const said = (page: Page) => panel(page).locator(".files-said");
const bar = (page: Page) => page.getByRole("group", { name: "Open file" });
const button = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true });

const MAKE_FILES = `(dolist (path '("/data/notes.txt" "/data/deep/a*b.lisp" "/top.lisp"))
  (with-open-file (s (if (find #\\* path) "/data/deep/a\\\\*b.lisp" path) :direction :output)
    (format s "(defun one () 1)~%")))`;

async function open(page: Page): Promise<void> {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
}

async function evaluate(page: Page, code: string, state = "ok"): Promise<void> {
  const line = page.getByRole("textbox", { name: "Lisp prompt" });
  const entries = page.locator(".entry:not(.entry-note)");
  await expect(page.locator(".entry[data-state=running]")).toHaveCount(0);
  const before = await entries.count();
  await line.fill(code);
  await line.press("Control+Enter");
  await expect(entries).toHaveCount(before + 1);
  await expect(entries.last()).toHaveAttribute("data-state", state);
}

async function openPanel(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Files", exact: true }).click();
  await expect(item(page, "/")).toBeFocused();
}

/** Drops files of these names and bytes on an element. */
async function drop(page: Page, selector: string, files: Readonly<Record<string, number[] | string>>) {
  await page.locator(selector).evaluate((target, given) => {
    const data = new DataTransfer();
    for (const [name, content] of Object.entries(given))
      data.items.add(new File([typeof content === "string" ? content : new Uint8Array(content)], name));
    for (const type of ["dragenter", "dragover", "drop"])
      target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
  }, files);
}

test("clients read, write and delete files, and nothing else of the session changes", async ({
  freshLisp: lisp,
}) => {
  await lisp.evaluate("(list 1 2)");
  await lisp.evaluate("(car 5)");
  const written = await lisp.tool("write-file", { path: "/d/λ.lisp", content: "(defun λ () '(1 2))\n" });
  expect(written.structuredContent).toEqual({
    text: "Made /d/λ.lisp, 20 characters.",
    ...{ path: "/d/λ.lisp", characters: 20, bytes: 21, created: true },
  });
  const long = "é😀".repeat(30_000);
  await lisp.tool("write-file", { path: "long.txt", content: long });
  const first = (await lisp.tool("read-file", { path: "/long.txt" })).structuredContent;
  expect(first).toMatchObject({ characters: 60_000, start: 0, next: 50_000 });
  const rest = (await lisp.tool("read-file", { path: "/long.txt", start: 50_000 })).structuredContent;
  expect(rest["next"]).toBeNull();
  expect(`${first["content"]}${rest["content"]}`).toBe(long);
  const base64 = { path: "/b", encoding: "base64" };
  const bytes = await lisp.tool("write-file", { ...base64, content: "AP8K" });
  expect(bytes.structuredContent).toMatchObject({ characters: null, bytes: 3 });
  expect((await lisp.tool("read-file", base64)).structuredContent).toMatchObject({ content: "AP8K" });
  expect((await lisp.tool("list-files", { directory: "/" })).text).toContain("/b: 3 bytes");
  const problem = "/b has 3 bytes that are no text in UTF-8: read it with the encoding base64.";
  expect((await lisp.tool("read-file", { path: "/b" })).text).toBe(problem);
  expect((await lisp.tool("delete-file", { path: "/b" })).text).toBe("Deleted /b, 3 bytes.");
  for (const [tool, args, problem] of [
    ["write-file", { ...base64, content: "no base64" }, /is no base64/],
    ["read-file", { path: "/d/λ.lisp", encoding: "latin-1" }, /"encoding" is wrong/],
    ["read-file", { path: "/none" }, "There is no file /none."],
    ["read-file", { path: "/d" }, "/d is a directory, and no file."],
    ["delete-file", { path: "/*" }, "/* is wild, and may mean several files: name one."],
    ["write-file", { path: "/d/", content: "" }, "/d/ names a directory, and no file."],
    ["write-file", { path: "/d/[", content: "" }, /parse error in namestring/],
    ["write-file", { path: "/d/x" }, /"content" is missing/],
  ] as const) {
    const { isError, text } = await lisp.tool(tool, args);
    expect(isError, text).toBe(true);
    if (typeof problem === "string") expect(text).toBe(problem);
    else expect(text).toMatch(problem);
  }
  expect((await lisp.tool("delete-file", { path: "/long.txt" })).text).toBe(
    "Deleted /long.txt, 60000 characters.",
  );
  expect((await lisp.tool("describe-last-error")).text).toContain("TYPE-ERROR");
  expect((await lisp.evaluate("*")).text).toBe("=> (1 2)");
  expect((await lisp.evaluate('(load "/d/λ.lisp") (λ)')).text).toContain("=> (1 2)");
  expect((await lisp.evaluate('(directory "/**/*.*")')).text).toBe('=> (#P"/d/" #P"/d/λ.lisp")');
});

test("files are a tree that is walked by keyboard, and follow what is evaluated", async ({ page }) => {
  await open(page);
  await openPanel(page);
  await expect(tree(page).getByRole("treeitem")).toHaveCount(1);
  await evaluate(page, MAKE_FILES);
  await expect(tree(page).getByRole("treeitem")).toHaveCount(3);
  await item(page, "/").focus();
  await page.keyboard.press("ArrowDown");
  await expect(item(page, "data")).toBeFocused();
  await expect(item(page, "data")).toHaveAttribute("aria-expanded", "false");
  await expect(button(page, "Open")).toBeDisabled();
  await page.keyboard.press("ArrowRight");
  await expect(item(page, "data")).toHaveAttribute("aria-expanded", "true");
  await expect(item(page, "notes.txt 17 characters")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(item(page, /^a\*b\.lisp/)).toHaveAttribute("aria-level", "4");
  await page.keyboard.press("ArrowRight");
  await expect(item(page, /^a\*b\.lisp/)).toBeFocused();
  await expect(button(page, "Open")).toBeEnabled();
  await page.keyboard.press("ArrowLeft");
  await expect(item(page, "deep")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(item(page, /^a\*b/)).toHaveCount(0);
  await page.keyboard.press("t");
  await expect(item(page, /^top\.lisp/)).toBeFocused();
  await page.keyboard.press("Home");
  await expect(item(page, "/")).toBeFocused();
  await page.keyboard.press("End");
  await expect(item(page, /^top\.lisp/)).toBeFocused();
  expect(await accessProblems(page)).toEqual([]);

  // A file that is gone takes the choice along, and a reset takes all of them.
  await evaluate(page, '(delete-file "/top.lisp")');
  await expect(item(page, /^top\.lisp/)).toHaveCount(0);
  await expect(item(page, "/")).toHaveAttribute("aria-selected", "true");
  await page.locator("#reset").click();
  await expect(tree(page).getByRole("treeitem")).toHaveCount(1);
  await item(page, "/").focus();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Files", exact: true })).toBeFocused();
});

test("a file is edited, saved and loaded, and the program stays as it is", async ({ page }) => {
  await open(page);
  await source(page).fill("(list :program)");
  await evaluate(page, MAKE_FILES);
  await openPanel(page);
  await item(page, /^top\.lisp/).click();
  await page.keyboard.press("Enter");
  await expect(source(page)).toBeFocused();
  await expect(source(page)).toHaveText("(defun one () 1)");
  await expect(bar(page)).toContainText("/top.lisp");
  await expect(bar(page).getByRole("status")).toHaveText("Saved");
  await expect(page).toHaveTitle("top.lisp · jscl-mcp");

  await source(page).fill("(defun one () 11)");
  await expect(bar(page).getByRole("status")).toHaveText("Not saved");
  await expect(item(page, /^top\.lisp not saved 17 characters$/)).toBeVisible();
  await source(page).press("Control+s");
  await expect(bar(page).getByRole("status")).toHaveText("Saved");
  await evaluate(page, '(with-open-file (s "/top.lisp") (read-line s))');
  await expect(page.locator(".entry").last()).toContainText("(defun one () 11)");

  // Load saves first.
  await source(page).fill("(defun one () 111)");
  await bar(page).getByRole("button", { name: "Load" }).click();
  await expect(page.locator(".entry").last()).toContainText('(load "/top.lisp")');
  await evaluate(page, "(one)");
  await expect(page.locator(".entry").last()).toContainText("111");

  // What is not saved is there again when the file is, and the program in between.
  await source(page).fill("(defun one () :draft)");
  await bar(page).getByRole("button", { name: "Close" }).click();
  await expect(bar(page)).toBeHidden();
  await expect(source(page)).toHaveText("(list :program)");
  await source(page).press("Control+z");
  await expect(source(page)).not.toHaveText("(list :program)");
  await source(page).press("Control+Shift+z");
  await item(page, /^top\.lisp/).dblclick();
  await expect(source(page)).toHaveText("(defun one () :draft)");
  await source(page).press("Control+z");
  await expect(source(page)).toHaveText(/^\(defun one \(\) 1+\)$/);

  // The menu of programs leads back, too.
  await page.locator("#programs > button").click();
  await page.getByRole("menuitemradio", { checked: true }).click();
  await expect(bar(page)).toBeHidden();
  await expect(source(page)).toHaveText("(list :program)");
  await page.reload();
  await expect(source(page)).toHaveText("(list :program)");
});

test("undo stops at what was saved", async ({ page }) => {
  await open(page);
  await evaluate(page, MAKE_FILES);
  await openPanel(page);
  await item(page, /^top\.lisp/).click();
  await page.keyboard.press("Enter");
  await expect(source(page)).toBeFocused();
  // What is typed within half a second is undone at once; here no time passes.
  await page.evaluate(() => {
    const now = Date.now();
    Date.now = () => now;
  });
  await page.keyboard.type("one ");
  await page.keyboard.press("Control+s");
  await expect(bar(page).getByRole("status")).toHaveText("Saved");
  await page.keyboard.type("two ");
  await expect(source(page)).toHaveText("one two (defun one () 1)");
  await page.keyboard.press("Control+z");
  await expect(source(page)).toHaveText("one (defun one () 1)");
  await expect(bar(page).getByRole("status")).toHaveText("Saved");
});

test("what the program does to the open file is said", async ({ page }) => {
  await open(page);
  await evaluate(page, MAKE_FILES);
  await openPanel(page);
  await item(page, /^top\.lisp/).dblclick();
  const write = (text: string) =>
    `(with-open-file (s "/top.lisp" :direction :output :if-exists :supersede) (princ "${text}" s))`;
  await evaluate(page, write("other"));
  await expect(source(page)).toHaveText("other");
  await expect(bar(page).getByRole("status")).toHaveText("Saved");
  await source(page).fill("mine");
  await evaluate(page, write("theirs"));
  await expect(bar(page).getByRole("status")).toContainText("Changed in the Lisp meanwhile");
  await expect(source(page)).toHaveText("mine");
  await evaluate(page, '(delete-file "/top.lisp")');
  await expect(bar(page).getByRole("status")).toContainText("Not in the Lisp any more");
  await bar(page).getByRole("button", { name: "Save" }).click();
  await expect(bar(page).getByRole("status")).toHaveText("Saved");
  await expect(item(page, "top.lisp 4 characters")).toBeVisible();

  // Another client's text is not replaced before it was said that there is one.
  await source(page).fill("mine again");
  const content = "agent's";
  await addClients(page);
  await (await LispSession.open(page)).tool("write-file", { path: "/top.lisp", content });
  await source(page).press("Control+s");
  await expect(bar(page).getByRole("status")).toContainText("Changed in the Lisp meanwhile");
  await evaluate(page, '(with-open-file (s "/top.lisp") (read-line s))');
  await expect(page.locator(".entry").last()).toContainText("agent's");
  await source(page).press("Control+s");
  await expect(bar(page).getByRole("status")).toHaveText("Saved");
  await expect(item(page, "top.lisp 10 characters")).toBeVisible();
});

test("files come in by drop and by choice, go out, are made and deleted", async ({ page }) => {
  await open(page);
  await evaluate(page, MAKE_FILES);
  await openPanel(page);
  await drop(page, '[data-path="/data/"]', { "in [1].lisp": "(+ 1 2)", "two.txt": "é\r\n" });
  await expect(said(page)).toHaveText("2 files are in /data/.");
  await expect(item(page, "in [1].lisp 7 characters")).toBeVisible();
  await expect(item(page, "two.txt 3 characters")).toBeVisible();

  // What is no text comes in as it is; what is too large is said.
  await drop(page, ".files-tree", { "photo.png": [0x89, 0x50, 0xff], "mark.txt": [0xef, 0xbb, 0xbf, 0x61] });
  await expect(said(page)).toHaveText("2 files are in /.");
  await expect(item(page, "photo.png 3 bytes")).toBeVisible();
  await expect(item(page, "mark.txt 2 characters")).toBeVisible();
  await evaluate(page, `(with-open-file (s "/photo.png" :element-type '(unsigned-byte 8)) (read-byte s))`);
  await expect(page.locator(".entry").last()).toContainText("137");
  await drop(page, ".files-tree", { "fine.txt": "x" });
  await expect(said(page)).toContainText("/fine.txt is there.");
  await drop(page, ".files-tree", { "large.txt": "x".repeat(8_000_001) });
  await expect(said(page)).toContainText("large.txt has 8,000,001 bytes, and 8,000,000 is the most.");
  expect(await accessProblems(page)).toEqual([]);

  // Replacing asks.
  await item(page, "/").click({ position: { x: 5, y: 5 } });
  const chooser = page.waitForEvent("filechooser");
  await button(page, "Upload").click();
  const file = { name: "fine.txt", mimeType: "text/plain", buffer: Buffer.from("xyz") };
  await (await chooser).setFiles([file]);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Replace /fine.txt?");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(said(page)).toHaveText("Nothing was replaced.");
  await expect(item(page, "fine.txt 1 character")).toBeVisible();
  await drop(page, ".files-tree", { "fine.txt": "xyz" });
  await dialog.getByRole("button", { name: "Replace" }).click();
  await expect(item(page, "fine.txt 3 characters")).toBeVisible();

  // Out, by the button and by dragging, byte for byte.
  for (const [name, content] of [
    ["two.txt", [0xc3, 0xa9, 0x0d, 0x0a]],
    ["photo.png", [0x89, 0x50, 0xff]],
    ["mark.txt", [0xef, 0xbb, 0xbf, 0x61]],
  ] as const) {
    await item(page, new RegExp(`^${name.replace(".", "\\.")}`)).click();
    const downloaded = page.waitForEvent("download");
    await button(page, "Download").click();
    const saved = await downloaded;
    expect(saved.suggestedFilename()).toBe(name);
    const chunks = await (await saved.createReadStream()).toArray();
    expect([...Buffer.concat(chunks)]).toEqual(content);
  }
  const dragged = () =>
    item(page, /^in \[1\]/).evaluate((row) => {
      const data = new DataTransfer();
      row.dispatchEvent(new DragEvent("dragstart", { bubbles: true, dataTransfer: data }));
      return [data.getData("text/plain"), data.getData("DownloadURL")];
    });
  await item(page, /^in \[1\]/).dispatchEvent("pointerdown");
  await expect
    .poll(dragged)
    .toEqual([
      "/data/in \\[1].lisp",
      expect.stringMatching(/^application\/octet-stream:in \[1\]\.lisp:blob:/),
    ]);

  // New files are made where there is none, and opened.
  await button(page, "New").click();
  await page.getByRole("textbox", { name: "Path" }).fill("/data/two.txt");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("There is a file /data/two.txt already.");
  await page.getByRole("textbox", { name: "Path" }).fill("/data/*.lisp");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("is wild");
  await page.getByRole("textbox", { name: "Path" }).fill("new/one.lisp");
  await page.keyboard.press("Enter");
  await expect(bar(page)).toContainText("/new/one.lisp");
  await page.keyboard.type("(car '())");
  await page.keyboard.press("Control+s");
  await expect(item(page, "one.lisp 9 characters")).toHaveAttribute("aria-selected", "true");

  // A file with \r\n keeps its line ends.
  await item(page, "two.txt 3 characters").dblclick();
  await expect(bar(page)).toContainText("/data/two.txt");
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("a");
  await page.keyboard.press("Control+s");
  await expect(item(page, "two.txt 4 characters")).toBeVisible();

  // Deleting asks, and the open file goes with it.
  await item(page, "two.txt 4 characters").focus();
  await page.keyboard.press("Delete");
  await expect(dialog).toContainText("Delete /data/two.txt?");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(item(page, /^two\.txt/)).toHaveCount(0);
  await expect(bar(page)).toBeHidden();
  await expect(said(page)).toHaveText("/data/two.txt is deleted.");
});

test("a file that the editor does not take can be downloaded", async ({ page }) => {
  await open(page);
  await evaluate(
    page,
    `(with-open-file (s "/long.txt" :direction :output) (dotimes (i 6) (write-string (make-string 100000 :initial-element #\\x) s)))
     (with-open-file (s "/odd.txt" :direction :output) (write-char (code-char 0) s))
     (with-open-file (s "/bytes" :direction :output :element-type '(unsigned-byte 8)) (write-byte 255 s))`,
  );
  await openPanel(page);
  await item(page, /^long\.txt/).dblclick();
  await expect(said(page)).toHaveText(
    "/long.txt has 600,000 characters, and the editor takes 500,000 characters. It can be downloaded.",
  );
  await item(page, /^odd\.txt/).dblclick();
  await expect(said(page)).toContainText("has characters that are no text");
  await item(page, /^bytes/).dblclick();
  await expect(said(page)).toHaveText(
    "/bytes is no text, and the editor takes nothing else. It can be downloaded.",
  );
  await item(page, /^long\.txt/).click();
  const downloaded = page.waitForEvent("download");
  await button(page, "Download").click();
  expect((await (await (await downloaded).createReadStream()).toArray()).join("")).toHaveLength(600_000);
  await expect(bar(page)).toBeHidden();
});

test("files are those of the session, and what the Lisp has no time for is said", async ({ page }) => {
  await open(page);
  await evaluate(page, MAKE_FILES);
  await openPanel(page);
  await item(page, /^top\.lisp/).dblclick();
  await expect(bar(page)).toBeVisible();
  await page.locator("#sessions > button").click();
  await page.getByRole("menuitem", { name: "New session" }).click();
  await expect(tree(page).getByRole("treeitem")).toHaveCount(1);
  await expect(panel(page).locator(".files-note")).not.toContainText("session main");
  await bar(page).getByRole("button", { name: "Load" }).click();
  await expect(said(page)).toContainText("is a file of session main");
  await page.locator("#sessions > button").click();
  await page.getByRole("menuitemradio", { name: /^main/ }).click();
  await expect(item(page, /^top\.lisp/)).toBeVisible();

  const line = page.getByRole("textbox", { name: "Lisp prompt" });
  await line.fill("(loop)");
  await line.press("Control+Enter");
  await expect(page.locator(".entry").last()).toHaveAttribute("data-state", "running");
  await item(page, /^top\.lisp/).click();
  await button(page, "Download").click();
  await expect(said(page)).toHaveText("This waits until the Lisp is done.");
  await button(page, "Load").click();
  await expect(said(page)).toContainText("The Lisp is at work");
  const downloaded = page.waitForEvent("download");
  await page.locator("#run").click();
  await downloaded;
  await expect(said(page)).toHaveText("/top.lisp is downloaded.");
});

test("files are shown while a program waits at its error", async ({ page }) => {
  await open(page);
  await evaluate(page, MAKE_FILES);
  await evaluate(page, "(list no-such-variable)", "held");
  await openPanel(page);
  await expect(item(page, /^top\.lisp/)).toBeVisible();
  await expect(said(page)).toHaveText("");
});

for (const theme of ["light", "dark"] as const)
  test(`the panel fits and is accessible, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await open(page);
    await evaluate(page, MAKE_FILES);
    await openPanel(page);
    await drop(page, ".files-tree", { "photo.png": [0xff] });
    await item(page, "photo.png 1 byte").dblclick();
    await expect(said(page)).toContainText("no text");
    await item(page, /^top\.lisp/).dblclick();
    await source(page).fill("changed");
    for (const width of [1440, 1024, 390, 320]) {
      await page.setViewportSize({ width, height: 720 });
      if (await panel(page).isHidden())
        await page.getByRole("button", { name: "Files", exact: true }).click();
      await expect(item(page, /^top\.lisp/)).toBeVisible();
      expect(await accessProblems(page), `${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    // There the panel lies over the editor, and goes when a file is opened.
    await item(page, /^top\.lisp/).click();
    await button(page, "Open").click();
    await expect(panel(page)).toBeHidden();
    await expect(source(page)).toBeFocused();
    expect(await accessProblems(page)).toEqual([]);
  });
