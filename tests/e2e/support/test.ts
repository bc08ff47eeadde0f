import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { pageClientsScript } from "./bundle.js";
import { ISOLATED_REST, PageKeeper } from "./kept-page.js";
import { LispSession } from "./session.js";
import { serve } from "./windows.js";
import { Wire } from "./wire.js";

export { expect };

const LOCAL = new Set(["localhost", "127.0.0.1"]);
const LOCAL_PROTOCOLS = new Set(["blob:", "data:", "about:"]);

function leavesMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return !LOCAL_PROTOCOLS.has(protocol) && !LOCAL.has(hostname);
}

/** Remembers every request of a context, its Workers' included, that is meant for another machine. */
function watchRequests(context: BrowserContext): string[] {
  const strangers: string[] = [];
  const note = (address: string) => {
    if (leavesMachine(address)) strangers.push(address);
  };
  context.on("request", (request) => note(request.url()));
  context.on("page", (page) => page.on("websocket", (socket) => note(socket.url())));
  return strangers;
}

/** Puts the page-side clients into a page that is open. */
export async function addClients(page: Page): Promise<void> {
  await page.evaluate(await pageClientsScript());
}

/** Opens the playground, with the clients in it. */
async function openSite(page: Page): Promise<void> {
  await page.goto("/");
  await addClients(page);
}

/** Opens a page that is nothing but a server with all tools, with the clients in it: a third of the work. */
async function openServer(page: Page): Promise<void> {
  await page.goto(ISOLATED_REST);
  await addClients(page);
  await serve(page, { tools: ["core", "sessions", "development", "debugger"] });
}

type TestFixtures = {
  /**
   * Whether a test gets a browser context of its own, as a first visitor's, with nothing cached: where the
   * start, what is loaded, storage, a policy or a lost network is the subject.
   */
  cold: boolean;
  /** Whether a test has the page that its process keeps. */
  isKept: boolean;
  /** Fails a test that made a request leave the machine; every test has it. */
  stayLocal: undefined;
  /** Fails a test whose servers sent what their protocol's schema does not allow; every test has it. */
  speakMcp: undefined;
  /** A fresh page with the site open and the clients in it. */
  site: Page;
  /** A fresh page with a server in it, and the clients: where the page itself is not the subject. */
  serverPage: Page;
  /** Whether `freshLisp` is the playground's, whose policy and files then count. */
  inPlayground: boolean;
  /** A session over a fresh page of its own. */
  freshLisp: LispSession;
};

type WorkerFixtures = {
  /** Keeps the page of all tests that are not cold. */
  keeper: PageKeeper;
  /** The messages that the servers of all pages send. */
  wire: Wire;
  /** One page for all tests of a process that only evaluate. A test gets a reset image only if it asks. */
  sharedSite: { page: Page; strangers: string[] };
  lisp: LispSession;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  cold: [false, { option: true }],
  keeper: [
    // After `wire`, which has to see each context that the browser makes.
    async ({ browser, wire: _ }, use, info) => {
      const keeper = new PageKeeper(browser, info.project.use.baseURL ?? "");
      await use(keeper);
      await keeper.close();
    },
    { scope: "worker" },
  ],
  isKept: async ({ cold, hasTouch, isMobile, serviceWorkers }, use) => {
    // What a context can only be made with.
    await use(!cold && !hasTouch && !isMobile && serviceWorkers === "block");
  },
  context: async ({ browser, isKept, keeper }, use, info) => {
    if (!isKept) {
      const context = await browser.newContext();
      await use(context);
      await context.close();
      return;
    }
    const { context } = await keeper.take();
    await use(context);
    await keeper.giveBack(info.status !== info.expectedStatus);
  },
  page: async ({ context, isKept, keeper }, use) => {
    await use(isKept ? (await keeper.take()).page : await context.newPage());
  },
  stayLocal: [
    async ({ context }, use) => {
      const strangers = watchRequests(context);
      await use(undefined);
      expect(strangers, "requests that left the machine").toEqual([]);
      // A Lisp may still be fetching what it fetches when it is idle.
      await context.unrouteAll({ behavior: "ignoreErrors" });
    },
    { auto: true },
  ],
  speakMcp: [
    async ({ wire }, use) => {
      await use(undefined);
      expect(wire.takeProblems(), "messages that are not valid in their version of MCP").toEqual([]);
    },
    { auto: true },
  ],
  wire: [
    async ({ browser }, use) => {
      const wire = new Wire();
      wire.watch(browser);
      await use(wire);
      expect(wire.takeProblems(), "messages that are not valid in their version of MCP").toEqual([]);
    },
    { scope: "worker", auto: true },
  ],
  site: async ({ page }, use) => {
    await openSite(page);
    await use(page);
  },
  serverPage: async ({ page }, use) => {
    await openServer(page);
    await use(page);
  },
  inPlayground: [false, { option: true }],
  freshLisp: async ({ page, inPlayground }, use) => {
    await (inPlayground ? openSite : openServer)(page);
    await use(await LispSession.open(page));
  },
  sharedSite: [
    // After `wire`, which has to see each context that the browser makes.
    async ({ browser, wire: _ }, use, info) => {
      const context = await browser.newContext({ baseURL: info.project.use.baseURL ?? "" });
      const strangers = watchRequests(context);
      const page = await context.newPage();
      await page.goto("/");
      await addClients(page);
      await use({ page, strangers });
      await context.close();
      expect(strangers, "requests that left the machine").toEqual([]);
    },
    { scope: "worker" },
  ],
  lisp: [
    async ({ sharedSite }, use) => {
      await use(await LispSession.open(sharedSite.page));
    },
    { scope: "worker" },
  ],
});
