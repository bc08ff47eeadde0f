/**
 * Finds the Chromium that the tests use, or installs the system's packages where that is allowed.
 */
import { existsSync } from "node:fs";
import { at } from "./paths.mjs";
import { Problem } from "./report.mjs";
import { isExecutable, onPath, run } from "./run.mjs";
import { say } from "./step-output.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const ELSEWHERE = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
/** The same engine without windows, which opens a page in half the time. Its Debian package is called so. */
const SHELL = "chromium-headless-shell";
const PACKAGES = ["chromium", SHELL];

/**
 * The browser's path from a variable, the system or Playwright's own downloads, in this order; undefined when
 * there is none.
 */
export async function findChromium() {
  for (const variable of ["CHROMIUM", "CHROME_PATH"]) {
    const file = process.env[variable];
    if (!file) continue;
    if (!isExecutable(file)) throw new Problem(`${variable} is "${file}", which is not a program.`);
    return file;
  }
  const system = NAMES.map(onPath).find(Boolean) ?? ELSEWHERE.find(isExecutable);
  return system ?? (await playwrightsOwn());
}

/**
 * The browser for tests that open many pages and show none: a variable's, the shell, or what else there is;
 * undefined when there is none.
 */
export async function findHeadless() {
  return (isNamed() ? undefined : onPath(SHELL)) ?? (await findChromium());
}

const isNamed = () => Boolean(process.env.CHROMIUM || process.env.CHROME_PATH);

async function playwrightsOwn() {
  if (!existsSync(at("node_modules", "@playwright", "test"))) return undefined;
  const { chromium } = await import("@playwright/test");
  const file = chromium.executablePath();
  return file && isExecutable(file) ? file : undefined;
}

/** What the tests drive, installed if need be: { chromium, headless }. */
export async function requireBrowser() {
  const found = async () => ({
    chromium: await findChromium(),
    headless: await findHeadless(),
  });
  let browser = await found();
  if (!browser.chromium || (!isNamed() && !onPath(SHELL))) {
    await installPackages(PACKAGES);
    browser = await found();
  }
  if (!browser.chromium) {
    throw new Problem(
      "No Chromium was found: install the package `chromium` of your system, or set CHROMIUM to the path of a Chrome or Chromium.",
    );
  }
  return browser;
}

/** Installs Debian's packages. Does nothing where we may not install. */
export async function installPackages(names) {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !onPath("apt-get")) return;
  say(`installing Debian's ${names.join(" and ")} with apt-get`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const patiently = ["-qq", "-o", "Acquire::Retries=3"];
  // Strictly: else lists that could not be fetched are a mere warning, and an old browser comes of it.
  const update = ["update", "-o", "APT::Update::Error-Mode=any", ...patiently];
  for (let tries = 0; tries < 3 && (await run("apt-get", update, { env })).status !== 0; tries++) {
    say("the lists of packages could not be fetched");
  }
  // Nor is that a reason to stop: the lists at hand may do.
  await run("apt-get", ["install", "-y", "--no-install-recommends", ...patiently, ...names], { env });
}
