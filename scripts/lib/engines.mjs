/** Finds the browsers of the other engines that the tests drive, or installs Debian's packages of them. */
import { installPackages } from "./browser.mjs";
import { Problem } from "./report.mjs";
import { isExecutable, onPath } from "./run.mjs";

const FIREFOXES = ["firefox-esr", "firefox"];
const FIREFOX_ELSEWHERE = "/Applications/Firefox.app/Contents/MacOS/firefox";

/** Firefox's path, from FIREFOX or the system; undefined when there is none. */
export function findFirefox() {
  const file = process.env.FIREFOX;
  if (file && !isExecutable(file)) throw new Problem(`FIREFOX is "${file}", which is not a program.`);
  return (
    file || FIREFOXES.map(onPath).find(Boolean) || [FIREFOX_ELSEWHERE].find((each) => isExecutable(each))
  );
}

/**
 * The driver of WebKitGTK, which knows its browser, and the X server that both need; undefined unless both
 * are there.
 */
export function findWebKit() {
  const driver = onPath("WebKitWebDriver");
  const xServer = onPath("Xvfb");
  return driver && xServer ? { driver, xServer } : undefined;
}

/** Installs what is missing where that is allowed. What stays missing is skipped by the tests. */
export async function installEngines() {
  const missing = [
    ...(findFirefox() ? [] : ["firefox-esr"]),
    ...(findWebKit() ? [] : ["webkit2gtk-driver", "xvfb"]),
  ];
  if (missing.length > 0) await installPackages(missing);
  if (!findFirefox()) console.log("      no Firefox: install the package `firefox-esr`, or set FIREFOX");
  if (!findWebKit()) console.log("      no WebKitGTK: install the packages `webkit2gtk-driver` and `xvfb`");
}
