import { findChromium } from "../../../scripts/lib/browser.mjs";
import type { Engine } from "./engine.js";
import { openByPuppeteer } from "./puppeteer-browser.js";

const executablePath = await findChromium();

export const chromium: Engine = {
  name: "Chromium",
  sharesMemory: true,
  tellsColumns: true,
  open: executablePath ? () => openByPuppeteer({ executablePath, args: ["--no-sandbox"] }) : null,
};
