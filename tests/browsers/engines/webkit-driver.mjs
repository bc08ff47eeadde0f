/** Starts WebKitGTK's browser on an X server without a screen, driven by its own WebDriver. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Builder, Capabilities } from "selenium-webdriver";
import { freePort } from "../../../scripts/lib/ports.mjs";

/**
 * Opens the browser; `env` is added to its environment.
 *
 * @param {{ readonly driver: string, readonly xServer: string }} programs as `findWebKit` finds them
 * @param {Readonly<Record<string, string>>} env
 * @param {{ readonly width: number, readonly height: number }} screen
 * @returns {Promise<{ driver: import("selenium-webdriver").WebDriver, end: () => void }>} `end` ends the
 *   programs, after the driver has quit
 */
export async function openWebKitDriver(programs, env, { width, height }) {
  /** @type {import("node:child_process").ChildProcess[]} */
  const children = [];
  const end = () => {
    for (const child of children.reverse()) child.kill();
  };
  try {
    const screen = ["-screen", "0", `${width}x${height}x24`, "-nolisten", "tcp", "-displayfd", "1"];
    const xServer = spawn(programs.xServer, screen, { stdio: ["ignore", "pipe", "ignore"] });
    children.push(xServer);
    // It writes the number of its display when it is ready.
    const [display] = await once(xServer.stdout, "data");
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
    return { driver, end };
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * Resolves when somebody answers there.
 *
 * @param {string} url
 */
async function isListening(url) {
  for (;;) {
    const answer = await fetch(`${url}/status`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
