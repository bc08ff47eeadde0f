// The page that a test process keeps: its renderer, and what the browser has compiled and cached of the site,
// serve test after test, and each test finds it as on a first visit.
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

type Undo = () => Promise<unknown>;
/** How to undo a call: by what it has resolved to, and its arguments. */
type UndoOf = (made: unknown, ...args: readonly unknown[]) => Undo;
type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** An isolated page of the site without a script. To go there from another such page keeps the renderer. */
export const ISOLATED_REST = "/rest.html";
/** A file that is sent without the headers of isolation, for pages that were not isolated. */
const PLAIN_REST = "/favicon.svg";

/** All that the browser keeps for an origin but the caches of its files. */
const STORAGE = "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage";

const VIEWPORT = { width: 1280, height: 720 };
/** What Playwright emulates in a new context of this suite. */
const MEDIA = {
  media: null,
  colorScheme: "light",
  reducedMotion: "reduce",
  forcedColors: "none",
  contrast: "no-preference",
} as const;

/** Records how to undo what the tests do to a page or context that outlasts the documents in it. */
function record(target: object, undos: Undo[], undoOf: Readonly<Record<string, UndoOf>>) {
  for (const [name, undo] of Object.entries(undoOf)) {
    const method = (Reflect.get(target, name) as Method).bind(target);
    Reflect.set(target, name, async (...args: readonly unknown[]) => {
      const made = await method(...args);
      undos.push(undo(made, ...args));
      return made;
    });
  }
}

const dispose = (made: unknown): Undo => {
  return () => (made as { dispose(): Promise<void> }).dispose();
};

const detach = (made: unknown): Undo => {
  // A session whose page is gone is detached.
  return () => (made as CDPSession).detach().catch(() => undefined);
};

type Emitter = {
  eventNames(): (string | symbol)[];
  listeners(event: string | symbol): unknown[];
  removeListener(event: string | symbol, listener: unknown): void;
};

/** The listeners of an emitter, of which `removeOthers` leaves these alone. */
class Listeners {
  readonly #emitter: Emitter;
  readonly #first: ReadonlyMap<string | symbol, readonly unknown[]>;

  constructor(emitter: BrowserContext | Page) {
    this.#emitter = emitter as unknown as Emitter;
    this.#first = new Map(this.#emitter.eventNames().map((event) => [event, this.#emitter.listeners(event)]));
  }

  removeOthers(): void {
    for (const event of this.#emitter.eventNames())
      for (const listener of this.#emitter.listeners(event))
        if (!this.#first.get(event)?.includes(listener)) this.#emitter.removeListener(event, listener);
  }

  /** How many there are beyond the first. */
  get others(): number {
    const count = (event: string | symbol) =>
      this.#emitter.listeners(event).length - (this.#first.get(event)?.length ?? 0);
    return this.#emitter.eventNames().reduce((sum, event) => sum + count(event), 0);
  }
}

/** A page in a context of its own, and how it becomes as new. */
export class KeptPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly #origins: readonly string[];
  readonly #devtools: CDPSession;
  readonly #undos: Undo[] = [];
  readonly #listeners: readonly Listeners[];
  #isTouched = false;
  #hasCrashed = false;

  private constructor(page: Page, devtools: CDPSession, origins: readonly string[]) {
    this.page = page;
    this.context = page.context();
    this.#devtools = devtools;
    this.#origins = origins;
    page.on("framenavigated", this.#touch);
    page.on("crash", () => {
      this.#hasCrashed = true;
    });
    this.context.on("request", this.#touch);
    this.#listeners = [new Listeners(this.context), new Listeners(page)];
    record(page, this.#undos, {
      addInitScript: dispose,
      exposeFunction: dispose,
      exposeBinding: dispose,
      emulateMedia: () => () => page.emulateMedia(MEDIA),
      setViewportSize: () => () => page.setViewportSize(VIEWPORT),
      setExtraHTTPHeaders: () => () => page.setExtraHTTPHeaders({}),
    });
    record(page.keyboard, this.#undos, {
      down: (_, key) => () => page.keyboard.up(key as string),
    });
    record(page.mouse, this.#undos, { down: () => () => page.mouse.up() });
    record(this.context, this.#undos, {
      addInitScript: dispose,
      exposeFunction: dispose,
      exposeBinding: dispose,
      newCDPSession: detach,
      grantPermissions: () => () => this.context.clearPermissions(),
      setOffline: () => () => this.context.setOffline(false),
      setExtraHTTPHeaders: () => () => this.context.setExtraHTTPHeaders({}),
    });
  }

  /** Opens one in a browser, for the site at an address. */
  static async open(browser: Browser, baseURL: string): Promise<KeptPage> {
    const context = await browser.newContext({ baseURL, viewport: VIEWPORT });
    const page = await context.newPage();
    const { origin } = new URL(baseURL);
    const origins = [origin, origin.replace("//localhost", "//127.0.0.1")];
    return new KeptPage(page, await context.newCDPSession(page), origins);
  }

  /** How many listeners and other things a test has left in the page, before they are undone. */
  get leftovers(): number {
    return this.#undos.length + this.#listeners.reduce((sum, { others }) => sum + others, 0);
  }

  /**
   * Makes the page as new: leaves the document, ends what tests have put around it, and clears the storage.
   * A page that was closed or has crashed cannot be made new: false.
   */
  async reset(): Promise<boolean> {
    const others = this.context.pages().filter((page) => page !== this.page);
    await Promise.all(others.map((page) => page.close()));
    if (this.page.isClosed() || this.#hasCrashed) return false;
    // A Lisp may still be fetching what it fetches when it is idle.
    await this.context.unrouteAll({ behavior: "ignoreErrors" });
    await this.page.unrouteAll({ behavior: "ignoreErrors" });
    for (const undo of this.#undos.splice(0).reverse()) await undo();
    // To undo is to call the same methods.
    this.#undos.length = 0;
    for (const listeners of this.#listeners) listeners.removeOthers();
    if (this.#isTouched) await this.#leave();
    this.#isTouched = false;
    return true;
  }

  close(): Promise<void> {
    return this.context.close();
  }

  /** Whatever a document does when it is left has been done before its storage is cleared. */
  async #leave(): Promise<void> {
    const isIsolated = await this.page.evaluate(() => globalThis.crossOriginIsolated);
    await this.page.goto(isIsolated ? ISOLATED_REST : PLAIN_REST);
    await this.page.mouse.move(0, 0);
    for (const origin of this.#origins)
      await this.#devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: STORAGE });
    await this.page.evaluate(() => {
      sessionStorage.clear();
      window.name = "";
    });
    await this.#devtools.send("Page.resetNavigationHistory");
  }

  readonly #touch = () => {
    this.#isTouched = true;
  };
}

/**
 * The kept page of a test process, which is made when a test first wants it and after one that has failed.
 */
export class PageKeeper {
  readonly #browser: Browser;
  readonly #baseURL: string;
  #kept: KeptPage | undefined;

  constructor(browser: Browser, baseURL: string) {
    this.#browser = browser;
    this.#baseURL = baseURL;
  }

  async take(): Promise<KeptPage> {
    this.#kept ??= await KeptPage.open(this.#browser, this.#baseURL);
    return this.#kept;
  }

  /** Makes the page new for the next test, or throws it away. */
  async giveBack(hasFailed: boolean): Promise<void> {
    const kept = this.#kept;
    if (kept === undefined || (!hasFailed && (await kept.reset()))) return;
    await this.close();
  }

  async close(): Promise<void> {
    const kept = this.#kept;
    this.#kept = undefined;
    await kept?.close();
  }
}
