import { findFirefox } from "../../../scripts/lib/engines.mjs";
import type { Engine } from "./engine.js";
import { openByPuppeteer } from "./puppeteer-browser.js";

const executablePath = findFirefox();

export const firefox: Engine = {
  name: "Firefox",
  sharesMemory: true,
  tellsColumns: true,
  open: executablePath ? () => openByPuppeteer({ browser: "firefox", executablePath }) : null,
};
