/**
 * Measures the time from `notifications/cancelled` for a program without an end to the answer of `(+ 1 2)` by
 * the same Lisp, in a page that shares memory with its Workers, for many kinds of programs.
 */
import { chromium } from "@playwright/test";
import { pageScript } from "./lib/client.mjs";
import { endless } from "./lib/endless.mjs";
import { median, spread } from "./lib/stats.mjs";

const ROUNDS = 3;
/** Milliseconds that a program runs before it is cancelled. */
const HEAD_START = 150;
/** For the median and for nineteen of twenty, in milliseconds. */
const AIM = 100;
const AIM_95 = 500;

export async function cancel({ url, executablePath }) {
  const browser = await chromium.launch({ executablePath });
  const all = [];
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.evaluate(pageScript);
    if (!(await page.evaluate(() => crossOriginIsolated)))
      throw new Error("The page shares no memory with its Workers.");
    for (const [kind, programs] of Object.entries(endless)) {
      const results = await page.evaluate(measure, { programs, rounds: ROUNDS, headStart: HEAD_START });
      all.push(...results);
      console.log(`${kind.padEnd(22)} ${spread(results.map(({ ms }) => ms))}`);
    }
  } finally {
    await browser.close();
  }
  const times = all.map(({ ms }) => ms).sort((a, b) => a - b);
  const p95 = times[Math.ceil(times.length * 0.95) - 1];
  const lost = new Set(all.filter(({ kept }) => !kept).map(({ code }) => code));
  const early = new Set(all.filter(({ ended }) => ended).map(({ code }) => code));
  for (const code of lost) console.log(`lost its Lisp: ${code}`);
  for (const code of early) console.log(`ended by itself: ${code}`);
  const mark = (met) => (met ? "✓" : "✗");
  console.log(
    `${times.length} cancellations of ${times.length / ROUNDS} programs, ${lost.size} lost their Lisp`,
  );
  console.log(
    `median: ${median(times).toFixed(1)} ms (aim: at most ${AIM} ms) ${mark(median(times) <= AIM)}`,
  );
  console.log(`95 %:   ${p95.toFixed(1)} ms (aim: at most ${AIM_95} ms) ${mark(p95 <= AIM_95)}`);
}

/** Runs in the page. */
async function measure({ programs, rounds, headStart }) {
  const { initialized, begin, cancel, evaluate } = globalThis.lispClient();
  await initialized;
  const results = [];
  for (let round = 0; round < rounds; round++) {
    for (const code of programs) {
      await evaluate("(defvar *kept* 1)");
      const { id, answer } = begin(code);
      let ended = false;
      answer.then(() => {
        ended = true;
      });
      await new Promise((resolve) => setTimeout(resolve, headStart));
      const start = performance.now();
      cancel(id);
      const text = await evaluate("(+ 1 2)");
      const ms = performance.now() - start;
      if (!text.endsWith("=> 3")) throw new Error(`(+ 1 2) was answered by ${text}`);
      results.push({ code, ms, ended, kept: (await evaluate("(boundp '*kept*)")).endsWith("=> T") });
    }
  }
  return results;
}
