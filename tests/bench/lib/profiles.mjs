/** Visits of a page by browser profiles that were never used before, and what such a visit measured. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";

export const PROFILES = 5;
/**
 * Chromium keeps compiled code only for what was loaded several times, so the first visits do not count as
 * warm.
 */
const VISITS = 7;
const FIRST_WARM = 4;

/** Runs `use` with a page of a browser that has never been here before. */
export async function inFreshProfile(executablePath, use) {
  const profile = mkdtempSync(join(tmpdir(), "profile-"));
  const context = await chromium.launchPersistentContext(profile, { executablePath });
  try {
    await use(context.pages()[0] ?? (await context.newPage()));
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Visits several times. The first visit's milliseconds go to `times.cold`, the last ones' to `warm`. */
export async function visits(page, times, visit) {
  for (let number = 1; number <= VISITS; number++) {
    const time = await visit();
    if (number === 1) times.cold.push(time);
    if (number >= FIRST_WARM) times.warm.push(time);
    await page.goto("about:blank");
  }
}

/** What the page has measured, as soon as it has. */
export async function result(page) {
  return (await page.waitForFunction(() => globalThis.benchResult, undefined, { polling: 20 })).jsonValue();
}

/** Visits a page that boots an image and does nothing else, in a fresh profile. */
export async function imageVisits(url, executablePath, times) {
  await inFreshProfile(executablePath, async (page) => {
    await visits(page, times, async () => {
      await page.goto(`${url}bench/image.html`, { waitUntil: "commit" });
      const { boot, problem } = await result(page);
      if (problem) throw new Error(problem);
      return boot;
    });
  });
}
