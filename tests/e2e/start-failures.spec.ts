import type { Page, Route } from "@playwright/test";
import type { LispServerOptions, LispServer as Server } from "../../jscl-bridge/index.js";
import { type StallingServer, startStalling } from "./support/stalling.js";
import { expect, test } from "./support/test.js";

test.use({ cold: true });

// A start that fails says in one sentence what was looked for, at which address, what came, and what helps.

type Package = { LispServer: typeof Server };
type Told = { readonly start: string; readonly ready: string; readonly client: string };

/** Opens a page of the site that has these headers. */
async function open(page: Page, headers: Record<string, string> = {}): Promise<void> {
  await page.unroute("**/mine");
  await page.route("**/mine", (route) =>
    route.fulfill({ headers: { "content-type": "text/html", ...headers }, body: "<title>Mine</title>" }),
  );
  await page.goto("/mine");
}

/** Starts a server in the page, and resolves to what each side is told of its failure. */
function start(page: Page, options: LispServerOptions = {}): Promise<Told> {
  return page.evaluate(async (options): Promise<Told> => {
    const { LispServer }: Package = await import(new URL("/jscl-mcp.js", location.href).href);
    const said = (promise: Promise<unknown>) =>
      promise.then(
        () => "it is there",
        (error: Error) => error.message,
      );
    const starting = LispServer.start(options);
    const start = await said(starting);
    if (start !== "it is there") return { start, ready: "", client: "" };
    const server = await starting;
    const port = server.connect();
    const answer = new Promise<string>((resolve) => {
      port.onmessage = ({ data }) => resolve(data.result.content[0].text);
    });
    const params = { name: "evaluate-lisp", arguments: { code: "(* 6 7)" } };
    port.postMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const told = { start: "", ready: await said(server.ready), client: await answer };
    await server.close();
    return told;
  }, options);
}

type Answer = (route: Route) => Promise<void>;

/** Starts a server while a file is answered in that way. */
async function startWith(
  page: Page,
  file: string,
  answer: Answer,
  options?: LispServerOptions,
): Promise<Told> {
  const pattern = `**/${file}`;
  await page.route(pattern, answer);
  const told = await start(page, options);
  await page.unroute(pattern);
  return told;
}

/** The file as it is served, changed. */
const changed =
  (headers: Record<string, string>, without?: string): Answer =>
  async (route) => {
    const { "if-none-match": _, ...asked } = route.request().headers();
    const response = await route.fetch({ headers: asked });
    const kept = Object.entries(response.headers()).filter(([name]) => name !== without);
    await route.fulfill({ response, headers: { ...Object.fromEntries(kept), ...headers } });
  };

const html: Answer = (route) =>
  route.fulfill({ contentType: "text/html", body: "<!doctype html><title>A single page</title>" });
const missing: Answer = (route) => route.fulfill({ status: 404, body: "Not found" });
const unreachable: Answer = (route) => route.abort("connectionrefused");
const truncated: Answer = (route) => route.fulfill({ contentType: "application/wasm", body: "\0asm" });
const plain = changed({ "content-type": "text/plain" });

/** What a client is told ends with the sentence that the page is told. */
function expectBoth({ ready, client }: Told, sentence: RegExp): void {
  expect(ready).toMatch(sentence);
  expect(client).toContain(ready.replace(/\.$/, ""));
}

for (const [way, answer, came] of [
  ["is not there", missing, "the server answered 404 Not Found"],
  ["is answered by a page", html, "an HTML page came"],
  ["cannot be reached", unreachable, "no answer came"],
] as const)
  test(`a file that ${way}`, async ({ page }) => {
    const sentence = (file: string) =>
      new RegExp(
        `^jscl-mcp looked for its file ${file} at http://localhost:\\d+/${file}, but ${came}: serve the files .* there, or set the option "assets" to .*\\.$`,
      );
    await open(page);
    expect((await startWith(page, "jscl_mcp_bg.wasm", answer)).start).toMatch(sentence("jscl_mcp_bg.wasm"));
    for (const file of ["jscl-worker.js", "jscl.js"])
      expectBoth(await startWith(page, file, answer), sentence(file));
    expect((await start(page)).client).toBe("=> 42");
  });

/** Milliseconds of the page's clock that pass at once. */
const STEP_MS = 100;

/** Starts a server while a file is answered like that, and lets 20 seconds pass in the page. */
async function startInSilence(
  page: Page,
  file: string,
  answer: Answer,
  options?: LispServerOptions,
): Promise<Told> {
  const pattern = `**/${file}`;
  await page.route(pattern, answer);
  const isAsked = page.waitForRequest(pattern);
  const told = start(page, options);
  await isAsked;
  // In steps: between them the page hears what its image and the network really said.
  let isOver = false;
  const over = told.finally(() => {
    isOver = true;
  });
  for (let ms = 0; ms < 20_000 && !isOver; ms += STEP_MS) await page.clock.runFor(STEP_MS);
  await page.unroute(pattern);
  return over;
}

const never: Answer = async () => {};

/**
 * Headers and half of the file come. The page has to be the site's own: made up, it may ask no other port.
 */
const halfOf =
  (server: StallingServer): Answer =>
  (route) =>
    route.continue({ url: `${server.url}${new URL(route.request().url()).pathname.slice(1)}` });

for (const mode of ["worker", "page"] as const)
  for (const way of ["is never answered", "stops half-way"] as const)
    test(`a file that ${way} ends the start within 20 seconds, in mode ${mode}`, async ({ page }) => {
      const sentence = (file: string) =>
        new RegExp(
          `^jscl-mcp waits for its file ${file} from http://localhost:\\d+/${file}, but nothing came for 12 seconds: .*\\.$`,
        );
      const server = await startStalling();
      const answer = way === "stops half-way" ? halfOf(server) : never;
      await page.clock.install();
      const files =
        mode === "page" ? ["jscl-worker.js", "jscl.js", "jscl-rare.js"] : ["jscl-worker.js", "jscl.js"];
      for (const file of files) {
        await page.goto("/LICENSE.txt");
        expectBoth(await startInSilence(page, file, answer, { mode }), sentence(file));
      }
      await page.goto("/LICENSE.txt");
      expect((await startInSilence(page, "jscl_mcp_bg.wasm", answer, { mode })).start).toMatch(
        sentence("jscl_mcp_bg.wasm"),
      );
      await server.close();
    });

test("a file that comes with another type, or not whole", async ({ page }) => {
  await open(page);
  const sentence =
    /^http:\/\/localhost:\d+\/jscl(-worker)?\.js came as text\/plain, but browsers load modules as text\/javascript alone: .*\.$/;
  expectBoth(await startWith(page, "jscl-worker.js", plain), sentence);
  expectBoth(await startWith(page, "jscl.js", plain), sentence);
  expectBoth(await startWith(page, "jscl-worker.js", plain, { mode: "page" }), sentence);
  expect((await startWith(page, "jscl_mcp_bg.wasm", truncated)).start).toMatch(
    /^http:\/\/localhost:\d+\/jscl_mcp_bg\.wasm is no WebAssembly, or not all of it came: .*\.$/,
  );
  // The server is taken whatever its type is.
  expect((await startWith(page, "jscl_mcp_bg.wasm", plain)).client).toBe("=> 42");
  expect((await start(page, { assets: "http://" })).start).toBe(
    'The option assets is "http://", which is no address of a folder.',
  );
  await open(page, {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
  });
  expectBoth(
    await startWith(page, "jscl-worker.js", changed({}, "cross-origin-embedder-policy")),
    /jscl-worker\.js came without Cross-Origin-Embedder-Policy, which .*\.$/,
  );
});

test("a page whose policy lacks what is needed", async ({ page, baseURL }) => {
  const policy = (text: string) => open(page, { "content-security-policy": text });
  await policy("script-src 'self'");
  expect((await start(page)).start).toBe(
    "The page's Content-Security-Policy forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src.",
  );
  await policy("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'");
  expect((await start(page)).start).toMatch(
    /^The page's Content-Security-Policy does not let jscl-mcp load http:\/\/localhost:\d+\/jscl_mcp_bg\.wasm: add 'self' to its connect-src\.$/,
  );
  await policy("script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'none'");
  expectBoth(
    await start(page),
    /^The page's Content-Security-Policy does not let jscl-mcp load http:\/\/localhost:\d+\/jscl-worker\.js: add 'self' to its worker-src\.$/,
  );
  await policy("script-src 'self' 'wasm-unsafe-eval'");
  expectBoth(
    await start(page, { mode: "page" }),
    /^The Content-Security-Policy of the page forbids eval, .*: add 'unsafe-eval' to its script-src\.$/,
  );
  const elsewhere = new URL(baseURL ?? "");
  elsewhere.hostname = "127.0.0.1";
  await page.route(`${elsewhere.origin}/**`, changed({ "access-control-allow-origin": "*" }));
  await policy("worker-src 'self'");
  expectBoth(
    await start(page, { assets: elsewhere.href }),
    /needs a script of its own because it is from another origin: add blob: to its worker-src\.$/,
  );
});

test("a Worker whose policy lacks what is needed", async ({ page }) => {
  await open(page);
  const policy = (text: string) => changed({ "content-security-policy": text });
  expectBoth(
    await startWith(page, "jscl-worker.js", policy("default-src 'none'; script-src 'self'")),
    /^The Content-Security-Policy of http:\/\/localhost:\d+\/jscl-worker\.js forbids eval, .*: add 'unsafe-eval' to its script-src\.$/,
  );
  expectBoth(
    await startWith(page, "jscl-worker.js", policy("script-src https://elsewhere.example 'unsafe-eval'")),
    /^The Content-Security-Policy of http:\/\/localhost:\d+\/jscl-worker\.js does not let it import http:\/\/localhost:\d+\/jscl\.js: add that file to its script-src\.$/,
  );
});
