import type { McpClient } from "../elements/page/mcp-client.js";
import { MAIN } from "../sessions.js";
import type { Store } from "../storage.js";

const KEY = "tab.definitions";

/** Characters of definitions that a tab keeps. */
const MOST_CHARACTERS = 1_000_000;

/**
 * The definitions of session main, as the server's journal writes them, kept for this tab.
 */
export class TabDefinitions {
  readonly #store: Store;
  readonly #client: Promise<McpClient>;
  #earlier: string;
  #isReading = false;
  /** Whether something has been evaluated since the reading began. */
  #isStale = false;

  constructor(store: Store, backstage: Promise<McpClient>) {
    this.#store = store;
    this.#earlier = store.read(KEY) ?? "";
    this.#client = backstage;
  }

  /** What was defined before the page was loaded again, as a text to load; empty where nothing was. */
  get earlier(): string {
    return this.#earlier;
  }

  forget(): void {
    this.#earlier = "";
    this.#store.remove(KEY);
  }

  /** Keeps what is defined now, after what was not brought back yet. */
  async keep(): Promise<void> {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      const client = await this.#client;
      // What is defined while the journal is read may be missing in it.
      while (this.#isStale) {
        this.#isStale = false;
        this.#write((await client.read(`lisp://session/${MAIN}/journal`)) ?? "");
      }
    } catch {
      // Without a server there is nothing to keep.
    } finally {
      this.#isReading = false;
    }
  }

  #write(journal: string): void {
    const isEmpty = !/^[^;\s]/m.test(journal);
    const all = [this.#earlier, isEmpty ? "" : journal].filter((part) => part !== "").join("\n");
    if (all === "") this.#store.remove(KEY);
    else if (all.length <= MOST_CHARACTERS) this.#store.write(KEY, all);
  }
}
