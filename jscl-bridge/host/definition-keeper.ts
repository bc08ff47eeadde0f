import type { DefinitionStore, StoredDefinitions } from "./definition-store.js";

/** Definitions come in bursts; a write this long after the last one, in milliseconds, keeps them all. */
const QUIET_MS = 500;

type Store = Pick<DefinitionStore, "read" | "write" | "mark">;

/**
 * Writes what the server has to keep: some time after each change, and when the page goes. What the browser refuses is remembered
 * and does no harm.
 */
export class DefinitionKeeper {
  /** Why definitions are not kept; null as long as they are. */
  problem: string | null = null;
  readonly #store: Store;
  readonly #record: () => string;
  readonly #flushWhenLeaving = () => this.flush();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;
  #isRestoring = false;
  /** All that was begun to be written, in order. */
  #written: Promise<void> = Promise.resolve();

  /** `record` is what the server wants kept, asked for when it is written. */
  constructor(store: Store, record: () => string) {
    this.#store = store;
    this.#record = record;
    globalThis.addEventListener?.("pagehide", this.#flushWhenLeaving);
  }

  /** What an earlier visit has left; nothing where that cannot be read. */
  async load(): Promise<{ readonly stored: StoredDefinitions | null; readonly trying: number | null }> {
    try {
      return await this.#store.read();
    } catch (error) {
      this.#fail(error);
      return { stored: null, trying: null };
    }
  }

  /** The record has changed. */
  changed(): void {
    this.#isDue = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), QUIET_MS);
  }

  /** Writes what is due now. While something is restored, marks refer to the record that is there. */
  flush(): void {
    if (!this.#isDue || this.#isRestoring) return;
    this.#isDue = false;
    clearTimeout(this.#timer);
    const stored = { record: this.#record(), savedMs: Date.now() };
    this.#enqueue(() => this.#store.write(stored));
  }

  /** A form is about to be restored: what is written before it may run, see {@link written}. */
  trying(place: number): void {
    this.flush();
    this.#isRestoring = true;
    this.#enqueue(() => this.#store.mark(place));
  }

  /** Nothing is being restored any more. */
  restored(): void {
    this.#isRestoring = false;
    this.#isDue = true;
    this.flush();
  }

  /** Whether something is being restored. */
  get isRestoring(): boolean {
    return this.#isRestoring;
  }

  /** Resolves when all that was to be written is, or cannot be. */
  get written(): Promise<void> {
    return this.#written;
  }

  close(): void {
    this.flush();
    clearTimeout(this.#timer);
    globalThis.removeEventListener?.("pagehide", this.#flushWhenLeaving);
  }

  #enqueue(write: () => Promise<void>): void {
    this.#written = this.#written.then(write).then(
      () => {
        this.problem = null;
      },
      (error: unknown) => this.#fail(error),
    );
  }

  #fail(error: unknown): void {
    this.problem = error instanceof Error ? error.message || error.name : String(error);
  }
}
