/**
 * Navigation to the playground until its first answered evaluation, against stock JSCL's boot alone in a
 * Worker of an otherwise empty page (from `new Worker` on, without that page's own navigation). Cold: a
 * profile never used before. Warm: later visits with the same profile, whose caches of files and of compiled
 * code are filled.
 */
import { pageScript } from "./lib/client.mjs";
import { inFreshProfile, PROFILES, result, visits } from "./lib/profiles.mjs";
import { printRatio, spread } from "./lib/stats.mjs";

const AIM = 1;

export async function boot({ url, executablePath }) {
  const ours = { cold: [], warm: [] };
  const stock = { cold: [], warm: [] };
  for (let round = 0; round < PROFILES; round++) {
    await inFreshProfile(executablePath, async (page) => {
      await evaluateAtOnce(page);
      await visits(page, ours, () => visitOurs(page, url));
    });
    await inFreshProfile(executablePath, (page) => visits(page, stock, () => visitStock(page, url)));
  }
  for (const kind of ["cold", "warm"]) {
    console.log(`${kind}: navigation to first answer    ${spread(ours[kind], 0)}`);
    console.log(`${kind}: stock JSCL's boot in a Worker ${spread(stock[kind], 0)}`);
    printRatio(`${kind} start, ours / stock's boot alone`, ours[kind], stock[kind], AIM);
  }
}

async function visitOurs(page, url) {
  await page.goto(url, { waitUntil: "commit" });
  const { text, sinceNavigation } = await result(page);
  if (text !== "=> 3") throw new Error(`(+ 1 2) was answered by ${text}`);
  return sinceNavigation;
}

async function visitStock(page, url) {
  await page.goto(`${url}bench/stock.html`, { waitUntil: "commit" });
  const { text, boot } = await result(page);
  if (text !== "3") throw new Error(`Stock JSCL answered (+ 1 2) by ${text}`);
  return boot;
}

/** Has each visit of the playground evaluate as soon as its server listens. */
async function evaluateAtOnce(page) {
  await page.addInitScript({ content: pageScript });
  await page.addInitScript(() => {
    if (!location.protocol.startsWith("http") || location.pathname !== "/") return;
    // The earliest moment at which the page's module has run and listens.
    document.addEventListener("DOMContentLoaded", async () => {
      const text = await globalThis.lispClient().evaluate("(+ 1 2)");
      globalThis.benchResult = { text, sinceNavigation: performance.now() };
    });
  });
}
