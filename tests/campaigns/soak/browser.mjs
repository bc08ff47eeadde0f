/** The shipped server in a page of Chromium, its image in a Worker, and how much memory each has in use. */
import { chromium } from "@playwright/test";
import { findChromium } from "../../../scripts/lib/browser.mjs";
import { DIST } from "../../../scripts/lib/paths.mjs";
import { Problem } from "../../../scripts/lib/report.mjs";
import { listen, wantedPort } from "../../../scripts/lib/site.mjs";
import { CLIENTS } from "./diet.mjs";
import { createEater } from "./eater.mjs";
import { inspectWorkers } from "./inspector.mjs";

export async function startInChromium() {
  const executablePath = await findChromium();
  if (!executablePath) throw new Problem("No Chromium was found: install one, or set CHROMIUM to its path.");
  const site = await listen({ "/": DIST }, wantedPort("0"));
  const browser = await chromium.launch({ executablePath });
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  const workers = await inspectWorkers(session);
  await page.goto(`${site.url}LICENSE.txt`);
  await page.evaluate(
    async ([source, clients]) => {
      const { LispServer } = await import("/jscl-mcp.js");
      globalThis.lispServer = await LispServer.start();
      const ports = Array.from({ length: clients }, () => globalThis.lispServer.connect());
      globalThis.eater = new Function(`return ${source}`)()(ports);
      await globalThis.eater.open();
    },
    [createEater.toString(), CLIENTS],
  );
  return {
    eat: (meals) => page.evaluate((given) => globalThis.eater.eatAll(given), meals),
    async memory() {
      await session.send("HeapProfiler.collectGarbage");
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      return { page: usedSize, lisp: await workers.heap() };
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
}
