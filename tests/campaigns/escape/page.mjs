/** Attempts in a page: in its Worker, or on its own thread. */
import { programAt } from "./attempts.mjs";
import { betrays, watch } from "./canary.mjs";

/** Resolves to the escapes, each an attempt and what it did. `policy` says whether the Worker has its own. */
export async function tryInPage(attempts, { browser, site, mode, grants, policy, reset }) {
  const canary = await watch();
  const context = await browser.newContext();
  const page = await context.newPage();
  const escapes = [];
  const isGranted = Object.keys(grants(site.url)).length > 0;
  let navigations = 0;
  try {
    // A browser may refuse by itself what goes from one local server to another, which is nothing to rely on.
    await context.route(`${canary.url}/**`, (route) => {
      canary.note(route.request().url().slice(canary.url.length));
      return route.fulfill({ headers: canary.headers, body: canary.script });
    });
    // A page without a policy of its own: it holds nothing back.
    await page.route("**/blank", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>blank</title>" }),
    );
    if (!policy)
      await page.route("**/jscl-worker.js", async (route) => {
        const response = await route.fetch();
        const { "content-security-policy": _, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      });
    await page.goto(`${site.url}blank`);
    page.on("framenavigated", () => navigations++);
    await page.evaluate(prepare, { mode, grants: grants(site.url) });
    const programs = attempts.map((attempt, number) => programAt(attempt, number, canary));
    for (let from = 0; from < programs.length; from += reset) {
      const texts = await page.evaluate(
        (part) => globalThis.attempt(part),
        programs.slice(from, from + reset),
      );
      for (const [i, text] of texts.entries())
        if (betrays(text, isGranted)) escapes.push([from + i, `answered ${text}`]);
      const mark = await page.evaluate(() => globalThis.markNow());
      if (mark !== undefined) escapes.push([mark, "reached the page's window"]);
    }
    await page.waitForTimeout(500);
    escapes.push(...(await page.evaluate(() => globalThis.traces())), ...canary.marks());
  } catch (error) {
    escapes.push([-1, `broke the page: ${String(error).slice(0, 200)}`]);
  } finally {
    if (navigations > 0) escapes.push([-1, "left the page"]);
    await context.close();
    await canary.close();
  }
  return escapes;
}

/** Runs in the page: a server, and what watches it. */
async function prepare({ mode, grants }) {
  const { LispServer } = await import(new URL("/jscl-mcp.js", location.href).href);
  const told = [];
  addEventListener("message", ({ data }) => {
    if (typeof data === "string" && data.startsWith("escaped")) told.push(data);
  });
  new BroadcastChannel("escaped").onmessage = ({ data }) => told.push(String(data));
  const port = (await LispServer.start({ mode, grants })).connect();
  const waiting = new Map();
  let last = 0;
  const forged = [];
  port.onmessage = ({ data }) => {
    const resolve = waiting.get(data.id);
    waiting.delete(data.id);
    if (resolve !== undefined) resolve(data.result?.content?.[0]?.text?.slice(0, 300) ?? "");
    else if (data.id !== undefined) forged.push(JSON.stringify(data).slice(0, 100));
  };
  const call = (name, args) =>
    new Promise((resolve) => {
      waiting.set(++last, resolve);
      port.postMessage({ jsonrpc: "2.0", id: last, method: "tools/call", params: { name, arguments: args } });
    });
  await call("configure-limits", { timeout: 2 });
  globalThis.attempt = async (codes) => {
    const texts = [];
    for (const code of codes) texts.push(await call("evaluate-lisp", { code, package: "COMMON-LISP-USER" }));
    await call("reset-session", {});
    await call("configure-limits", { timeout: 2 });
    return texts;
  };
  globalThis.markNow = () => {
    const mark = globalThis.escaped;
    delete globalThis.escaped;
    delete Object.prototype.escaped;
    return mark === undefined ? undefined : Number(mark);
  };
  globalThis.traces = async () => {
    const number = (text) => Number(/\d+/.exec(text)?.[0] ?? -1);
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const kept = [...Object.keys(localStorage), ...databases, ...(await caches.keys()), document.title];
    return [
      ...kept
        .filter((name) => name.startsWith("escaped"))
        .map((name) => [number(name), `left ${name} behind`]),
      ...told.map((text) => [number(text), `posted ${text}`]),
      ...forged.map((text) => [number(text), `forged ${text}`]),
    ];
  };
}
