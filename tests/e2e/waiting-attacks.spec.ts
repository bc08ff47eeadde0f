import type { Page } from "@playwright/test";
import { made } from "./support/made-pages.js";
import { LispSession } from "./support/session.js";
import { expect, test } from "./support/test.js";
import { foreign, makePages, serving } from "./support/windows.js";

// Attempts to answer, to stop or to overhear a Lisp that waits by a service worker, in the page's place.

test.use({ serviceWorkers: "allow" });

/** Opens a page whose Lisp is held at an error; resolves to its session and the name of its inbox. */
async function openHeld(page: Page): Promise<{ lisp: LispSession; inbox: string }> {
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, message: unknown) {
      const { kind, options } = message as { kind?: string; options?: { inbox: string } };
      if (kind === "boot") Object.assign(globalThis, { inbox: options?.inbox });
      postMessage.call(this, message);
    } as typeof postMessage;
  });
  await makePages({ held: serving({ origins: ["*"], tools: ["core", "debugger"] }) });
  await page.goto(made("held"));
  await page.evaluate(() => (globalThis as unknown as { served: Promise<unknown> }).served);
  const lisp = await LispSession.open(page);
  const { structuredContent } = await lisp.tool("evaluate-lisp", {
    code: "(list (car 1))",
    "on-error": "hold",
  });
  expect(structuredContent["status"]).toBe("held");
  const address = await page.evaluate(() => (globalThis as unknown as { inbox: string }).inbox);
  const inbox = new URL(address).pathname.split("/").at(-1) ?? "";
  return { lisp, inbox };
}

/** What waits can be gone on with by its page, and by nobody else before that. */
async function expectHeld(lisp: LispSession): Promise<void> {
  const { text } = await lisp.tool("evaluate-lisp", { code: "(+ 1 2)" });
  expect(text).toContain("=> 3");
  expect((await lisp.tool("invoke-restart", { restart: "ABORT" })).text).toContain("ABORT taken");
}

const answers = (inbox: string) => ({
  kind: "jscl-inbox",
  inbox,
  messages: [
    [1, JSON.stringify({ is: "interrupt", evaluation: 1 })],
    [
      2,
      JSON.stringify({
        is: "command",
        id: 1,
        question: 1,
        command: { kind: "evaluate", id: 9, code: "(quit)" },
      }),
    ],
    [3, JSON.stringify({ is: "answer", answer: { id: 1, question: 1, restart: "ABORT", values: null } })],
  ],
});

test("an inbox has a name of its own, which says nothing and is never the same", async ({ page }) => {
  const names = new Set<string>();
  for (let i = 0; i < 3; i++) names.add((await openHeld(page)).inbox);
  expect(names.size).toBe(3);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test("a page of another origin neither answers nor overhears", async ({ page, context }) => {
  const { lisp, inbox } = await openHeld(page);
  const stranger = await context.newPage();
  await makePages({ stranger: "" });
  const home = new URL("/", page.url()).href;
  await stranger.goto(foreign(new URL(made("stranger"), home).href));
  const seen = await stranger.evaluate(
    async ([script, ask, delivery]) => {
      const tried = async (attempt: () => Promise<unknown>) => {
        try {
          return String(await attempt());
        } catch (error) {
          return `refused: ${(error as Error).name}`;
        }
      };
      const { serviceWorker } = navigator;
      const mine = await serviceWorker.getRegistrations();
      for (const { active } of mine) active?.postMessage(delivery);
      return {
        registrations: mine.length,
        found: await tried(() => serviceWorker.getRegistration(script)),
        registered: await tried(() => serviceWorker.register(script, { scope: script })),
        asked: await tried(async () => (await fetch(ask)).status),
        opaque: await tried(async () => (await fetch(ask, { mode: "no-cors" })).type),
      };
    },
    [
      new URL("jscl-worker.js", home).href,
      new URL(`jscl-wait/${inbox}?after=0&ms=50`, home).href,
      answers(inbox),
    ] as const,
  );
  expect(seen).toMatchObject({
    registrations: 0,
    found: "refused: SecurityError",
    registered: "refused: SecurityError",
  });
  expect(seen.asked).toMatch(/refused: TypeError|404/);
  await expectHeld(lisp);
});

test("another page of the site hears nothing at an inbox, and guesses no name", async ({ page, context }) => {
  const { lisp, inbox } = await openHeld(page);
  const other = await context.newPage();
  await makePages({ other: "" });
  await other.goto(made("other"));
  // A page is not what the service worker serves.
  expect(
    await other.evaluate(async (name) => (await fetch(`/jscl-wait/${name}?after=0&ms=50`)).status, inbox),
  ).toBe(404);
  await other.evaluate(
    async ([guesses]) => {
      const [registration] = await navigator.serviceWorker.getRegistrations();
      for (const guess of guesses) registration?.active?.postMessage(guess);
    },
    [["", "1", "main", "__proto__", inbox.slice(0, -1)].map(answers)] as const,
  );
  await expectHeld(lisp);
});

test("a flood of inboxes and of garbage costs what waits nothing", async ({ page, context }) => {
  const { lisp } = await openHeld(page);
  const other = await context.newPage();
  await makePages({ other: "" });
  await other.goto(made("other"));
  await other.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations();
    const post = (data: unknown) => registration?.active?.postMessage(data);
    for (let i = 0; i < 3000; i++) {
      post({ kind: "jscl-inbox", inbox: `flood ${i}`, messages: [[1, "x".repeat(1000)]] });
      post({ kind: "jscl-inbox-end", inbox: i });
      post({ kind: "jscl-inbox", inbox: null, messages: [[Number.NaN, null]] });
      post([i]);
    }
  });
  await expectHeld(lisp);
});

test("a program finds neither the request nor the address", async ({ page }) => {
  const { lisp } = await openHeld(page);
  for (const name of ["XMLHttpRequest", "fetch", "navigator", "location", "serviceWorker", "caches"]) {
    const { text } = await lisp.tool("evaluate-lisp", { code: `#j:${name}` });
    expect(text).toContain("[ERROR]");
  }
  await expectHeld(lisp);
});
