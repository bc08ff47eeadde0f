/** The shipped server in a page of Chromium. */
import { chromium } from "@playwright/test";
import { findChromium } from "../../../scripts/lib/browser.mjs";
import { DIST } from "../../../scripts/lib/paths.mjs";
import { Problem } from "../../../scripts/lib/report.mjs";
import { listen, wantedPort } from "../../../scripts/lib/site.mjs";
import { connect } from "../../bench/lib/client.mjs";

/** Milliseconds that a page with a busy thread gets to close. */
const CLOSE_MS = 3000;

/**
 * Resolves to `{ call(tool, arguments), restart(), close() }`. The image runs in a Worker, or on the page's
 * thread with the mode "page". A restart leaves a page behind that hangs.
 */
export async function startInChromium({ mode = "worker" } = {}) {
  const executablePath = await findChromium();
  if (!executablePath) throw new Problem("No Chromium was found: install one, or set CHROMIUM to its path.");
  const site = await listen({ "/": DIST }, wantedPort("0"));
  const browser = await chromium.launch({ executablePath });
  let page = null;
  const restart = async () => {
    if (page !== null) await within(CLOSE_MS, page.close());
    page = await browser.newPage();
    await enter(page, site.url, mode);
  };
  await restart();
  const call = (name, args = {}) => {
    const crashed = new Promise((_, reject) =>
      page.once("crash", () => reject(new Error("The page crashed."))),
    );
    crashed.catch(() => {});
    const answer = page.evaluate(([tool, given]) => globalThis.corpusClient.call(tool, given), [name, args]);
    return Promise.race([answer, crashed]);
  };
  const close = async () => {
    await browser.close();
    await site.close();
  };
  return { call, restart, close };
}

const within = (ms, promise) =>
  Promise.race([promise.catch(() => {}), new Promise((resolve) => setTimeout(resolve, ms))]);

async function enter(page, url, mode) {
  await page.goto(`${url}LICENSE.txt`);
  await page.evaluate(
    async ([source, options]) => {
      const connect = new Function(`return ${source}`)();
      const { LispServer } = await import("/jscl-mcp.js");
      const server = await LispServer.start(options);
      globalThis.corpusClient = connect(server.connect());
    },
    [connect.toString(), { mode }],
  );
}
