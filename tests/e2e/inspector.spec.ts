import { accessProblems } from "./support/access.js";
import { cell, cellOf, openCells } from "./support/cells.js";
import { expect, test } from "./support/test.js";
import { writeCode } from "./support/write-code.js";

const CODE = `(defclass shape () ((name :initarg :name) (points :initarg :points) (unset)))
(list 1 (make-instance 'shape :name "tri" :points (vector 3 4)) "text")
(loop for i below 120 collect i)
'((:name "ada" :born 1815) (:name "grace" :born 1906))`;

test("a value in the transcript opens level by level, by keyboard alone", async ({ page }) => {
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await writeCode(page.locator("#editor .cm-content"), CODE);
  await page.keyboard.press("Control+Enter");
  const entry = page.locator(".entry").first();
  await expect(entry).toHaveAttribute("data-state", "ok");

  // An instance in a list, opened after later forms have returned.
  const list = entry.getByRole("button", { name: /^Inspect \(1 #<SHAPE/ });
  await list.focus();
  await page.keyboard.press("Enter");
  await expect(list).toHaveAttribute("aria-expanded", "true");
  await expect(entry.locator(".level-head")).toContainText("length 3");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const instance = entry.locator(".inspector .inspector").first();
  await expect(instance.locator(".level-head").first()).toContainText("instance");
  await expect(instance.locator(".part-label")).toHaveText(["name", "points", "unset"]);
  await expect(instance.getByText("no value")).toBeVisible();
  await instance.getByRole("button", { name: /^points/ }).click();
  await expect(instance.locator(".inspector .part code")).toHaveText(["3", "4"]);

  // Insert gives that very object, also in a later evaluation.
  await instance.getByRole("button", { name: "Insert" }).first().click();
  const line = page.getByRole("textbox", { name: "Lisp prompt" });
  await expect(line).toBeFocused();
  await expect.poll(() => line.innerText()).toMatch(/^\(jscl-mcp:kept-value \d+\)$/);
  await page.keyboard.press("Home");
  await page.keyboard.type("(setf (slot-value ");
  await page.keyboard.press("End");
  await page.keyboard.type(" 'unset) :set)");
  await page.keyboard.press("Enter");
  await expect(page.locator(".entry").last().locator(".row-value pre")).toHaveText(":SET");
  await list.click();
  await list.click();
  await entry.locator(".inspector button.part").first().click();
  await expect(instance.locator(".part code").last()).toHaveText(":SET");

  // A long one comes in pages, and rows of one shape as a table.
  await entry.getByRole("button", { name: /^Inspect \(0 1 2/ }).click();
  await entry.getByRole("button", { name: "More: 70 of 120" }).click();
  await entry.getByRole("button", { name: "More: 20 of 120" }).click();
  await expect(entry.locator(".part code").getByText("119", { exact: true })).toBeVisible();
  await expect(entry.getByRole("button", { name: /^More/ })).toHaveCount(0);
  await entry.getByRole("button", { name: /^Inspect \(\(:NAME/ }).click();
  const table = entry.getByRole("button", { name: "Table" });
  await table.click();
  await expect(table).toHaveAttribute("aria-pressed", "true");
  await expect(entry.getByRole("columnheader")).toHaveText([":name", ":born"]);
  await expect(entry.locator(".parts-table tbody tr").last()).toHaveText('1"grace"1906');
  expect(await accessProblems(page)).toEqual([]);

  // Narrow, nothing is wider than the page.
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 1280, height: 720 });

  // What is gone says so, and no other value is shown in its place.
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(page.locator(".entry-note").last()).toContainText("fresh");
  await writeCode(page.locator("#editor .cm-content"), "(list :another)");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator(".entry").last().locator(".row-value pre")).toHaveText("(:ANOTHER)");
  await list.click();
  await list.click();
  await expect(entry.locator(".inspector-problem")).toContainText("There is no value with the handle");
});

test("a program shows pictures, which run nothing and load nothing", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("elsewhere")) asked.push(request.url());
  });
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await writeCode(page.locator("#editor .cm-content"), "(dotimes (i 40) (print i))");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator(".entry")).toHaveAttribute("data-state", "ok");
  await writeCode(
    page.locator("#editor .cm-content"),
    `(jscl-mcp:plot #'sin :title "A sine")
(jscl-mcp:display "image/svg+xml" "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'>
  <script>fetch('/elsewhere')</script><image href='/elsewhere.png' width='9' height='9'/>
  <rect width='20' height='20' onload='top.hacked = 1'/></svg>" :title "A square")`,
  );
  await page.keyboard.press("Control+Enter");
  const sine = page.getByRole("img", { name: "A sine" });
  await expect(sine).toBeVisible();
  const square = page.getByRole("img", { name: "A square" });
  await expect.poll(() => square.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(20);
  expect(await sine.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(480);
  // The transcript follows a picture that gets its height late.
  await expect(square).toBeInViewport();
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  expect(asked).toEqual([]);
  expect(await accessProblems(page, "#transcript")).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test("a cell shows pictures", async ({ page }) => {
  await openCells(page, cell('(jscl-mcp:plot \'(1 4 9) :kind :bars :title "Squares")', 'id="a"'));
  const { host, run } = cellOf(page, "a");
  await run.click();
  const picture = host.getByRole("img", { name: "Squares" });
  await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(480);
});

test("what an error holds and what a form defines are opened, and a class is drawn", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("jscl-mcp.playground.ask-on-error", "no"));
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await writeCode(
    page.locator("#editor .cm-content"),
    `(define-condition broken (error) ((part :initarg :part :reader broken-part)))
(defclass shape () ((name :reader shape-name)))
(defclass disc (shape) ((radius :accessor disc-radius)))
(defclass square (shape) ())
(find-class 'shape)
(error 'broken :part (list 1 (vector 2 3)))`,
  );
  await page.keyboard.press("Control+Enter");
  const entry = page.locator(".entry").first();
  await expect(entry).toHaveAttribute("data-state", "error");
  await entry.getByRole("button", { name: "Inspect (1 #(2 3))" }).click();
  await entry.locator(".report-slots").getByRole("button", { name: "1 #(2 3)", exact: true }).click();
  await expect(entry.locator(".report-slots .part code").last()).toHaveText("3");

  await entry.getByRole("button", { name: "Inspect DISC" }).click();
  await expect(entry.locator(".definitions .level-head")).toContainText("name radius");

  await entry.getByRole("button", { name: /^Inspect #<STANDARD-CLASS/ }).click();
  const diagram = entry.getByRole("group", { name: "Classes around shape" });
  const toggle = entry.locator(".row-form").last().getByRole("button", { name: "Diagram" });
  await toggle.click();
  await expect(diagram.getByRole("list", { name: "Superclasses" })).toHaveText("standard-object");
  await expect(diagram.getByRole("list", { name: "Its own slots" })).toHaveText("namereader shape-name");
  await expect(diagram.getByRole("list", { name: "Subclasses" }).getByRole("button")).toHaveText([
    "disc",
    "square",
  ]);
  expect(await accessProblems(page)).toEqual([]);
  await diagram.getByRole("button", { name: "disc" }).press("Enter");
  const next = entry.getByRole("group", { name: "Classes around disc" });
  await expect(next.locator("div.class-box")).toBeFocused();
  await expect(next.getByRole("list", { name: "Superclasses" })).toHaveText("shape");
  await expect(next.getByRole("list", { name: "Its own slots" })).toContainText("reader disc-radius");
  await toggle.click();
  await expect(next).toHaveCount(0);
  await page.setViewportSize({ width: 320, height: 640 });
  await toggle.click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
