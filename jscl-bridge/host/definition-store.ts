import type { JournalStore, StoredDefinitions } from "./journal-store.js";

/** What a page keeps of its definitions between two visits: an IndexedDB database with one record for each name. */

const DATABASE = "jscl-mcp";
const STORE = "definitions";

/** The records of one name. Each method rejects where the browser has no storage to give, as in private windows, or none left. */
export class DefinitionStore implements JournalStore {
  readonly #name: string;
  #database: Promise<IDBDatabase> | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  /** The record of an earlier visit, and the place in it that was being restored when that ended. */
  async read(): Promise<{ readonly stored: StoredDefinitions | null; readonly trying: number | null }> {
    const store = (await this.#open()).transaction(STORE).objectStore(STORE);
    const [stored, trying] = await Promise.all([
      settled(store.get(this.#name)),
      settled(store.get(this.#mark)),
    ]);
    return {
      stored: isStored(stored) ? stored : null,
      trying: typeof trying === "number" ? trying : null,
    };
  }

  /** Writes the record; nothing is being restored. */
  write(stored: StoredDefinitions): Promise<void> {
    return this.#change((store) => {
      store.put(stored, this.#name);
      store.delete(this.#mark);
    });
  }

  /** Takes the record away. */
  remove(): Promise<void> {
    return this.#change((store) => {
      store.delete(this.#name);
      store.delete(this.#mark);
    });
  }

  /** Writes that the form at a place of the record is being restored. */
  mark(place: number): Promise<void> {
    return this.#change((store) => store.put(place, this.#mark));
  }

  get #mark(): string {
    return `${this.#name} being restored`;
  }

  async #change(change: (store: IDBObjectStore) => void): Promise<void> {
    const transaction = (await this.#open()).transaction(STORE, "readwrite", { durability: "strict" });
    change(transaction.objectStore(STORE));
    // Without waiting to be told that the requests are done: a page that is being left is told nothing any more.
    transaction.commit();
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("The browser did not keep it."));
    });
  }

  #open(): Promise<IDBDatabase> {
    this.#database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("The browser has no storage for this page."));
      request.onblocked = () => reject(new Error("Another page holds an older storage."));
    });
    return this.#database;
  }
}

function settled(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The browser could not read it."));
  });
}

function isStored(value: unknown): value is StoredDefinitions {
  const { record, savedMs } = (value ?? {}) as Partial<StoredDefinitions>;
  return typeof record === "string" && typeof savedMs === "number";
}
