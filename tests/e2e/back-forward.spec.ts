import { chromium } from "@playwright/test";
import { createLab } from "../../faults/lab.mjs";
import { findChromium } from "../../scripts/lib/browser.mjs";
import { expect, test } from "./support/test.js";

/** What of faults/lab.mjs is used here. */
type Lab = {
  start(): Promise<number>;
  connect(): number;
  say(client: number, code: string): Promise<string>;
  evaluate(client: number, code: string): number;
  settle(ms: number): Promise<number>;
};

// Browsers keep a page that is left, with its Workers, to show it again; automated ones only where they are let.
test("a page that is left and come back to goes on, with what it had asked for", async ({ baseURL }) => {
  const executablePath = await findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${baseURL}LICENSE.txt`);
    await page.evaluate((source) => {
      Object.assign(globalThis, { lab: new Function(`return ${source}`)()() });
    }, createLab.toString());
    const before = await page.evaluate(async () => {
      const { lab } = globalThis as unknown as { lab: Lab };
      await lab.start();
      const client = lab.connect();
      return lab.say(client, "(defvar *kept* 42)");
    });
    expect(before).toContain("*KEPT*");
    await page.evaluate(() => {
      const { lab } = globalThis as unknown as { lab: Lab };
      lab.evaluate(0, "(progn (sleep 1) (incf *kept*))");
    });
    await page.goto(`${baseURL}THIRD-PARTY.txt`);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    // Such a page is not loaded, so nothing tells that it was.
    await page.goBack({ waitUntil: "commit" });
    const after = () =>
      page.evaluate(async () => {
        const { lab } = globalThis as unknown as { lab: Lab };
        const open = await lab.settle(20_000);
        return { open, text: await lab.say(0, "*kept*") };
      });
    await expect(after()).resolves.toEqual({ open: 0, text: "=> 43" });
  } finally {
    await browser.close();
  }
});

test("the playground that is come back to evaluates", async ({ baseURL }) => {
  const executablePath = await findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  try {
    const page = await browser.newPage();
    await page.goto(baseURL ?? "");
    const evaluate = async (code: string, answer: string) => {
      await page.locator(".cm-content").fill(code);
      await page.keyboard.press("ControlOrMeta+Enter");
      await expect(page.locator(".entry").last()).toContainText(answer);
    };
    await evaluate("(+ 40 2)", "42");
    await page.goto(`${baseURL}LICENSE.txt`);
    await page.goBack({ waitUntil: "commit" });
    await evaluate("(+ 40 3)", "43");
  } finally {
    await browser.close();
  }
});
