/**
 * The playground: what it loads at first, how soon somebody can work in it against the boot of an image
 * alone, what a key takes in a long program, and what an entry of a long transcript takes. Cold: a profile
 * never used before. Warm: later visits with the same profile.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { brotliSize } from "../../scripts/lib/compress.mjs";
import { DIST } from "../../scripts/lib/paths.mjs";
import { LIMITS } from "../../scripts/lib/sizes.mjs";
import { entryTimes, typingTimes } from "./lib/editing.mjs";
import { imageVisits, inFreshProfile, PROFILES, result, visits } from "./lib/profiles.mjs";
import { median, percentile, printRatio, spread } from "./lib/stats.mjs";

const AIMS = { cold: 3, warm: 2, keyMs: 16, entries: 1.5 };
const LINES = 10_000;
const KEYS = 240;
const ENTRIES = 2_000;

const mark = (isMet) => (isMet ? "✓" : "✗");

export async function playground({ url, executablePath }) {
  await firstLoad(url, executablePath);
  await interactive(url, executablePath);
  await typing(url, executablePath);
  await entries(url, executablePath);
}

/** Opens the playground in a browser of its own, and resolves when its Lisp is there. */
async function withPlayground(url, executablePath, use) {
  const browser = await chromium.launch({ executablePath });
  try {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    const asked = new Set();
    context.on("request", (request) => asked.add(new URL(request.url()).pathname.slice(1) || "index.html"));
    await page.goto(url);
    await page.locator('html[data-lisp="ready"]').waitFor({ timeout: 120_000 });
    return await use(page, asked);
  } finally {
    await browser.close();
  }
}

async function firstLoad(url, executablePath) {
  await withPlayground(url, executablePath, async (page, asked) => {
    await page.waitForLoadState("networkidle");
    const files = [...asked, "jscl.js", "jscl-worker.js"].filter((name) => !/^favicon|\.woff2$/.test(name));
    const sizes = await Promise.all(
      [...new Set(files)].map(async (name) => [name, await brotliSize(readFileSync(join(DIST, name)))]),
    );
    const sum = sizes.reduce((total, [, size]) => total + size, 0);
    const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
    console.log(
      `first load: ${kilobytes(sum)} brotli (at most ${kilobytes(LIMITS.playground)}) ${mark(sum <= LIMITS.playground)}`,
    );
    for (const [name, size] of sizes.sort(([, a], [, b]) => b - a))
      console.log(`    ${name.padEnd(32)}${kilobytes(size).padStart(10)}`);
  });
}

/** Notes when the editor takes keys and the Lisp evaluates. */
function noteReadiness() {
  if (!location.protocol.startsWith("http") || location.pathname !== "/") return;
  const observer = new MutationObserver(() => {
    const isReady = document.documentElement.dataset.lisp === "ready";
    if (!isReady || !document.querySelector("#desk:not([inert]) .cm-content")) return;
    observer.disconnect();
    globalThis.benchResult = { ready: performance.now() };
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}

async function interactive(url, executablePath) {
  const ours = { cold: [], warm: [] };
  const image = { cold: [], warm: [] };
  for (let round = 0; round < PROFILES; round++) {
    await inFreshProfile(executablePath, async (page) => {
      await page.addInitScript(noteReadiness);
      await visits(page, ours, async () => {
        await page.goto(url, { waitUntil: "commit" });
        return (await result(page)).ready;
      });
    });
    await imageVisits(url, executablePath, image);
  }
  for (const kind of ["cold", "warm"]) {
    console.log(`${kind}: navigation to an editor and a Lisp ${spread(ours[kind], 0)}`);
    console.log(`${kind}: boot of an image alone             ${spread(image[kind], 0)}`);
    printRatio(`${kind} start, playground / image's boot`, ours[kind], image[kind], AIMS[kind]);
  }
}

async function typing(url, executablePath) {
  await withPlayground(url, executablePath, async (page) => {
    const times = await typingTimes(page, LINES, KEYS);
    const worst = percentile(times, 95);
    console.log(`a key at ${LINES} lines: ${spread(times)}`);
    console.log(
      `a key at ${LINES} lines, 95th percentile: ${worst.toFixed(1)} ms (at most ${AIMS.keyMs} ms) ${mark(worst < AIMS.keyMs)}`,
    );
  });
}

async function entries(url, executablePath) {
  await withPlayground(url, executablePath, async (page) => {
    const times = await entryTimes(page, ENTRIES);
    const early = times.slice(100, 200);
    const late = times.slice(1900);
    console.log(`entries 100 to 200: ${spread(early)}; 1900 to 2000: ${spread(late)}`);
    const ratio = median(late) / median(early);
    console.log(
      `an entry at 2000 / at 200: ${ratio.toFixed(2)} (aim: at most ${AIMS.entries}) ${mark(ratio <= AIMS.entries)}`,
    );
  });
}
