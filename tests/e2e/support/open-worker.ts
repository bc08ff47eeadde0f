import type { BrowserContext } from "@playwright/test";

/**
 * Has the pages of a context load the image's file whose realm is open to programs, with the headers of the
 * one that is shipped but for those that `without` names.
 */
export async function openWorkers(context: BrowserContext, without: readonly string[] = []): Promise<void> {
  await context.route("**/jscl-worker.js", async (route) => {
    const shipped = await route.fetch({ maxRetries: 3 });
    const open = await route.fetch({
      url: new URL("/open-worker.js", route.request().url()).href,
      maxRetries: 3,
    });
    const headers = Object.entries(shipped.headers()).filter(
      ([name]) => !["content-length", "content-encoding", "etag", ...without].includes(name),
    );
    await route.fulfill({ status: 200, headers: Object.fromEntries(headers), body: await open.body() });
  });
}
