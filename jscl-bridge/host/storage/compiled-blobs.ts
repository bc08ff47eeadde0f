import { createStore, delMany, entries, set, type UseStore } from "idb-keyval";
import type { Shelf } from "../../engine/compiled-notes.js";
import type { Clock } from "../time/clock.js";
import { dateNow } from "../time/date.js";
import { within } from "../time/within.js";
import { type CompiledStore, type KeptEntry, outdated } from "./compiled-store.js";

/** How long the browser may take for anything, in milliseconds. */
const LIMIT_MS = 2_000;

const SILENT = "The browser's storage does not answer.";

/** Held by the page that has systems compiled: another one of the origin waits, and finds them made. */
const LOCK = "jscl-mcp compiles systems";

/** A value of the database. */
type Kept = { readonly blob: Blob; readonly savedMs: number };

type Entry = KeptEntry<IDBValidKey> & { readonly blob: Blob };

/** Compiled systems in IndexedDB. A Blob there is not read before an image does. */
export class CompiledBlobs implements CompiledStore {
  readonly #clock: Clock;
  readonly #shelf: UseStore = createStore("jscl-mcp-compiled", "systems");

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async shelf(): Promise<Shelf> {
    const blobs = new Map<string, Blob>();
    for (const { key, blob } of await this.#entries()) if (typeof key === "string") blobs.set(key, blob);
    return { blobs };
  }

  async put(key: string, text: string): Promise<void> {
    const kept: Kept = { blob: new Blob([text]), savedMs: dateNow() };
    const others = (await this.#entries()).filter((each) => each.key !== key);
    const gone = outdated(others, kept.blob.size);
    if (gone.length > 0) await this.#asked(() => delMany([...gone], this.#shelf));
    try {
      await this.#asked(() => set(key, kept, this.#shelf));
    } catch (problem) {
      // The browser's limit is lower than ours: half of it, and the newest, may fit.
      const older = others
        .sort((one, other) => one.savedMs - other.savedMs)
        .slice(0, Math.ceil(others.length / 2));
      if (older.length === 0) throw problem;
      await this.#asked(() =>
        delMany(
          older.map((each) => each.key),
          this.#shelf,
        ),
      );
      await this.#asked(() => set(key, kept, this.#shelf));
    }
  }

  async alone(work: () => Promise<void>): Promise<void> {
    // Pages that are not served securely have no locks, and do it each for itself.
    const { locks } = navigator;
    await (locks ? locks.request(LOCK, work) : work());
  }

  async #entries(): Promise<Entry[]> {
    const all = await this.#asked(() => entries<IDBValidKey, unknown>(this.#shelf));
    return all.map(([key, value]) => {
      if (isKept(value)) return { key, blob: value.blob, bytes: value.blob.size, savedMs: value.savedMs };
      // Whatever it is, it is the first to go.
      return { key, blob: new Blob([]), bytes: 0, savedMs: 0 };
    });
  }

  /** Asks the browser, which may have no storage at all. */
  async #asked<T>(ask: () => Promise<T>): Promise<T> {
    return within(this.#clock, LIMIT_MS, ask(), SILENT);
  }
}

function isKept(value: unknown): value is Kept {
  const { blob, savedMs } = (value ?? {}) as Partial<Kept>;
  return blob instanceof Blob && typeof savedMs === "number";
}
