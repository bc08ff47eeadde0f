import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliSize } from "../../scripts/lib/compress.mjs";
import { DIST } from "../../scripts/lib/paths.mjs";
import { LIMITS } from "../../scripts/lib/sizes.mjs";
import { entryTimes, typingTimes } from "../bench/lib/editing.mjs";
import { median } from "../bench/lib/stats.mjs";
import { expect, test } from "./support/test.js";

/**
 * Bounds that hold on any machine: ratios of times of one run, far above what `npm run bench -- playground`
 * measures on one that does nothing else.
 */
const MOST = { startOverBoot: 3, longOverShort: 4, lateOverEarly: 4 };

test("the playground starts with its Lisp, and slows down with neither text nor entries", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const asked = new Set(["jscl.js", "jscl-worker.js"]);
  page.on("request", (request) => asked.add(new URL(request.url()).pathname.slice(1) || "index.html"));
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.documentElement.dataset["lisp"] !== "ready") return;
      observer.disconnect();
      performance.mark("lisp-ready");
    }).observe(document, { subtree: true, attributes: true });
  });
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await expect(page.locator("#editor .cm-content")).toBeVisible();
  const { ready, worker } = await page.evaluate(() => ({
    ready: performance.getEntriesByName("lisp-ready")[0]?.startTime ?? 0,
    worker: performance.getEntriesByType("resource").find(({ name }) => /jscl-worker/.test(name))?.startTime,
  }));
  expect(ready / (ready - (worker ?? ready))).toBeLessThan(MOST.startOverBoot);

  await page.waitForLoadState("networkidle");
  // The tests put a file of theirs around jscl-mcp.js, under a name that dist/ does not have.
  const files = [...asked].filter((name) => !/^favicon|\.woff2$/.test(name) && existsSync(join(DIST, name)));
  const sizes = await Promise.all(files.map((name) => brotliSize(readFileSync(join(DIST, name)))));
  expect(sizes.reduce((sum, each) => sum + each, 0)).toBeLessThan(LIMITS.playground);

  const short = median(await typingTimes(page, 100, 36));
  const long = median(await typingTimes(page, 10_000, 36));
  expect(long / short).toBeLessThan(MOST.longOverShort);

  const times = await entryTimes(page, 120);
  expect(median(times.slice(90)) / median(times.slice(30, 60))).toBeLessThan(MOST.lateOverEarly);
});
