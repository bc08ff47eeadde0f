import type { Frame, Page } from "@playwright/test";
import { made } from "./support/made-pages.js";
import type { ClientKind } from "./support/page-clients.js";
import { OfficialClient } from "./support/session.js";
import { expect, test } from "./support/test.js";
import {
  foreign,
  frameOf,
  makePages,
  problems,
  reload,
  serve,
  serving,
  shareFiles,
} from "./support/windows.js";

const kinds: readonly ClientKind[] = ["auto", "legacy", "pinned", "sdk-1.32"];

/** The page whose frame is the server's. Resolves when the frame is loaded. */
async function openFramed(page: Page, address: string): Promise<Frame> {
  await page.goto(address);
  await page.frameLocator("iframe").locator("body").waitFor({ state: "attached" });
  const frame = page.frames()[1];
  if (!frame) throw new Error("There is no frame.");
  return frame;
}

let site: string;
let other: string;

test.beforeEach(async ({ baseURL }) => {
  site = new URL(baseURL ?? "").origin;
  other = foreign(site);
  const framed = made("framed", site);
  await makePages({
    around: frameOf(framed),
    "around-late": frameOf(made("late", site)),
    "around-empty": frameOf(made("empty", site)),
    "around-open": frameOf(made("open", site)),
    "around-sandbox": frameOf(made("open", site), 'sandbox="allow-scripts"'),
    "around-around": frameOf(made("around-open", other), 'sandbox="allow-scripts"'),
    empty: "",
    framed: serving({ origins: [site, other], bindings: { frame: { channels: ["mcp-iframe", "second"] } } }),
    late: serving({ origins: [other], bindings: { frame: true } }, 600),
    open: serving({ origins: ["*"], bindings: { frame: true } }),
  });
});

for (const kind of kinds)
  test(`MCP-B's client in the window around, of the same and of another origin, ${kind}`, async ({
    page,
  }) => {
    for (const origin of [site, other]) {
      const frame = await openFramed(page, made("around", origin));
      const client = await OfficialClient.connect(page, kind, { by: "frame", origin: site });
      expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
      expect((await client.evaluate("(/ 1 0)")).structuredContent).toMatchObject({ status: "error" });
      expect(await problems(frame)).toEqual([]);
    }
  });

test("a client that began before the frame's server connects when that starts", async ({ page }) => {
  await page.goto(made("around-late", other), { waitUntil: "commit" });
  await page.waitForFunction(() => globalThis.mcp && document.querySelector("iframe"));
  const client = await OfficialClient.connect(page, "auto", { by: "frame", origin: site });
  expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
});

test("each channel is a client of its own", async ({ page }) => {
  await openFramed(page, made("around", other));
  const [one, two] = await Promise.all([
    OfficialClient.connect(page, "pinned", { by: "frame", origin: site }),
    OfficialClient.connect(page, "pinned", { by: "frame", origin: site, channel: "second" }),
  ]);
  const texts = await Promise.all([one.evaluate("(list :one)"), two.evaluate("(list :two)")]);
  expect(texts.map(({ text }) => text)).toEqual(["=> (:ONE)", "=> (:TWO)"]);
});

test("a parent that is not admitted gets no answer, and that is reported", async ({ page }) => {
  const frame = await openFramed(page, made("around-empty", other));
  await serve(frame, { bindings: { frame: true } });
  const heard = await page.evaluate(async (target) => {
    const heard: unknown[] = [];
    window.addEventListener("message", ({ data }) => heard.push(data.payload));
    const envelope = { channel: "mcp-iframe", type: "mcp", direction: "client-to-server" };
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    for (const payload of ["mcp-check-ready", ping])
      document.querySelector("iframe")?.contentWindow?.postMessage({ ...envelope, payload }, target);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return heard;
  }, site);
  expect(heard).toEqual([]);
  expect(await problems(frame)).toEqual(["refused-origin"]);
});

test("a window beside the frame is not heard, of whichever origin", async ({ page }) => {
  const frame = await openFramed(page, made("around", site));
  await page.evaluate(
    async (address) => {
      const sibling = document.body.appendChild(document.createElement("iframe"));
      sibling.src = address;
      await new Promise((resolve) => sibling.addEventListener("load", resolve));
    },
    made("empty", site),
  );
  const sibling = page.frames()[2];
  const heard = await sibling?.evaluate(async () => {
    const heard: unknown[] = [];
    window.addEventListener("message", ({ data }) => heard.push(data));
    const payload = { jsonrpc: "2.0", id: 1, method: "ping" };
    const envelope = { channel: "mcp-iframe", type: "mcp", direction: "client-to-server", payload };
    for (const data of [envelope, payload]) window.parent.frames[0]?.postMessage(data, "*");
    await new Promise((resolve) => setTimeout(resolve, 400));
    return heard;
  });
  expect(heard).toEqual([]);
  expect(await problems(frame)).toEqual([]);
});

test("a frame without an origin of its own serves where every origin is admitted", async ({
  context,
  page,
}) => {
  await shareFiles(context);
  await openFramed(page, made("around-sandbox", other));
  const client = await OfficialClient.connect(page, "auto", { by: "frame", origin: "*" });
  expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
});

test("a parent without an origin of its own is served where every origin is admitted", async ({
  context,
  page,
}) => {
  await shareFiles(context);
  await page.goto(made("around-around", site));
  const around = await page
    .waitForFunction(() => window.frames[0]?.frames.length === 1)
    .then(() => page.frames()[1]);
  if (!around) throw new Error("There is no frame.");
  await around.waitForFunction(() => globalThis.mcp);
  const client = await OfficialClient.connect(around, "auto", { by: "frame", origin: "*" });
  expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
});

test("a modern client goes on when its frame is loaded anew, a legacy one begins anew", async ({ page }) => {
  const frame = await openFramed(page, made("around", other));
  const modern = await OfficialClient.connect(page, "auto", { by: "frame", origin: site });
  expect((await modern.evaluate("(defvar cl-user::*here* 1)")).text).toContain("*HERE*");
  await reload(frame);
  await frame.waitForFunction(() => (globalThis as { served?: Promise<number> }).served);
  await frame.evaluate(() => (globalThis as unknown as { served: Promise<number> }).served);
  expect((await modern.evaluate("(boundp 'cl-user::*here*)")).text).toBe("=> NIL");
  await modern.close();
  const legacy = await OfficialClient.connect(page, "legacy", { by: "frame", origin: site });
  expect((await legacy.evaluate("(+ 1 2)")).text).toBe("=> 3");
});

test("a parent that is loaded anew finds the frame's server again", async ({ page }) => {
  for (let visit = 0; visit < 2; visit++) {
    await openFramed(page, made("around", other));
    const client = await OfficialClient.connect(page, "auto", { by: "frame", origin: site });
    expect((await client.evaluate("(boundp 'cl-user::*here*)")).text).toBe("=> NIL");
    await client.evaluate("(defvar cl-user::*here* 1)");
  }
});

test("a request that is aborted is cancelled in the frame", async ({ page }) => {
  const frame = await openFramed(page, made("around-empty", other));
  await serve(frame, { origins: [other], bindings: { frame: true } });
  const client = await OfficialClient.connect(page, "pinned", { by: "frame", origin: site });
  expect(await client.aborted("(loop)", 300)).toBe("aborted");
  // Without shared memory a Lisp that does not stop is replaced; that this one continues shows that it was
  // interrupted.
  expect((await client.evaluate("(+ 1 2)")).text).toMatch(/=> 3$/);
});

test("a server in a frame that is closed says so, and one in its place is found", async ({ page }) => {
  const frame = await openFramed(page, made("around-empty", other));
  const options = { origins: [other], bindings: { frame: true } };
  const stop = await serve(frame, options);
  const client = await OfficialClient.connect(page, "pinned", { by: "frame", origin: site });
  expect((await client.evaluate("(+ 1 2)")).text).toBe("=> 3");
  await stop();
  await expect.poll(() => client.evaluate("1").catch(() => "closed")).toBe("closed");
  await serve(frame, options);
  const again = await OfficialClient.connect(page, "pinned", { by: "frame", origin: site });
  expect((await again.evaluate("(+ 1 2)")).text).toBe("=> 3");
});
