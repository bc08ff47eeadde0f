/** WebKitGTK for photographs: what the other browsers' libraries do, by its WebDriver. */
import { writeFileSync } from "node:fs";
import { Key } from "selenium-webdriver";
import { findWebKit } from "../../scripts/lib/engines.mjs";
import { Problem } from "../../scripts/lib/report.mjs";
import { openWebKitDriver } from "../browsers/engines/webkit-driver.mjs";

const KEYS = { Control: Key.CONTROL, Enter: Key.ENTER, Escape: Key.ESCAPE, F1: Key.F1 };

/** Pixels of the window around the page, beyond which nobody's toolbar goes. */
const AROUND = 300;

/** Its pages have the size of the look where its window can be so small. It has no forced colours. */
export async function openWebKit({ scheme, width, height }) {
  const programs = findWebKit();
  if (!programs) throw new Problem("Install the packages `webkit2gtk-driver` and `xvfb` first.");
  const env = {
    GTK_THEME: scheme === "dark" ? "Adwaita:dark" : "Adwaita",
    // A program waits only where memory is shared.
    JSC_useSharedArrayBuffer: "1",
  };
  const screen = { width: width + AROUND, height: height + AROUND };
  const { driver, end } = await openWebKitDriver(programs, env, screen);
  const page = new DrivenPage(driver);
  try {
    await page.resize(width, height);
  } catch (error) {
    await driver.quit().finally(end);
    throw error;
  }
  return { browser: { close: () => driver.quit().finally(end) }, page };
}

/** A page with the methods that the libraries of the other browsers give theirs. */
class DrivenPage {
  #driver;
  keyboard;

  constructor(driver) {
    this.#driver = driver;
    const perform = (act) => act(driver.actions()).perform();
    this.keyboard = {
      down: (key) => perform((actions) => actions.keyDown(KEYS[key] ?? key)),
      up: (key) => perform((actions) => actions.keyUp(KEYS[key] ?? key)),
      type: (text) => perform((actions) => actions.sendKeys(text)),
    };
  }

  /** Makes the page so large, not the window. */
  async resize(width, height) {
    const inner = () => this.evaluate(() => [innerWidth, innerHeight]);
    const window = this.#driver.manage().window();
    await window.setRect({ x: 0, y: 0, width, height });
    const [innerWide, innerHigh] = await inner();
    const wanted = { x: 0, y: 0, width: 2 * width - innerWide, height: 2 * height - innerHigh };
    await window.setRect(wanted);
  }

  goto(url) {
    return this.#driver.get(url);
  }

  async evaluate(run, argument) {
    const script = `const [argument, done] = arguments;
      (async () => (${run})(argument))().then(
        (value) => done({ value }),
        (error) => done({ problem: String(error) }));`;
    const { value, problem } = await this.#driver.executeAsyncScript(script, argument ?? null);
    if (problem) throw new Error(problem);
    return value;
  }

  async waitForSelector(selector, { timeout }) {
    const isThere = () => this.evaluate((wanted) => document.querySelector(wanted) !== null, selector);
    await this.#driver.wait(isThere, timeout, `There is no ${selector}.`);
  }

  addStyleTag({ content }) {
    return this.evaluate((css) => {
      document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
    }, content);
  }

  async screenshot({ path }) {
    writeFileSync(path, Buffer.from(await this.#driver.takeScreenshot(), "base64"));
  }
}
