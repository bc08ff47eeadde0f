import type { Page } from "@playwright/test";
import { type Fate, tryAttacks } from "./support/attacks.js";
import { openWorkers } from "./support/open-worker.js";
import { expect, test } from "./support/test.js";

test.use({ cold: true });

test("the playground keeps to its content security policy", async ({ page }) => {
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
      violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  const messages: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) messages.push(message.text());
  });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("(/ 1 0)");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("DIVISION-BY-ZERO").first()).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations)).toEqual(
    [],
  );
  expect(messages).toEqual([]);
});

test("the policy comes with the page and with the headers, and the Worker has one of its own", async ({
  request,
}) => {
  const html = await request.get("/");
  const policy = html.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval';");
  expect(await html.text()).toContain(`<meta http-equiv="Content-Security-Policy" content="${policy}">`);
  const worker = (await request.get("/jscl-worker.js")).headers()["content-security-policy"] ?? "";
  expect(worker).toMatch(
    /^default-src 'none'; script-src localhost:\d+\/jscl\.js 'unsafe-eval'; connect-src localhost:\d+\/jscl-rare\.js localhost:\d+\/jscl-wait\/ localhost:\d+\/jscl-asdf\.json localhost:\d+\/jscl-names\.json; base-uri 'none'$/,
  );
  expect(await (await request.get("/_headers")).text()).toContain(policy);
});

test("a Worker without its lock still reaches nothing by its policy", async ({ page }) => {
  // A script of the test in place of the Lisp's, with the headers of the Lisp's script.
  const answers = await page.goto("/").then(() =>
    page.evaluate(async () => {
      const { headers } = await fetch("/jscl-worker.js");
      return headers.get("content-security-policy");
    }),
  );
  await page.route("**/probe.js", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      headers: { "content-security-policy": answers ?? "", "cross-origin-embedder-policy": "require-corp" },
      body: `const fails = async (f) => { try { await f(); return false; } catch { return true; } };
        postMessage(await Promise.all([
          fails(() => fetch("/index.html")),
          fails(() => fetch("http://127.0.0.1:9/")),
          fails(() => import("/jscl-mcp.js")),
          fails(() => import("data:text/javascript,1")),
          fails(() => import(URL.createObjectURL(new Blob(["1"], { type: "text/javascript" })))),
          fails(() => new Promise((resolve, reject) => { const s = new EventSource("/x"); s.onopen = resolve; s.onerror = reject; })),
          fails(() => new Promise((resolve, reject) => { const s = new WebSocket("ws://" + location.host); s.onopen = resolve; s.onerror = reject; })),
          fails(async () => { const w = new Worker("/jscl-mcp.js"); await new Promise((resolve, reject) => { w.onerror = reject; setTimeout(resolve, 1000); }); }),
        ]));`,
    }),
  );
  const failed = await page.evaluate(
    () =>
      new Promise<boolean[]>((resolve) => {
        const worker = new Worker("/probe.js", { type: "module" });
        worker.onmessage = ({ data }) => resolve(data);
      }),
  );
  expect(failed).toEqual(failed.map(() => true));
});

test("where a host sends no policy for the Worker, JavaScript in it still loads no module", async ({
  page,
}) => {
  await openWorkers(page.context(), ["content-security-policy"]);
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto("/LICENSE.txt");
  const texts = await page.evaluate(async () => {
    const { LispServer } = await import("/jscl-mcp.js" as string);
    const server = await LispServer.start();
    const port: MessagePort = server.connect();
    await server.ready;
    const answer = (id: number, code: string) =>
      new Promise<string>((resolve) => {
        port.onmessage = ({ data }) => resolve(data.result.content[0].text);
        const params = { name: "evaluate-lisp", arguments: { code } };
        port.postMessage({ jsonrpc: "2.0", id, method: "tools/call", params });
      });
    return [
      await answer(1, `(#j:eval "import('/stolen.js')")`),
      await answer(2, `(#j:eval "eval('im' + 'port(\\"/stolen.js\\")')")`),
      await answer(3, `(#j:eval "(async () => {}).constructor('await im' + 'port(\\"/stolen.js\\")')()")`),
      await answer(4, `(#j:eval "1 + 1")`),
    ];
  });
  for (const text of texts.slice(0, 3)) expect(text).toContain("no module can be loaded");
  expect(texts[3]).toBe("=> 2");
  expect(loaded).not.toContain("/stolen.js");
});

/** What becomes of the attacks in a page that is nothing but a server: none of them gets anywhere. */
const FATES: Record<string, Fate> = {
  "an inline script": "script-src-elem",
  "an event handler in markup": "script-src-attr",
  "a javascript: address": "script-src-elem",
  eval: "script-src",
  Function: "script-src",
  "a timer with a text": "script-src",
  "a script of another origin": "script-src-elem",
  "a script of data": "script-src-elem",
  "a script of a blob": "script-src-elem",
  "a module of another origin": "script-src-elem",
  "a module of data": "script-src-elem",
  "a Worker of a blob": "worker-src",
  "a Worker of data": "worker-src",
  "a Worker of its own origin": "nothing",
  "a request to its own origin": "nothing",
  "a request to another origin": "connect-src",
  "a beacon": "connect-src",
  "a socket": "connect-src",
  "a stream of events": "connect-src",
  "a style element": "style-src-elem",
  "a style in markup": "style-src-attr",
  "styles of another origin": "style-src-elem",
  "a picture of another origin": "img-src",
  "a picture of data": "img-src",
  "a font of another origin": "font-src",
  "a sound": "media-src",
  "a plugin": "object-src",
  "a frame of another origin": "frame-src",
  "a frame of its own origin": "frame-src",
  "another base for addresses": "base-uri",
  "a form": "form-action",
};

const WITH_CELLS = { ...FATES, "a picture of data": "nothing" };

/** What is allowed more than that, for each page. */
const PAGES: Record<string, Record<string, Fate>> = {
  "/frame.html": FATES,
  "/embed.html": WITH_CELLS,
  "/guide/": WITH_CELLS,
  "/": {
    ...WITH_CELLS,
    eval: "nothing",
    Function: "nothing",
    "a timer with a text": "nothing",
    "a style element": "nothing",
    "a style in markup": "nothing",
  },
};

const META = /<meta http-equiv="Content-Security-Policy"[^>]*>/;

/** Opens a page without its scripts, with its policy in one form alone. */
async function openBare(page: Page, path: string, form: "header" | "meta"): Promise<void> {
  await page.route("**/*", async (route) => {
    const request = route.request();
    if (request.url().endsWith("/framed.html"))
      return route.fulfill({
        contentType: "text/html",
        body: "<script>parent.postMessage('nothing', '*')</script>",
      });
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame())
      return request.resourceType() === "script" && request.url().includes("localhost")
        ? route.fulfill({ contentType: "text/javascript", body: "" })
        : route.fallback();
    const response = await route.fetch();
    const { "content-security-policy": policy = "", ...headers } = response.headers();
    const html = await response.text();
    expect([META.test(html), policy.length > 0]).toEqual([true, true]);
    return form === "header"
      ? route.fulfill({ response, body: html.replace(META, "") })
      : route.fulfill({ response, headers, body: html });
  });
  await page.goto(path);
}

for (const [path, fates] of Object.entries(PAGES))
  for (const form of ["header", "meta"] as const)
    test(`attacks in ${path} are refused by the directives that are for them, with the policy as ${form}`, async ({
      page,
      baseURL,
    }) => {
      await openBare(page, path, form);
      const foreign = new URL(baseURL ?? "").origin.replace("localhost", "127.0.0.1");
      expect(await page.evaluate(tryAttacks, foreign)).toEqual(fates);
    });
