import type { Page } from "@playwright/test";
import { OfficialClient } from "./support/session.js";
import { expect, test } from "./support/test.js";
import { foreign, frameOf, makePages } from "./support/windows.js";

const META = '<meta name="jscl-mcp-origins" content="">';

let site: string;
let other: string;

test.beforeEach(async ({ context, baseURL }) => {
  site = new URL(baseURL ?? "").origin;
  other = foreign(site);
  await makePages(context, {
    own: frameOf(`${site}/frame.html`),
    named: frameOf(`${site}/frame.html?origin=${other}`),
    star: frameOf(`${site}/frame.html?origin=*`),
    channels: frameOf(`${site}/frame.html?origin=${other}&channel=one&channel=two`),
  });
});

/**
 * The site as one that serves these origins. (A page that a test has made up may embed a local address only
 * if that is made up, too.)
 */
async function allow(page: Page, origins: string): Promise<void> {
  await page.route(/\/frame\.html/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(META, META.replace('""', `"${origins}"`));
    return route.fulfill({ response, body });
  });
}

const note = (page: Page) => page.frameLocator("iframe").locator("#note");

test("a page of the same site puts a Lisp on itself by one line", async ({ page }) => {
  await page.goto(`${site}/t/own`);
  const client = await OfficialClient.connect(page, "auto", { by: "frame", origin: site });
  expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
});

test("a page of another site does where the frame's site allows it and its address says so", async ({
  page,
}) => {
  await allow(page, `https://a.example ${other}`);
  await page.goto(`${other}/t/named`);
  const client = await OfficialClient.connect(page, "auto", { by: "frame", origin: site });
  expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
  const bare = await OfficialClient.connect(page, "legacy", { by: "bare", origin: site });
  expect((await bare.evaluate("(+ 2 2)")).text).toBe("=> 4");
});

test("its address may give several clients channels of their own", async ({ page }) => {
  await allow(page, "*");
  await page.goto(`${other}/t/channels`);
  for (const channel of ["one", "two"]) {
    const client = await OfficialClient.connect(page, "pinned", { by: "frame", origin: site, channel });
    expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
  }
});

test("nobody else is served, and the frame says why", async ({ page }) => {
  await allow(page, "");
  await page.goto(`${other}/t/named`);
  await expect(note(page)).toContainText(`does not serve ${other}`);
  await allow(page, "*");
  await page.goto(`${other}/t/star`);
  await expect(note(page)).toContainText('"*" is no origin');
  const answers: string[] = [];
  page.on("console", (message) => answers.push(message.text()));
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    window.addEventListener("message", ({ data }) => heard.push(data));
  });
  await page.goto(`${other}/t/own`);
  await note(page).waitFor();
  const heard = await page.evaluate(async () => {
    const { heard } = window as unknown as { heard: unknown[] };
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
  expect(answers.join("\n")).toContain("origin is not admitted");
});

test("the frame keeps to its policy, and other sites may embed it", async ({ page, request }) => {
  const { headers } = await request.get("/frame.html").then((response) => ({ headers: response.headers() }));
  expect(headers["content-security-policy"]).not.toContain("'unsafe-eval' ");
  expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  await page.goto(`${site}/t/own`);
  const client = await OfficialClient.connect(page, "legacy", { by: "frame", origin: site });
  expect((await client.evaluate("(/ 1 0)")).text).toContain("DIVISION-BY-ZERO");
  expect(violations).toEqual([]);
});
