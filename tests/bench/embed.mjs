/**
 * A cell on a plain page of documentation: what it weighs until somebody looks and until its first value, how
 * long that value takes against the boot of an image alone, and what 200 cells on a page take more than one.
 * Cold: a profile never used before. Warm: later visits with the same profile.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { brotliSize } from "../../scripts/lib/compress.mjs";
import { DIST } from "../../scripts/lib/paths.mjs";
import { editorFiles, LIMITS } from "../../scripts/lib/sizes.mjs";
import { imageVisits, inFreshProfile, PROFILES, result, visits } from "./lib/profiles.mjs";
import { median, printRatio, spread } from "./lib/stats.mjs";

const AIMS = { cold: 2.5, warm: 1.5, gapMs: 50, memoryBytes: 30e6 };
const MANY = 200;

export async function embed({ url, executablePath }) {
  await weights(url, executablePath);
  await firstValues(url, executablePath);
  await manyCells(url, executablePath);
}

const mark = (isMet) => (isMet ? "✓" : "✗");
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

async function weights(url, executablePath) {
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage();
    const asked = new Set();
    page.context().on("request", (request) => asked.add(new URL(request.url()).pathname.slice(1)));
    await page.goto(`${url}bench/cells.html`, { waitUntil: "networkidle" });
    const weigh = async (title, names, limit) => {
      const sizes = await Promise.all(
        names.map(async (name) => [name, await brotliSize(readFileSync(join(DIST, name)))]),
      );
      const sum = sizes.reduce((total, [, size]) => total + size, 0);
      console.log(`${title}: ${kilobytes(sum)} brotli (at most ${kilobytes(limit)}) ${mark(sum <= limit)}`);
      for (const [name, size] of sizes.sort(([, a], [, b]) => b - a))
        console.log(`    ${name.padEnd(32)}${kilobytes(size).padStart(10)}`);
    };
    const ours = () => [...asked].filter((name) => !/^bench\/|^favicon|^$/.test(name));
    await weigh("until somebody looks", ours(), LIMITS.untouched);
    await page.evaluate(() => document.querySelector("lisp-cell").run());
    // Not all of the Worker's own requests are the page's; it makes the last one when it has answered.
    const later = "jscl-rare.js";
    const toValue = [...new Set([...ours(), "jscl-worker.js", "jscl.js"])].filter((name) => name !== later);
    const isEditor = (name) => name.includes("-edit-");
    const onPage = toValue.filter((name) => !isEditor(name));
    await weigh("to the first value", onPage, LIMITS.firstValue);
    await weigh("in all, with what few programs run", [...onPage, later], LIMITS.cellPage);
    const editor = page.waitForResponse((response) => isEditor(response.url()));
    await page.locator("lisp-cell pre.code").first().click();
    await editor;
    await page.locator("lisp-cell .cm-content").waitFor();
    await weigh("for the editor", editorFiles(), LIMITS.editor);
  } finally {
    await browser.close();
  }
}

async function firstValues(url, executablePath) {
  const cell = { cold: [], warm: [] };
  const image = { cold: [], warm: [] };
  const gaps = [];
  for (let round = 0; round < PROFILES; round++) {
    await inFreshProfile(executablePath, async (page) => {
      await visits(page, cell, async () => {
        await page.goto(`${url}bench/cells.html?live`, { waitUntil: "commit" });
        const { status, values, time } = await result(page);
        if (status !== "ok" || values?.[0] !== "3") throw new Error(`(+ 1 2) ended in ${status} ${values}`);
        gaps.push(await page.evaluate(() => globalThis.longestGap));
        return time;
      });
    });
    await imageVisits(url, executablePath, image);
  }
  for (const kind of ["cold", "warm"]) {
    console.log(`${kind}: navigation to a cell's value ${spread(cell[kind], 0)}`);
    console.log(`${kind}: boot of an image alone      ${spread(image[kind], 0)}`);
    printRatio(`${kind} first value, cell / image's boot`, cell[kind], image[kind], AIMS[kind]);
  }
  printGap("longest gap of the page's thread", gaps);
}

function printGap(title, gaps) {
  const gap = median(gaps);
  console.log(`${title}: ${spread(gaps, 0)} (at most ${AIMS.gapMs} ms) ${mark(gap <= AIMS.gapMs)}`);
}

/** One cell and many of them in turn: memory when each has run, Workers, and the longest gap. */
async function manyCells(url, executablePath) {
  const memory = { one: [], many: [] };
  const gaps = [];
  for (let round = 0; round < 3; round++) {
    for (const [kind, count] of [
      ["one", 1],
      ["many", MANY],
    ]) {
      const browser = await chromium.launch({ executablePath });
      try {
        const page = await browser.newPage();
        await page.goto(`${url}bench/cells.html?cells=${count}`, { waitUntil: "networkidle" });
        await page.evaluate(async () => {
          for (const cell of document.querySelectorAll("lisp-cell")) await cell.run();
        });
        const images = page.workers().length;
        if (images !== 1) throw new Error(`${count} cells have ${images} images`);
        const session = await page.context().newCDPSession(page);
        await session.send("HeapProfiler.collectGarbage");
        const {
          usedSize,
          embedderHeapUsedSize = 0,
          backingStorageSize = 0,
        } = await session.send("Runtime.getHeapUsage");
        memory[kind].push(usedSize + embedderHeapUsedSize + backingStorageSize);
        if (kind === "many") gaps.push(await page.evaluate(() => globalThis.longestGap));
      } finally {
        await browser.close();
      }
    }
  }
  const more = median(memory.many) - median(memory.one);
  console.log(
    `${MANY} cells over one, all run, one image: ${(more / 1e6).toFixed(1)} MB (at most ${AIMS.memoryBytes / 1e6} MB) ${mark(more <= AIMS.memoryBytes)}`,
  );
  printGap(`longest gap with ${MANY} cells`, gaps);
}
