import { dateNow } from "./date.js";
import type { JournalStore, StoredDefinitions } from "./journal-store.js";

/** How often is written while definitions come in bursts, in milliseconds. */
const PERIOD_MS = 500;

/**
 * Writes what the server has to keep: at once, but not too often, and when the page goes. What the browser refuses is remembered
 * and does no harm.
 */
export class DefinitionKeeper {
  /** Why definitions are not kept; null as long as they are. */
  problem: string | null = null;
  /** The record that was read or written last. */
  latest: string | null = null;
  readonly #store: JournalStore;
  readonly #record: () => string;
  readonly #flushWhenLeaving = () => this.flush();
  #isOn: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;
  #isRestoring = false;
  /** All that was begun to be written, in order. */
  #written: Promise<void> = Promise.resolve();

  /** `record` is what the server wants kept, asked for when it is written. */
  constructor(store: JournalStore, record: () => string, isOn = true) {
    this.#store = store;
    this.#isOn = isOn;
    this.#record = record;
    globalThis.addEventListener?.("pagehide", this.#flushWhenLeaving);
  }

  /** What an earlier visit has left; nothing where that cannot be read. */
  async load(): Promise<{ readonly stored: StoredDefinitions | null; readonly trying: number | null }> {
    if (!this.#isOn) return { stored: null, trying: null };
    try {
      const left = await this.#store.read();
      this.latest = left.stored?.record ?? null;
      return left;
    } catch (error) {
      this.#fail(error);
      return { stored: null, trying: null };
    }
  }

  /** The record has changed. */
  changed(): void {
    this.#isDue = true;
    if (!this.#isOn || this.#timer !== undefined) return;
    this.flush();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.flush();
    }, PERIOD_MS);
  }

  /** Writes what is due now. While something is restored, marks refer to the record that is there. */
  flush(): void {
    if (!this.#isOn || !this.#isDue || this.#isRestoring) return;
    this.#isDue = false;
    const stored = { record: this.#record(), savedMs: dateNow() };
    this.latest = stored.record;
    this.#enqueue(() => this.#store.write(stored));
  }

  /** Writes from now on, and what there is already. */
  turnOn(): void {
    this.#isOn = true;
    this.#isDue = true;
    this.flush();
  }

  /** Writes nothing from now on, and takes away what is written. */
  turnOff(): void {
    this.#isOn = false;
    clearTimeout(this.#timer);
    this.#enqueue(() => this.#store.remove());
  }

  /** A form is about to be restored: what is written before it may run, see {@link written}. */
  trying(place: number): void {
    this.flush();
    this.#isRestoring = true;
    if (this.#isOn) this.#enqueue(() => this.#store.mark(place));
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
