/** The shipped server in a page of Chromium, its image in a Worker. */
import { chromium } from "@playwright/test";
import { connect } from "../bench/lib/client.mjs";
import { findChromium } from "../scripts/lib/browser.mjs";
import { DIST } from "../scripts/lib/paths.mjs";
import { Problem } from "../scripts/lib/report.mjs";
import { listen, wantedPort } from "../scripts/lib/site.mjs";

/** Resolves to `{ call(tool, arguments), restart(), close() }`. */
export async function startInChromium() {
  const executablePath = await findChromium();
  if (!executablePath) throw new Problem("No Chromium was found: install one, or set CHROMIUM to its path.");
  const site = await listen({ "/": DIST }, wantedPort("0"));
  const browser = await chromium.launch({ executablePath });
  const page = await browser.newPage();
  const restart = () => enter(page, site.url);
  await restart();
  const call = (name, args = {}) =>
    page.evaluate(([tool, given]) => globalThis.corpusClient.call(tool, given), [name, args]);
  const close = async () => {
    await browser.close();
    await site.close();
  };
  return { call, restart, close };
}

async function enter(page, url) {
  await page.goto(`${url}LICENSE.txt`);
  await page.evaluate(async (source) => {
    const connect = new Function(`return ${source}`)();
    const { LispServer } = await import("/jscl-mcp.js");
    const server = await LispServer.start();
    globalThis.corpusClient = connect(server.connect());
  }, connect.toString());
}
