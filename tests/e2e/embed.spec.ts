/** A cell in a frame, in a page of another origin that is not isolated and allows no script of ours. */
import type { FrameLocator, Page } from "@playwright/test";
import { codeFragment } from "../../www/elements/code-link.js";
import type { FrameMessage } from "../../www/parent-page.js";
import { openParents, type Parents } from "./support/parents.js";
import { OfficialClient } from "./support/session.js";
import { expect, test } from "./support/test.js";

let parents: Parents;
let site: string;
test.beforeAll(async () => {
  parents = await openParents();
});
test.afterAll(() => parents.close());
test.beforeEach(({ baseURL }) => {
  site = new URL(baseURL ?? "").origin;
});

/** Opens a page around a frame with this code, which admits the page unless `query` says whom. */
async function open(page: Page, code: string, query = `origin=${parents.origin}`): Promise<FrameLocator> {
  const address = `${site}/embed.html?${query}${codeFragment(code)}`;
  await page.goto(parents.page(`<iframe src="${address}" width="600" height="80"></iframe>`));
  await expect.poll(() => types(page)).toContain("embed-ready");
  return page.frameLocator("iframe");
}

const said = (page: Page): Promise<FrameMessage[]> =>
  page.evaluate(() => (globalThis as unknown as { said: FrameMessage[] }).said);

const types = (page: Page) => said(page).then((all) => all.map(({ type }) => type));

const errors = (page: Page) =>
  said(page).then((all) => all.flatMap((each) => (each.type === "frame-error" ? each.message : [])));

async function height(page: Page): Promise<number> {
  const sizes = (await said(page)).flatMap((each) => (each.type === "embed-size" ? each.height : []));
  return sizes.at(-1) ?? 0;
}

/** Says something to the frame. */
const tell = (page: Page, message: object) =>
  page.evaluate(
    ([origin, rest]) =>
      window.frames[0]?.postMessage({ channel: "jscl-mcp", ...(rest as object) }, origin as string),
    [site, message] as const,
  );

const state = (frame: FrameLocator) =>
  frame.locator("lisp-cell").evaluate((cell) => (cell as unknown as { state: string }).state);

const run = (frame: FrameLocator) => frame.getByRole("button", { name: /^Run/ }).click();

test("it has shared memory, by which Stop ends a loop at once and keeps what was defined", async ({
  page,
}) => {
  const frame = await open(page, "(defvar *kept* 42)\n(print :defined)\n(loop)");
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
  expect(await frame.locator("body").evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
  await run(frame);
  await expect.poll(() => state(frame)).toBe("running");
  // Stop may come before the first form is done, which then defines nothing.
  await expect(frame.getByText(":DEFINED", { exact: true }).first()).toBeVisible();
  await frame.getByRole("button", { name: /^Stop/ }).click();
  const client = await OfficialClient.connect(page, "pinned", { by: "frame", origin: site });
  const began = Date.now();
  const { text } = await client.evaluate("*kept*");
  expect(text).toBe("=> 42");
  expect(Date.now() - began).toBeLessThan(1500);
});

test("it is held at an error until the reader chooses a restart", async ({ page }) => {
  const query = `origin=${parents.origin}&on-error=ask`;
  const frame = await open(page, "(list 1 nothing-here)", query);
  await run(frame);
  await expect.poll(() => state(frame)).toBe("held");
  await frame.getByRole("button", { name: "Take USE-VALUE" }).click();
  await frame.getByLabel("Values for USE-VALUE").fill("2");
  await frame.getByRole("button", { name: "Take", exact: true }).click();
  await expect.poll(() => state(frame)).toBe("done");
  await expect(frame.getByText("(1 2)", { exact: true })).toBeVisible();
});

test("the page around is told how high it is, and nothing in it scrolls", async ({ page }) => {
  const frame = await open(page, "(dotimes (i 30) (print i))");
  await expect.poll(() => height(page)).toBeGreaterThan(20);
  const before = await height(page);
  await run(frame);
  await expect.poll(() => state(frame)).toBe("done");
  await expect.poll(() => height(page)).toBeGreaterThan(before + 100);
  const now = await height(page);
  await page.locator("iframe").evaluate((element, px) => element.setAttribute("height", `${px}`), now);
  const scrolls = () =>
    frame
      .locator("html")
      .evaluate((root) => root.scrollHeight > root.clientHeight || root.scrollWidth > root.clientWidth);
  await expect.poll(scrolls).toBe(false);
  expect(await height(page)).toBe(now);
  // What it says before anybody is admitted says nothing of the code.
  expect(await types(page)).not.toContain("frame-error");
});

test("it has the theme that its address and the page around give it, else the reader's", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const frame = await open(page, "1", `origin=${parents.origin}&theme=light`);
  const isDark = () =>
    frame.locator("lisp-cell").evaluate((cell) => {
      const box = cell.shadowRoot?.querySelector(".block") ?? cell;
      const [red = ""] = /\d+/.exec(getComputedStyle(box).backgroundColor) ?? [];
      return Number(red) < 128;
    });
  await expect.poll(isDark).toBe(false);
  await tell(page, { type: "embed-theme", theme: "dark" });
  await expect.poll(isDark).toBe(true);
  await tell(page, { type: "embed-theme", theme: "light" });
  await expect.poll(isDark).toBe(false);
  await tell(page, { type: "embed-theme", theme: "auto" });
  await expect.poll(isDark).toBe(true);
  await tell(page, { type: "embed-theme", theme: "pink" });
  await expect
    .poll(() => errors(page))
    .toEqual(["The theme of an embed-theme message is light, dark or auto."]);
});

test("the page around may give it code, and run it", async ({ page }) => {
  const frame = await open(page, "");
  await tell(page, { type: "embed-code", code: "(+ 40 2)\n=> 42", run: true });
  await expect.poll(() => state(frame)).toBe("done");
  await expect(frame.getByText("✓ as recorded")).toBeVisible();
  await tell(page, { type: "embed-code" });
  await expect.poll(() => errors(page)).toEqual(["The code of an embed-code message is a string."]);
});

test("clients of the page around share its Lisp, by a port, in envelopes and bare", async ({ page }) => {
  const frame = await open(page, "(defun of-the-cell () 7)", `origin=${parents.origin}&mcp`);
  await run(frame);
  await expect.poll(() => state(frame)).toBe("done");
  for (const by of ["frame", "bare"] as const) {
    const client = await OfficialClient.connect(page, "auto", { by, origin: site });
    expect((await client.evaluate("(of-the-cell)")).text).toBe("=> 7");
  }
});

test("an invitation that comes before the server is loaded loads it", async ({ page }) => {
  await open(page, "1");
  const answer = await page.evaluate(async (origin) => {
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data.result.content[0].text);
    });
    window.frames[0]?.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, origin, [port2]);
    const params = { name: "evaluate-lisp", arguments: { code: "(+ 1 2)" } };
    port1.postMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    return answered;
  }, site);
  expect(answer).toBe("=> 3");
});

test("a page that is not admitted is not heard, and the frame says what to do", async ({ page }) => {
  const frame = await open(page, "(+ 1 2)", "");
  await expect(frame.locator("#note")).toBeHidden();
  await tell(page, { type: "embed-code", code: "(print :stranger)", run: true });
  await expect(frame.locator("#note")).toHaveText(
    `The page around this frame, of ${parents.origin}, is not admitted: add origin=${parents.origin} to the address of this frame.`,
  );
  await expect(frame.locator("lisp-cell")).toContainText("(+ 1 2)");
  // The reader may use it all the same, and the page hears nothing but sizes.
  await run(frame);
  await expect.poll(() => state(frame)).toBe("done");
  expect([...new Set(await types(page))].sort()).toEqual(["embed-ready", "embed-size"]);
});

test("what went wrong is told to the page around and shown in the frame", async ({ page }) => {
  await page.route("**/jscl_mcp_bg.wasm", (route) => route.abort());
  const frame = await open(page, "(+ 1 2)", `origin=${parents.origin}&origin=*&theme=pink`);
  await expect(frame.locator("#note")).toContainText('"*" is no origin');
  await expect(frame.locator("#note")).toContainText('There is no theme "pink"');
  await run(frame);
  await expect.poll(() => state(frame)).toBe("error");
  await expect(
    frame.getByRole("paragraph").filter({ hasText: "The Lisp could not be" }).first(),
  ).toBeVisible();
  const told = await errors(page);
  expect(told).toHaveLength(3);
  expect(told[2]).toMatch(/^The Lisp could not be (?:loaded|started): [^\n]+\.$/);
});

test("elements that do not come are told, and the code can still be read", async ({ page }) => {
  await page.route("**/lisp-cell.js", (route) => route.fulfill({ status: 404 }));
  const address = `${site}/embed.html?origin=${parents.origin}${codeFragment("(+ 1 2)")}`;
  await page.goto(parents.page(`<iframe src="${address}"></iframe>`));
  await expect.poll(() => errors(page)).toHaveLength(1);
  expect((await errors(page))[0]).toMatch(/^The Lisp could not be loaded: .*lisp-cell\.js did not arrive\.$/);
  await expect(page.frameLocator("iframe").getByText("(+ 1 2)")).toBeVisible();
});

test("it keeps to its policy, which allows no code made of text and no inline styles", async ({ page }) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  const frame = await open(page, "(defun f (x) (car x))\n(f 1)");
  await frame.locator("lisp-cell .code").click();
  await expect(frame.locator("lisp-cell .cm-content")).toBeVisible();
  await run(frame);
  await expect.poll(() => state(frame)).toBe("error");
  await expect(frame.getByText("TYPE-ERROR", { exact: true })).toBeVisible();
  expect(violations).toEqual([]);
});
