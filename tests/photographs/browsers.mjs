/**
 * The browsers that photographs are taken with, and how one is used: by what Playwright and Puppeteer share,
 * and webkit.mjs does in the place of a library.
 */
import { chromium } from "@playwright/test";
import puppeteer from "puppeteer-core";
import { findHeadless } from "../../scripts/lib/browser.mjs";
import { findFirefox } from "../../scripts/lib/engines.mjs";
import { openWebKit } from "./webkit.mjs";

/**
 * How a page is looked at. The last two are 1280 pixels at 400 %, and the narrowest window that has to work.
 */
export const LOOKS = [
  { name: "light", scheme: "light", width: 1280, height: 800 },
  { name: "dark", scheme: "dark", width: 1280, height: 800 },
  { name: "forced-colours", scheme: "dark", isForced: true, width: 1280, height: 800 },
  { name: "wide", scheme: "light", width: 2560, height: 1300 },
  { name: "phone", scheme: "light", width: 390, height: 780, scale: 2 },
  { name: "phone-dark", scheme: "dark", width: 390, height: 780, scale: 2 },
  { name: "zoom-400", scheme: "light", width: 320, height: 256, scale: 2 },
  { name: "narrow", scheme: "light", width: 320, height: 640 },
];

/** What differs from one time to the next. */
const STILL = `
  .entry-meta, .message-time, .cm-cursorLayer { visibility: hidden !important; }
  *, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important; }
`;

async function openChromium({ scheme, isForced, width, height, scale = 1 }) {
  const executablePath = await findHeadless();
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: scheme,
    forcedColors: isForced ? "active" : "none",
    serviceWorkers: "block",
  });
  return { browser, page };
}

/** Firefox's settings for what the other browser emulates. */
async function openFirefox({ scheme, isForced, width, height, scale = 1 }) {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: findFirefox(),
    extraPrefsFirefox: {
      "layout.css.prefers-color-scheme.content-override": scheme === "dark" ? 0 : 1,
      "browser.display.document_color_use": isForced ? 2 : 1,
      "dom.serviceWorkers.enabled": false,
    },
  });
  const [page = await browser.newPage()] = await browser.pages();
  await page.setViewport({ width, height, deviceScaleFactor: scale });
  return { browser, page };
}

/**
 * Whether a browser can be looked at so: WebKitGTK has no forced colours, and a window of 447 pixels at
 * least.
 */
export function canLook(browserName, { isForced, width }) {
  return browserName !== "webkit" || (!isForced && width >= 390);
}

export const BROWSERS = { chromium: openChromium, firefox: openFirefox, webkit: openWebKit };

/** The playground in a browser, and what one does there. */
export class Desk {
  #page;

  constructor(page) {
    this.#page = page;
  }

  async open(url) {
    await this.#page.goto(url);
    await this.wait('html[data-lisp="ready"]');
    await this.#page.addStyleTag({ content: STILL });
  }

  wait(selector) {
    return this.#page.waitForSelector(selector, { state: "attached", timeout: 60_000 });
  }

  /** Clicks by script: in a small window something may lie over what a mouse would click. */
  click(selector) {
    return this.#page.evaluate((at) => {
      const node = document.querySelector(at);
      node.focus();
      node.click();
    }, selector);
  }

  /** Chooses an entry of the open menu, by its title. */
  async choose(title) {
    await this.#page.evaluate((wanted) => {
      const entries = [...document.querySelectorAll('[role="menu"]:not([hidden]) .menu-item')];
      const entry = entries.find((each) => each.querySelector(".menu-title")?.textContent.startsWith(wanted));
      if (!entry) throw new Error(`The menu has no entry "${wanted}".`);
      entry.click();
    }, title);
    await this.settle();
  }

  async press(...keys) {
    for (const key of keys) await this.#page.keyboard.down(key);
    for (const key of keys.reverse()) await this.#page.keyboard.up(key);
  }

  type(text) {
    return this.#page.keyboard.type(text);
  }

  async paste(selector, text) {
    await this.click(selector);
    await this.press("Control", "a");
    await this.#page.evaluate(
      ([at, pasted]) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", pasted);
        const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        // Firefox gives an event that a script has made no text.
        if (event.clipboardData?.getData("text/plain") === pasted)
          document.querySelector(at).dispatchEvent(event);
        else document.execCommand("insertText", false, pasted);
      },
      [selector, text],
    );
  }

  /** Has another window's client evaluate a text: here of this very window. */
  evaluateAsAgent(code) {
    return this.#page.evaluate((text) => {
      const { port1, port2 } = new MessageChannel();
      window.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, location.origin, [port2]);
      const ask = (id, method, params) => port1.postMessage({ jsonrpc: "2.0", id, method, params });
      const clientInfo = { name: "An agent", version: "1" };
      ask(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
      ask(2, "tools/call", { name: "evaluate-lisp", arguments: { code: text } });
      // What nobody refers to is collected, and its client with it.
      globalThis.agents = [...(globalThis.agents ?? []), port1];
    }, code);
  }

  /** Waits until what was asked of the Lisp in passing has come. */
  settle() {
    return new Promise((resolve) => setTimeout(resolve, 500));
  }

  photograph(path) {
    return this.#page.screenshot({ path });
  }
}
