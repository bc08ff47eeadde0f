import { type Browser, chromium } from "@playwright/test";
import { afterAll, beforeAll } from "vitest";
import { findChromium } from "../../../scripts/lib/browser.mjs";

/** What the application of `app/` says of its Lisp, or what it was told instead. */
type Seen = { readonly result: unknown; readonly problems: readonly string[] };

let browser: Browser;
beforeAll(async () => {
  const executablePath = await findChromium();
  browser = await chromium.launch(executablePath ? { executablePath } : {});
});
afterAll(() => browser.close());

/** Opens a page that runs the application, and waits for its result. */
export async function open(url: string): Promise<Seen> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  try {
    await page.goto(url);
    const handle = await page.waitForFunction(
      () => (globalThis as { lispResult?: unknown }).lispResult,
      null,
      {
        timeout: 120_000,
      },
    );
    return { result: await handle.jsonValue(), problems };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${problems.join("\n")}`);
  } finally {
    await page.close();
  }
}
