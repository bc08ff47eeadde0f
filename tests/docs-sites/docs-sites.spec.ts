/** Cells in sites of documentation, each with the stock theme and the highlighter of its tool. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Locator, type Page, test } from "@playwright/test";

const built = (site: string) =>
  existsSync(fileURLToPath(new URL(`../../build/docs-sites/site/${site}/index.html`, import.meta.url)));

function describeSite(site: string, tests: () => void): void {
  test.describe(site, () => {
    test.skip(!built(site), `${site} is not installed: npm run docs-sites`);
    tests();
  });
}

/** What went wrong on pages without a word to the reader. */
let problems: string[] = [];

test.beforeEach(({ page, context }) => {
  problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  context.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && hostname !== "localhost") problems.push(request.url());
  });
});
test.afterEach(() => expect(problems).toEqual([]));

const cells = (page: Page) => page.locator("lisp-cell");

/** Runs a cell by its button. */
async function run(cell: Locator): Promise<void> {
  await cell.getByRole("button", { name: "Run" }).click();
  await expect(cell.getByRole("button", { name: "Run" })).toBeVisible();
}

async function codeOf(cell: Locator): Promise<string> {
  return cell.evaluate((element) => (element as HTMLElement & { code: string }).code);
}

/** Runs every cell of a page and expects what it records. */
async function runAll(page: Page, count: number): Promise<void> {
  await expect(cells(page)).toHaveCount(count);
  for (const cell of await cells(page).all()) {
    await run(cell);
    await expect(cell.getByText("as recorded").first()).toBeAttached();
  }
}

/** Whether the cell has taken a dark page for one. */
const themeOf = (page: Page) => cells(page).first().locator("[data-theme]").first();

async function darkSystem(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
}

describeSite("plain", () => {
  test("elements in a page, that share a session and come one after the other", async ({ page }) => {
    await page.goto("plain/");
    await expect(page.locator(".hljs-built_in, .hljs-name").first()).toBeAttached();
    const second = cells(page).nth(1);
    await run(second);
    await expect(second.getByText("as recorded").first()).toBeAttached();
    expect(await codeOf(second)).toContain('(format t "First: ~a~%" (dequeue queue))');
  });

  test("a selector makes cells of code blocks, and leaves others alone", async ({ page }) => {
    await page.goto("plain/errors.html");
    await expect(cells(page)).toHaveCount(2);
    await run(cells(page).first());
    await expect(cells(page).first().getByText("as recorded").first()).toBeAttached();
    await run(cells(page).nth(1));
    await expect(cells(page).nth(1)).toContainText('The value "ten" is not of type NUMBER.');
    await expect(page.locator("pre", { hasText: "print" })).toBeVisible();
  });

  test("a page that is light for everybody has light cells", async ({ page }) => {
    await darkSystem(page);
    await page.goto("plain/");
    await expect(themeOf(page)).toHaveAttribute("data-theme", "light");
  });
});

describeSite("mdbook", () => {
  test("blocks of the book are cells, and those inside a cell are not made cells again", async ({ page }) => {
    await page.goto("mdbook/words.html");
    await runAll(page, 1);
    expect(await codeOf(cells(page).first())).toContain('\\"a  b\\" are two."');
    await page.goto("mdbook/tables.html");
    await runAll(page, 2);
  });

  test("an error is reported, and a restart taken by hand", async ({ page }) => {
    await page.goto("mdbook/errors.html");
    await runAll(page, 2);
    const cell = cells(page).nth(1);
    await expect(cell).toContainText("The list is empty.");
    await cell.getByRole("button", { name: /USE-VALUE/ }).click();
    await cell.getByRole("textbox").last().fill("41");
    await page.keyboard.press("Enter");
    await expect(cell.locator(".row-value")).toContainText("42");
  });

  test("cells follow the theme that the reader chooses", async ({ page }) => {
    await page.goto("mdbook/words.html");
    await expect(themeOf(page)).toHaveAttribute("data-theme", "light");
    await page.locator("#mdbook-theme-toggle").click();
    await page.locator("#mdbook-theme-coal").click();
    await expect(themeOf(page)).toHaveAttribute("data-theme", "dark");
  });
});

describeSite("sphinx", () => {
  test("the directive makes cells, with hidden set-up and an order", async ({ page }) => {
    await page.goto("sphinx/");
    await runAll(page, 1);
    expect(await codeOf(cells(page).first())).toBe(
      '(defun greet (name) ; a comment\n  (format nil "Hello, ~a!" name))\n(greet "Sphinx")',
    );
    await page.goto("sphinx/classes.html");
    await expect(page.getByText("(defparameter *origin*")).toHaveCount(0);
    const second = cells(page).nth(1);
    await run(second);
    await expect(second.getByText("as recorded").first()).toBeAttached();
    await expect(second).toContainText("3 < 4 & so on");
  });

  test("an error is reported", async ({ page }) => {
    await page.goto("sphinx/errors.html");
    await run(cells(page).first());
    await run(cells(page).nth(1));
    await expect(cells(page).nth(1)).toContainText("The index 2 is too large for a list of length 1.");
  });

  test("a theme that is light alone has light cells", async ({ page }) => {
    await darkSystem(page);
    await page.goto("sphinx/");
    await expect(themeOf(page)).toHaveAttribute("data-theme", "light");
  });
});

describeSite("vitepress", () => {
  const go = async (page: Page, name: string, count: number) => {
    await page.locator(".VPSidebar").getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    await expect(cells(page)).toHaveCount(count);
  };

  test("blocks that are marked are cells", async ({ page }) => {
    await page.goto("vitepress/");
    expect(await codeOf(cells(page).first())).toContain("(if (< n 2) 1 (* n (fact (- n 1))))");
    await runAll(page, 2);
    await go(page, "Errors", 1);
    await run(cells(page).first());
    await expect(cells(page).first()).toContainText('junk in string "12 apples"');
  });

  test("cells follow the theme of the site", async ({ page }) => {
    await page.goto("vitepress/");
    await expect(themeOf(page)).toHaveAttribute("data-theme", "light");
    await page.evaluate(() => document.documentElement.classList.add("dark"));
    await expect(themeOf(page)).toHaveAttribute("data-theme", "dark");
    await darkSystem(page);
    await page.goto("vitepress/streams.html");
    await expect(themeOf(page)).toHaveAttribute("data-theme", "dark");
  });

  test("pages that are left leave nothing behind, and their Lisp is kept", async ({ page }) => {
    await page.addInitScript(() => {
      const seen = new Set<WeakRef<Element>>();
      Object.assign(globalThis, {
        note: () => {
          for (const cell of document.querySelectorAll("lisp-cell")) seen.add(new WeakRef(cell));
        },
        left: () => [...seen].filter((each) => each.deref()?.isConnected === false).length,
      });
    });
    await page.goto("vitepress/");
    const visit = async (name: string) => {
      await go(page, name, 2);
      await run(cells(page).nth(1));
      await page.evaluate("note()");
    };
    await run(cells(page).first());
    const listeners: number[] = [];
    const browser = await page.context().newCDPSession(page);
    await browser.send("Performance.enable");
    for (let round = 0; round < 4; round += 1) {
      await visit("Streams");
      await visit("Numbers");
      await page.requestGC();
      const { metrics } = await browser.send("Performance.getMetrics");
      listeners.push(metrics.find(({ name }) => name === "JSEventListeners")?.value ?? Number.NaN);
    }
    await expect.poll(() => page.requestGC().then(() => page.evaluate("left()"))).toBeLessThanOrEqual(2);
    expect(listeners[3]).toBeLessThanOrEqual(listeners[1] ?? Number.NaN);
    // One for each of the two sessions.
    expect(page.workers()).toHaveLength(2);
    await expect(cells(page).nth(1).locator(".row-value")).toContainText("120");
  });

  test("without JavaScript a cell is a code block", async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${baseURL}vitepress/`);
    await expect(cells(page).first()).toContainText("=> 2432902008176640000");
    await context.close();
  });
});
