/**
 * Holds every message that any server of any page of a test sends against the official schema of its version.
 */
import type { Browser, BrowserContext } from "@playwright/test";
import { WireWatch } from "../../wire/watch.js";

type Line = { readonly client: string; readonly direction: "in" | "out"; readonly json: string };

/** The messages that all pages of one test process have sent and received. */
export class Wire {
  readonly #watches = new Map<string, WireWatch>();

  /** Listens to all pages that this browser will ever have. */
  watch(browser: Browser): void {
    const contextOf = browser.newContext.bind(browser);
    browser.newContext = async (options) => {
      const context = await contextOf(options);
      await this.watchContext(context);
      return context;
    };
  }

  async watchContext(context: BrowserContext): Promise<void> {
    await context.exposeFunction("wireTraffic", (lines: string) => {
      // As one text: Playwright takes a value apart member by member, which costs more than all the rest.
      for (const line of JSON.parse(lines) as Line[]) this.#note(line);
    });
  }

  /** The problems since the last call. */
  takeProblems(): string[] {
    return [...this.#watches.values()].flatMap((watch) => watch.problems.splice(0));
  }

  /** How many messages the servers have sent. */
  get count(): number {
    return [...this.#watches.values()].reduce((sum, watch) => sum + watch.count, 0);
  }

  #note({ client, direction, json }: Line): void {
    const watch = this.#watches.get(client) ?? new WireWatch();
    this.#watches.set(client, watch);
    const message: unknown = JSON.parse(json);
    if (direction === "in") watch.heard(message);
    else watch.sent(message);
  }
}
