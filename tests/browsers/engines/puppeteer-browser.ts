/** A browser that Puppeteer drives: Chromium by its own protocol, Firefox by WebDriver BiDi. */
import puppeteer, { type KeyInput, type LaunchOptions } from "puppeteer-core";
import type { Browser } from "./engine.js";

export async function openByPuppeteer(options: LaunchOptions): Promise<Browser> {
  const browser = await puppeteer.launch(options);
  const [page = await browser.newPage()] = await browser.pages();
  return {
    async open(url) {
      await page.goto(url, { waitUntil: "load" });
    },
    run: (run, ...args) => page.evaluate(run as (...args: unknown[]) => never, ...args),
    click: (selector) => page.click(selector),
    type: (text) => page.keyboard.type(text),
    async press(...keys) {
      const named = keys as KeyInput[];
      for (const key of named) await page.keyboard.down(key);
      for (const key of named.reverse()) await page.keyboard.up(key);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}
