import type { Store } from "../storage.js";
import type { Revision } from "./library.js";
import { parsed } from "./parsed.js";
import { isProgram, type Program } from "./program.js";

/** Characters of one program's undo history that a tab keeps. */
const LONGEST_UNDO = 1_000_000;

/** Programs whose undo history a tab keeps. */
const MOST_UNDO = 5;

const OPEN = "tab.open";
const UNDO = "tab.undo.";
const UNDO_ORDER = "tab.undo-order";

/** The program that a tab has open. */
export interface Open {
  readonly program: Program;
  /** The stored text that this tab has seen last; null where none is stored. */
  readonly revision: Revision | null;
  /** Whether its text is one that the library has not taken. */
  readonly isUnsaved: boolean;
  /** The fragment that it came by, while the address still has it. */
  readonly fragment: string;
}

/** What this tab remembers over a reload: which program is open, and what can be undone in it. */
export class Tab {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  open(): Open | null {
    const data = parsed(this.#store.read(OPEN)) as Partial<Open> | null;
    return isProgram(data?.program) && typeof data.fragment === "string" ? (data as Open) : null;
  }

  keepOpen(open: Open): void {
    const text = JSON.stringify(open);
    if (this.#store.write(OPEN, text) !== "full") return;
    // The text matters more than what could be undone.
    for (const id of this.#order()) this.#store.remove(UNDO + id);
    this.#store.write(OPEN, text);
  }

  /** The editor's state of a program as data; null where there is none. */
  undo(id: string): unknown {
    return parsed(this.#store.read(UNDO + id));
  }

  keepUndo(id: string, state: unknown): void {
    const text = JSON.stringify(state);
    const [last, ...order] = [id, ...this.#order().filter((each) => each !== id)];
    for (const old of order.slice(MOST_UNDO - 1)) this.#store.remove(UNDO + old);
    this.#store.write(UNDO_ORDER, JSON.stringify([last, ...order.slice(0, MOST_UNDO - 1)]));
    if (text.length > LONGEST_UNDO || this.#store.write(UNDO + id, text) !== "kept")
      this.#store.remove(UNDO + id);
  }

  #order(): string[] {
    const order = parsed(this.#store.read(UNDO_ORDER));
    return Array.isArray(order) ? order.filter((id) => typeof id === "string") : [];
  }
}
