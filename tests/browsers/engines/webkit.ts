/** WebKitGTK, driven by its own WebDriver on an X server without a screen. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Builder, By, Capabilities, Key, type WebDriver } from "selenium-webdriver";
import { findWebKit } from "../../../scripts/lib/engines.mjs";
import { freePort } from "../../../scripts/lib/ports.mjs";
import type { Browser, Engine } from "./engine.js";

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

async function openWebKit(programs: Programs, env: Record<string, string>): Promise<Browser> {
  const children: ChildProcess[] = [];
  const end = () => {
    for (const child of children.reverse()) child.kill();
  };
  try {
    const screen = ["-screen", "0", "1400x1100x24", "-nolisten", "tcp", "-displayfd", "1"];
    const xServer = spawn(programs.xServer, screen, { stdio: ["ignore", "pipe", "ignore"] });
    children.push(xServer);
    // It writes the number of its display when it is ready.
    const [display] = (await once(xServer.stdout, "data")) as [Buffer];
    const port = await freePort();
    const settings = { ...process.env, ...env, DISPLAY: `:${display.toString().trim()}` };
    children.push(spawn(programs.driver, [`--port=${port}`], { env: settings, stdio: "ignore" }));
    const url = `http://127.0.0.1:${port}`;
    await isListening(url);
    const driver = await new Builder()
      .usingServer(url)
      .withCapabilities(new Capabilities({ browserName: "MiniBrowser" }))
      .build();
    await driver.manage().setTimeouts({ script: 60_000 });
    return browserOf(driver, end);
  } catch (error) {
    end();
    throw error;
  }
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

/** Resolves when somebody answers there. */
async function isListening(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/status`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
