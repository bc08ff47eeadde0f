/** A page in Chromium with a server in it, and channels from here to that server. */
import { type Browser, type CDPSession, chromium } from "@playwright/test";
import { findChromium } from "../../scripts/lib/browser.mjs";
import { listen } from "../../scripts/lib/site.mjs";
import { WireWatch } from "../wire/watch.js";
import type { Message } from "./bridge/message.js";

/** One client of the server in the page. */
export type Channel = { readonly send: (message: Message) => void; readonly close: () => void };
/** Makes a client, whose messages are handed to a function. */
export type Connect = (listener: (message: Message) => void) => Channel;

type Order = "open" | "send" | "close";

type Listener = (message: Message) => void;
/** The messages between one client and the server, in order. */
type Record = Array<readonly ["heard" | "sent", Message]>;

export class LispPage {
  readonly #browser: Browser;
  readonly #devtools: CDPSession;
  readonly #stopServing: () => Promise<unknown>;
  readonly #channels = new Map<number, { readonly listener: Listener; readonly record: Record }>();
  readonly #records: Record[] = [];
  #isClosed = false;
  #last = 0;

  private constructor(browser: Browser, devtools: CDPSession, stopServing: () => Promise<unknown>) {
    this.#browser = browser;
    this.#devtools = devtools;
    this.#stopServing = stopServing;
    devtools.on("Runtime.bindingCalled", ({ payload }) => {
      const [client, message] = JSON.parse(payload) as [number, Message];
      this.#heard(client, message);
    });
  }

  /** Opens `page.html` of a folder, and waits until it has a server. */
  static async open(folder: string): Promise<LispPage> {
    const site = await listen({ "/": folder }, { port: 0, fixed: true });
    const executablePath = await findChromium();
    const browser = await chromium.launch(executablePath ? { executablePath } : {});
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error("In the page:", error));
    // The suite gives some answers half a second: the protocol below Playwright's functions costs a fraction
    // of what they do.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Runtime.enable");
    await devtools.send("Runtime.addBinding", { name: "heardFromServer" });
    const opened = new LispPage(browser, devtools, site.close);
    await page.goto(`${site.url}page.html`);
    await page.waitForFunction(() => "order" in globalThis);
    return opened;
  }

  readonly connect: Connect = (listener) => {
    this.#last += 1;
    const client = this.#last;
    const record: Record = [];
    this.#records.push(record);
    this.#channels.set(client, { listener, record });
    this.#order("open", client);
    return {
      send: (message) => {
        record.push(["heard", message]);
        this.#order("send", client, JSON.stringify(message));
      },
      close: () => {
        if (this.#channels.delete(client)) this.#order("close", client);
      },
    };
  };

  /**
   * Checks all messages so far against the schemas. Returns how many the server has sent, and which are not
   * valid in their version of MCP. To compile a schema takes longer than the suite waits for some answers, so
   * it is not done while the suite runs.
   */
  check(): { readonly count: number; readonly problems: readonly string[] } {
    const watches = this.#records.map((record) => {
      const watch = new WireWatch();
      for (const [way, message] of record) watch[way](message);
      return watch;
    });
    return {
      count: watches.reduce((sum, watch) => sum + watch.count, 0),
      problems: watches.flatMap((watch) => watch.problems),
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#browser.close();
    await this.#stopServing();
  }

  #heard(client: number, message: Message): void {
    const channel = this.#channels.get(client);
    channel?.record.push(["sent", message]);
    channel?.listener(message);
  }

  /** Has the page do something. What is sent here first happens there first. */
  #order(order: Order, client: number, json = ""): void {
    if (this.#isClosed) return;
    const expression = `order(${JSON.stringify(order)}, ${client}, ${JSON.stringify(json)})`;
    this.#devtools.send("Runtime.evaluate", { expression }).then(
      ({ exceptionDetails }) => {
        if (exceptionDetails) console.error("In the page:", exceptionDetails.exception?.description);
      },
      (error: unknown) => {
        if (!this.#isClosed) console.error(error);
      },
    );
  }
}
