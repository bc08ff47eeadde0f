/** WebKitGTK, driven by its own WebDriver on an X server without a screen. */
import { By, Key, type WebDriver } from "selenium-webdriver";
import { findWebKit } from "../../../scripts/lib/engines.mjs";
import type { Browser, Engine } from "./engine.js";
import { openWebKitDriver } from "./webkit-driver.mjs";

type Programs = NonNullable<ReturnType<typeof findWebKit>>;

const programs = findWebKit();

/** As Debian builds it: an isolated page has no SharedArrayBuffer. */
export const webkit: Engine = {
  name: "WebKitGTK",
  sharesMemory: false,
  tellsColumns: false,
  open: programs ? () => openWebKit(programs, {}) : null,
};

/** With the option of JavaScriptCore that Apple's ports turn on in isolated pages. */
export const webkitWithSharedMemory: Engine = {
  name: "WebKitGTK with shared memory",
  sharesMemory: true,
  tellsColumns: false,
  open: programs ? () => openWebKit(programs, { JSC_useSharedArrayBuffer: "1" }) : null,
};

const KEYS: Record<string, string> = {
  Control: Key.CONTROL,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Meta: Key.META,
  Shift: Key.SHIFT,
  Tab: Key.TAB,
};

/** As large as the scenarios need it. */
const SCREEN = { width: 1400, height: 1100 };

/** Layers would be put together by a GPU that is emulated, in a third of the processors' time. */
const DRAWING = { WEBKIT_DISABLE_COMPOSITING_MODE: "1" };

async function openWebKit(programs: Programs, env: Record<string, string>): Promise<Browser> {
  const { driver, end } = await openWebKitDriver(programs, { ...DRAWING, ...env }, SCREEN);
  return browserOf(driver, end);
}

function browserOf(driver: WebDriver, end: () => void): Browser {
  return {
    open: (url) => driver.get(url),
    async run<A extends unknown[], T>(run: (...args: A) => T, ...args: A): Promise<Awaited<T>> {
      const script = `const args = [...arguments], done = args.pop();
        (async () => (${run})(...args))().then(
          (value) => done({ value }),
          (error) => done({ problem: String(error) }));`;
      const { value, problem } = await driver.executeAsyncScript<{ value: Awaited<T>; problem?: string }>(
        script,
        ...args,
      );
      if (problem) throw new Error(problem);
      return value;
    },
    click: (selector) => driver.findElement(By.css(selector)).click(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    async press(...keys) {
      const actions = driver.actions();
      const named = keys.map((key) => KEYS[key] ?? key);
      for (const key of named) actions.keyDown(key);
      for (const key of named.reverse()) actions.keyUp(key);
      await actions.perform();
    },
    async resize(width, height) {
      await driver.manage().window().setRect({ width, height, x: 0, y: 0 });
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), "base64"),
    async close() {
      await driver.quit().finally(end);
    },
  };
}
