import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { answerFile } from "../../scripts/lib/answer-file.mjs";
import { bundleOffline } from "../../scripts/lib/bundle.mjs";
import { DIST } from "../../scripts/lib/paths.mjs";
import { expect, test } from "./support/test.js";

// The built site without its server, and with another build behind it. Each test serves a copy of dist/ at an
// origin of its own, in a subfolder, so that no other test meets its service worker.

interface Site {
  folder: string;
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Whether it takes requests and answers none. */
  isSilent: boolean;
}

const site = test.extend<{ served: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  served: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "site-"));
    cpSync(DIST, folder, { recursive: true });
    const mounts = { "/deep/er/": folder };
    const served = { isSilent: false };
    const server = createServer((request, response) => {
      if (!served.isSilent) answerFile(mounts, false, request, response);
    });
    const listen = (port: number) =>
      new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    const stop = () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    };
    await listen(0);
    const { port } = server.address() as AddressInfo;
    await use(
      Object.assign(served, {
        folder,
        url: `http://localhost:${port}/deep/er/`,
        stop,
        start: () => listen(port),
      }),
    );
    await stop();
    rmSync(folder, { recursive: true, force: true });
  },
});

site.use({ serviceWorkers: "allow" });

const isReady = (page: Page) => expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");

/** Waits until the newest build is kept and the page is served from a kept one. */
const isKept = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const { serviceWorker } = navigator;
          const registration = await serviceWorker.getRegistration();
          return serviceWorker.controller?.state === "activated" && !registration?.installing;
        }),
      { timeout: 40_000 },
    )
    .toBe(true);

async function evaluate(page: Page, code: string): Promise<void> {
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(code);
  await page.keyboard.press("ControlOrMeta+Enter");
}

/** Files of every kind; the last is loaded late, by a name of its own. */
const FILES = ["index.html", "app.js", "jscl-mcp.js", "jscl-worker.js", "jscl.js"];
const MARK = "the second build";

/** Puts another build into the folder: other files under the same names. */
async function serveSecondBuild(folder: string): Promise<void> {
  for (const name of FILES) {
    const file = join(folder, name);
    const comment = name.endsWith(".html") ? `<!-- ${MARK} -->` : `// ${MARK}`;
    writeFileSync(file, `${readFileSync(file, "utf8")}\n${comment}\n`);
    for (const extension of [".br", ".gz"]) rmSync(file + extension, { force: true });
  }
  await bundleOffline(folder);
}

/** Which of the files are of the second build, for the page. */
const secondOf = (page: Page) =>
  page.evaluate(
    async ([files, mark]) => {
      const texts = await Promise.all(files.map(async (name) => (await fetch(name)).text()));
      return files.filter((_, index) => texts[index]?.includes(mark));
    },
    [FILES, MARK] as const,
  );

/**
 * Visits again until the second build is there: on a machine that has much to do a visit may not hear of it
 * in the second that it waits for news, and goes on with what it has.
 */
const comesTo = (page: Page, files: readonly string[]) =>
  expect
    .poll(
      async () => {
        const found = await secondOf(page);
        if (found.length === files.length) return found;
        await page.reload();
        await isReady(page);
        return secondOf(page);
      },
      { timeout: 60_000 },
    )
    .toEqual(files);

site("does not keep a later visit waiting for news of another build", async ({ page, served }) => {
  await page.goto(served.url);
  await isReady(page);
  await isKept(page);
  const waits: number[] = [];
  for (let visit = 0; visit < 4; visit++) {
    await page.goto("about:blank");
    await page.goto(served.url);
    waits.push(
      await page.evaluate(() => {
        const [visited] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
        return visited?.responseStart ?? Number.POSITIVE_INFINITY;
      }),
    );
  }
  // Half of what it may take where the server says nothing; one of them has not met a busy machine.
  expect(Math.min(...waits)).toBeLessThan(750);
});

site("is there without its server, and a reset brings Lisp back", async ({ page, served }) => {
  await page.goto(served.url);
  await isReady(page);
  await isKept(page);
  await served.stop();
  await page.context().setOffline(true);
  // The page of the first visit, which the network served.
  await evaluate(page, "(defun square (x) (* x x))");
  await page.locator("#reset").click();
  await evaluate(page, "(list (fboundp 'square) 42)");
  await expect(page.getByText("(NIL 42)").first()).toBeVisible();
  await page.reload();
  await isReady(page);
  await evaluate(page, '(format nil "~r" 21)');
  await expect(page.getByText('"twenty-one"').first()).toBeVisible();
  await page.locator("#reset").click();
  await evaluate(page, '(format nil "~r" 22)');
  await expect(page.getByText('"twenty-two"').first()).toBeVisible();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});

for (const isNew of [false, true])
  site(
    `starts when it is back, after a start without its server${isNew ? ", with another build" : ""}`,
    async ({ page, served }) => {
      await page.goto(served.url);
      await isReady(page);
      await isKept(page);
      await served.stop();
      await page.context().setOffline(true);
      await page.reload();
      await isReady(page);
      await evaluate(page, "(list :without (+ 1 2))");
      await expect(page.getByText("(:WITHOUT 3)").first()).toBeVisible();
      if (isNew) await serveSecondBuild(served.folder);
      await served.start();
      await page.context().setOffline(false);
      await page.reload();
      await isReady(page);
      await evaluate(page, "(list :with (+ 1 2))");
      await expect(page.getByText("(:WITH 3)").first()).toBeVisible();
      await comesTo(page, isNew ? FILES : []);
    },
  );

/** How many connections a browser has for one server. */
const CONNECTIONS = 6;

site("hears of a new build after visits to which its server said nothing", async ({ page, served }) => {
  await page.goto(served.url);
  await isReady(page);
  await isKept(page);
  served.isSilent = true;
  for (let visit = 0; visit <= CONNECTIONS; visit++) {
    await page.reload();
    await isReady(page);
  }
  await serveSecondBuild(served.folder);
  served.isSilent = false;
  await page.reload();
  await isReady(page);
  await comesTo(page, FILES);
});

site(
  "a new build is there at the next visit, and older pages go on with theirs",
  async ({ page, served }) => {
    test.slow();
    await page.goto(served.url);
    await isReady(page);
    await isKept(page);
    await page.reload();
    await isReady(page);
    await serveSecondBuild(served.folder);
    expect(await secondOf(page)).toEqual([]);
    const later = await page.context().newPage();
    await later.goto(served.url);
    await isReady(later);
    await comesTo(later, FILES);
    expect(await secondOf(page)).toEqual([]);
    await page.locator("#reset").click();
    await evaluate(page, "(list :still :the :first)");
    await expect(page.getByText("(:STILL :THE :FIRST)").first()).toBeVisible();
    await page.reload();
    await isReady(page);
    await comesTo(page, FILES);
  },
);

site("a build that is half there is not kept", async ({ page, served }) => {
  await page.goto(served.url);
  await isReady(page);
  await isKept(page);
  await page.reload();
  const file = join(served.folder, "jscl.js");
  const before = readFileSync(file);
  await serveSecondBuild(served.folder);
  // The service worker is of the second build, one of its files still of the first.
  writeFileSync(file, before);
  await page.reload();
  await isReady(page);
  expect(await secondOf(page)).toEqual([]);
});
