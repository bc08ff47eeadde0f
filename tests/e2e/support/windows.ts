// Pages of the tests' own, beside the site: empty ones with the page-side clients in them, which the tests
// then fill.
import type { BrowserContext, Frame, Page } from "@playwright/test";
import type { LispServerOptions } from "jscl-mcp";
import { pageClientsScript } from "./bundle.js";
import { made, makePage } from "./made-pages.js";

/** The site under its other name, which is another origin. */
export function foreign(origin: string): string {
  return origin.replace("//localhost", "//127.0.0.1");
}

/** A frame around a page of the tests'. */
export function frameOf(address: string, attributes = ""): string {
  return `<iframe src="${address}" ${attributes}></iframe>`;
}

/**
 * Makes pages with these bodies, which are there under both of the site's names. They have no headers of
 * isolation and no policy, as most pages have none.
 */
export async function makePages(bodies: Readonly<Record<string, string>>): Promise<void> {
  const headers = { "content-type": "text/javascript", "access-control-allow-origin": "*" };
  const script = await makePage("clients.js", await pageClientsScript(), headers);
  for (const [name, body] of Object.entries(bodies))
    await makePage(
      name,
      `<!doctype html><meta charset="utf-8"><script src="${script}"></script><body>${body}`,
    );
}

/** Has the site give its files to pages of every origin, as a host of a package does. */
export async function shareFiles(context: BrowserContext): Promise<void> {
  await context.route(/\.(js|wasm)$/, async (route) => {
    if (route.request().url().endsWith(made("clients.js"))) return route.fallback();
    const response = await route.fetch();
    const headers = {
      ...response.headers(),
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    };
    return route.fulfill({ response, headers });
  });
}

/** The body of a page that starts a server with these options as soon as it is loaded. */
export function serving(options: LispServerOptions, afterMs = 0): string {
  return `<script>
    globalThis.served = new Promise((resolve) => setTimeout(resolve, ${afterMs}))
      .then(() => mcp.serve(${JSON.stringify(options)}));
  </script>`;
}

/** Loads a frame anew; resolves when the clients are in it again. */
export async function reload(frame: Frame): Promise<void> {
  const navigated = frame.page().waitForEvent("framenavigated", (it) => it === frame);
  await frame.evaluate(() => location.reload());
  await navigated;
  await frame.waitForFunction(() => globalThis.mcp);
}

/** Starts a server in a page or frame; what is returned stops it. */
export async function serve(page: Page | Frame, options: LispServerOptions): Promise<() => Promise<void>> {
  const handle = await page.evaluate((given) => globalThis.mcp.serve(given), options);
  return () => page.evaluate((which) => globalThis.mcp.stopServing(which), handle);
}

/** Registers the tools of the server that the page has started last; what is returned takes them back. */
export async function registerTools(
  page: Page,
  options: { polyfill?: boolean } = {},
  isAborted = false,
): Promise<() => Promise<void>> {
  const register = ([given, aborted]: readonly [{ polyfill?: boolean }, boolean]) =>
    globalThis.mcp.registerTools(given, aborted);
  const handle = await page.evaluate(register, [options, isAborted] as const);
  return () => page.evaluate((which) => globalThis.mcp.takeToolsBack(which), handle);
}

/** The kinds of problems that the servers of a page have reported. */
export async function problems(page: Page | Frame): Promise<unknown[]> {
  const reported = await page.evaluate(() => globalThis.mcp.problems());
  return reported.map((problem) => problem["kind"]);
}
