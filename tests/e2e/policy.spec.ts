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
    /^default-src 'none'; script-src localhost:\d+\/jscl\.js 'unsafe-eval'; connect-src localhost:\d+\/jscl-rare\.js localhost:\d+\/jscl-twins\.js localhost:\d+\/jscl-asdf\.json localhost:\d+\/jscl-names\.json; base-uri 'none'$/,
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
