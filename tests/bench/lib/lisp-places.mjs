/** Where `npm run bench:lisp` runs ours, stock JSCL and JavaScript: in Node, and in Chromium. */
import { chromium } from "@playwright/test";
import { findChromium } from "../../../scripts/lib/browser.mjs";
import { at, DIST } from "../../../scripts/lib/paths.mjs";
import { Problem } from "../../../scripts/lib/report.mjs";
import { listen, wantedPort } from "../../../scripts/lib/site.mjs";
import {
  startByHandInNode,
  startByHandInPage,
  startInNode,
  startInPage,
  startStockInNode,
  startStockInPage,
} from "./lisps.mjs";

/**
 * Both as `{ title, ours(folder), stock(), byHand(), close() }`, of which `ours` starts the Lisp of a build,
 * by its dist/.
 */
export const places = {
  node: async () => ({
    title: "Node",
    ours: startInNode,
    stock: startStockInNode,
    byHand: startByHandInNode,
    close: () => {},
  }),
  chromium: async () => {
    const executablePath = await findChromium();
    if (!executablePath)
      throw new Problem("No Chromium was found: install one, or set CHROMIUM to the path of one.");
    const browser = await chromium.launch({ executablePath });
    const servers = [];
    const pageOf = async (mounts) => {
      const server = await listen(mounts, wantedPort("0"));
      servers.push(server);
      const page = await browser.newPage();
      await page.goto(server.url);
      return page;
    };
    const benchPage = () =>
      pageOf({
        "/": DIST,
        "/bench/": at("tests", "bench", "pages"),
        "/lisp/": at("tests", "bench", "lisp"),
        "/stock/": at("node_modules", "jscl", "dist"),
      });
    return {
      title: "Chromium",
      ours: async (folder) => startInPage(await pageOf({ "/": folder })),
      stock: async () => startStockInPage(await benchPage()),
      byHand: async () => startByHandInPage(await benchPage()),
      async close() {
        await browser.close();
        for (const server of servers) await server.close();
      },
    };
  },
};
