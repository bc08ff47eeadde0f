import type { Page } from "@playwright/test";
import type { FrameMessage } from "../../www/parent-page.js";
import { made } from "./support/made-pages.js";
import { openParents, type Parents } from "./support/parents.js";
import { OfficialClient } from "./support/session.js";
import { expect, test } from "./support/test.js";
import { frameOf, makePages } from "./support/windows.js";

const META = '<meta name="jscl-mcp-origins" content="">';

let site: string;
let parents: Parents;

test.beforeAll(async () => {
  parents = await openParents();
});
test.afterAll(() => parents.close());
test.beforeEach(({ baseURL }) => {
  site = new URL(baseURL ?? "").origin;
});

/** Opens a page of another origin around the frame. */
const open = (page: Page, query: string) => page.goto(parents.page(frameOf(`${site}/frame.html?${query}`)));

/** The site as one that serves these origins alone. */
async function restrict(page: Page, origins: string): Promise<void> {
  await page.route(/\/frame\.html/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(META, META.replace('""', `"${origins}"`));
    return route.fulfill({ response, body });
  });
}

const note = (page: Page) => page.frameLocator("iframe").locator("#note");

/** What the frame has told the page around. */
const told = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { said: FrameMessage[] }).said.map((each) =>
      each.type === "frame-error" ? each.message : each.type,
    ),
  );

test("a page of the same site puts a Lisp on itself by one line", async ({ page }) => {
  await makePages({ own: frameOf(`${site}/frame.html`) });
  await page.goto(made("own", site));
  const client = await OfficialClient.connect(page, "auto", { by: "frame", origin: site });
  expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
});

test("a page of another site does where the frame's address says so, with shared memory", async ({
  page,
}) => {
  await open(page, `origin=${parents.origin}`);
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
  const frame = page.frames()[1];
  expect(await frame?.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
  const client = await OfficialClient.connect(page, "auto", { by: "frame", origin: site });
  expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
  const bare = await OfficialClient.connect(page, "legacy", { by: "bare", origin: site });
  expect((await bare.evaluate("(+ 2 2)")).text).toBe("=> 4");
  expect(await told(page)).toEqual([]);
});

test("its address may give several clients channels of their own", async ({ page }) => {
  await open(page, `origin=${parents.origin}&channel=one&channel=two`);
  for (const channel of ["one", "two"]) {
    const client = await OfficialClient.connect(page, "pinned", { by: "frame", origin: site, channel });
    expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
  }
});

test("a site may restrict whom it serves", async ({ page }) => {
  await restrict(page, `https://a.example ${parents.origin}`);
  await open(page, `origin=${parents.origin}&origin=https://b.example`);
  const client = await OfficialClient.connect(page, "auto", { by: "frame", origin: site });
  expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
  // Who is admitted is told what is wrong with the address.
  const refused =
    'This site does not serve https://b.example: the meta element "jscl-mcp-origins" of this page names others.';
  await expect(note(page)).toHaveText(refused);
  expect(await told(page)).toEqual([refused]);
  await restrict(page, "https://a.example");
  await open(page, `origin=${parents.origin}`);
  await expect(note(page)).toContainText(`This site does not serve ${parents.origin}`);
  expect(await told(page)).toEqual([]);
});

test("nobody else is served, and the frame says why", async ({ page }) => {
  await open(page, "origin=*");
  await expect(note(page)).toContainText('"*" is no origin');
  const console: string[] = [];
  page.on("console", (message) => console.push(message.text()));
  await open(page, "");
  const refusal = `The page around this frame, of ${parents.origin}, is not admitted: add origin=${parents.origin} to the address of this frame.`;
  await expect(note(page)).toContainText(refusal);
  const heard = await page.evaluate(async () => {
    const heard: unknown[] = [];
    window.addEventListener("message", ({ data }) => heard.push(data));
    for (let wait = 0; wait < 5; wait++) {
      const ping = { jsonrpc: "2.0", id: wait, method: "ping" };
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => heard.push(data);
      port1.postMessage(ping);
      const frame = window.frames[0];
      frame?.postMessage(ping, "*");
      frame?.postMessage(
        { channel: "mcp-iframe", type: "mcp", direction: "client-to-server", payload: ping },
        "*",
      );
      frame?.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, "*", [port2]);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return heard;
  });
  expect(heard).toEqual([]);
  expect(await told(page)).toEqual([]);
  expect(console.join("\n")).toContain("origin is not admitted");
  expect(console.join("\n")).toContain(refusal);
});

test("what keeps the Lisp from starting is told to the page around and shown in the frame", async ({
  page,
}) => {
  await page.route("**/jscl.js", (route) => route.fulfill({ status: 404 }));
  await open(page, `origin=${parents.origin}`);
  await expect(note(page)).not.toBeEmpty();
  await expect.poll(() => told(page)).toHaveLength(1);
  await open(page, `origin=${parents.origin}&tools=everything`);
  await expect.poll(() => told(page)).toHaveLength(1);
  expect((await told(page))[0]).toContain("everything");
});

test("the frame keeps to its policy, and other sites may embed it", async ({ page, request }) => {
  await makePages({ own: frameOf(`${site}/frame.html`) });
  const { headers } = await request.get("/frame.html").then((response) => ({ headers: response.headers() }));
  expect(headers["content-security-policy"]).not.toContain("'unsafe-eval' ");
  expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  await page.goto(made("own", site));
  const client = await OfficialClient.connect(page, "legacy", { by: "frame", origin: site });
  expect((await client.evaluate("(/ 1 0)")).text).toContain("DIVISION-BY-ZERO");
  expect(violations).toEqual([]);
});
