/** A page in Chromium with a server in it, and channels from here to that server. */
import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium } from "../../scripts/lib/browser.mjs";
import { listen } from "../../scripts/lib/site.mjs";
import { WireWatch } from "../wire/watch.js";
import type { Message } from "./bridge/message.js";

/** One client of the server in the page. */
export type Channel = { readonly send: (message: Message) => void; readonly close: () => void };
/** Makes a client, whose messages are handed to a function. */
export type Connect = (listener: (message: Message) => void) => Channel;

type Order = readonly ["open" | "send" | "close", number, string];

/** Of a message from the page, by the number of its client. */
type Heard = { readonly listener: (message: Message) => void; readonly watch: WireWatch };

export class LispPage {
  readonly #browser: Browser;
  readonly #page: Page;
  readonly #stopServing: () => Promise<unknown>;
  readonly #channels = new Map<number, Heard>();
  readonly #watches: WireWatch[] = [];
  #orders: Order[] = [];
  #isOrdering = false;
  #isClosed = false;
  #last = 0;

  private constructor(browser: Browser, page: Page, stopServing: () => Promise<unknown>) {
    this.#browser = browser;
    this.#page = page;
    this.#stopServing = stopServing;
  }

  /** Opens `page.html` of a folder, and waits until it has a server. */
  static async open(folder: string): Promise<LispPage> {
    const site = await listen({ "/": folder }, { port: 0, fixed: true });
    const executablePath = await findChromium();
    const browser = await chromium.launch(executablePath ? { executablePath } : {});
    const page = await browser.newPage();
    const opened = new LispPage(browser, page, site.close);
    page.on("pageerror", (error) => console.error("In the page:", error));
    await page.exposeFunction("heardFromServer", (client: number, json: string) =>
      opened.#heard(client, JSON.parse(json)),
    );
    await page.goto(`${site.url}page.html`);
    await page.waitForFunction(() => "order" in globalThis);
    return opened;
  }

  readonly connect: Connect = (listener) => {
    this.#last += 1;
    const client = this.#last;
    const watch = new WireWatch();
    this.#watches.push(watch);
    this.#channels.set(client, { listener, watch });
    this.#order("open", client);
    return {
      send: (message) => {
        watch.heard(message);
        this.#order("send", client, JSON.stringify(message));
      },
      close: () => {
        if (this.#channels.delete(client)) this.#order("close", client);
      },
    };
  };

  /** What the server has sent that is not valid in its version of MCP. */
  get problems(): string[] {
    return this.#watches.flatMap((watch) => watch.problems);
  }

  /** How many messages the server has sent. */
  get count(): number {
    return this.#watches.reduce((sum, watch) => sum + watch.count, 0);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#browser.close();
    await this.#stopServing();
  }

  #heard(client: number, message: Message): void {
    const heard = this.#channels.get(client);
    heard?.watch.sent(message);
    heard?.listener(message);
  }

  /** One after the other, since nothing says that two calls into a page happen in the order in which they were made. */
  #order(what: Order[0], client: number, json = ""): void {
    if (this.#isClosed) return;
    this.#orders.push([what, client, json]);
    if (!this.#isOrdering) void this.#giveOrders();
  }

  async #giveOrders(): Promise<void> {
    this.#isOrdering = true;
    while (this.#orders.length > 0 && !this.#isClosed) {
      const orders = this.#orders.splice(0);
      const done = this.#page.evaluate((given) => {
        for (const one of given)
          (globalThis as unknown as { order: (...order: Order) => void }).order(...one);
      }, orders);
      await done.catch((error: unknown) => {
        if (!this.#isClosed) throw error;
      });
    }
    this.#isOrdering = false;
  }
}
