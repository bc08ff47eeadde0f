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
