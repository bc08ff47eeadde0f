import type { Clock } from "../time/clock.js";
import { dateNow } from "../time/date.js";
import { within } from "../time/within.js";
import type { Content, JournalStore, Left, StoredDefinitions } from "./journal-store.js";

/**
 * What pages keep of their definitions between two visits: an IndexedDB database, in which each visit of a
 * page has a record of its own under the name that the page gives. So no page can write over another's, not
 * even one that is told nothing any more because it is being left. A visit that has taken in the records of
 * others deletes them when its own is written, each if it is still what was taken in.
 */

const DATABASE = "jscl-mcp";
const STORE = "definitions";

/**
 * How long the browser may take for anything, in milliseconds: another page may keep the database from all
 * others for ever.
 */
const LIMIT_MS = 2_000;

const SILENT = "The browser's storage does not answer.";

/** A value as it was read. */
type Found = { readonly key: IDBValidKey; readonly value: unknown };

/**
 * The records of one name. Each method rejects where the browser has no storage to give, as in private
 * windows, or none left.
 */
export class DefinitionStore implements JournalStore {
  onLost: (reason: string) => void = () => {};
  readonly #name: string;
  readonly #clock: Clock;
  readonly #visit = crypto.getRandomValues(new Uint32Array(3)).join("-");
  #database: Promise<IDBDatabase> | null = null;
  #read: readonly Found[] = [];
  /** What is in the own record, too. */
  #absorbed: readonly Found[] = [];
  #endRestoring: (() => void) | null = null;

  constructor(name: string, clock: Clock) {
    this.#name = name;
    this.#clock = clock;
  }

  async read(): Promise<Left> {
    const [found, restoring] = await Promise.all([this.#all(), restorers()]);
    const others = found.filter(({ key }) => !(Array.isArray(key) && key[1] === this.#visit));
    const records = others.filter(({ value }) => isStored(value));
    const marks = others.filter(
      ({ key, value }) => isMark(key) && typeof value === "string" && !restoring.has(lockOf(key[0], key[1])),
    );
    this.#read = [...records, ...marks, ...others.filter(({ key }) => key === this.#oldMark)];
    return {
      records: records
        .map(({ value }) => value as StoredDefinitions)
        .sort((one, other) => one.savedMs - other.savedMs),
      trying: marks.map(({ value }) => value as string),
    };
  }

  taken(): void {
    this.#absorbed = [...this.#absorbed, ...this.#read];
    this.#read = [];
  }

  async write(content: Content): Promise<void> {
    await this.#change("strict", (store) => {
      const stored: StoredDefinitions = { record: content.record(), savedMs: dateNow() };
      store.put(stored, [this.#name, this.#visit]);
    });
    if (this.#absorbed.length > 0) await this.#deleteAbsorbed();
  }

  async remove(): Promise<void> {
    await this.#change("strict", (store) => {
      for (const range of this.#ranges) store.delete(range);
    });
    this.#absorbed = [];
  }

  async mark(form: string): Promise<void> {
    this.#endRestoring ??= beginRestoring(lockOf(this.#name, this.#visit));
    await this.#change("relaxed", (store) => store.put(form, this.#mark));
  }

  async unmark(): Promise<void> {
    this.#endRestoring?.();
    this.#endRestoring = null;
    await this.#change("relaxed", (store) => store.delete(this.#mark));
  }

  get #mark(): MarkKey {
    return [this.#name, this.#visit, "restoring"];
  }

  /**
   * Versions before each visit had a record of its own kept one under the name itself, and a mark that names
   * a place in it.
   */
  get #oldMark(): string {
    return `${this.#name} being restored`;
  }

  /** Where all of the name is. Arrays come after all that can be in a key of two or three strings. */
  get #ranges(): readonly IDBKeyRange[] {
    return [
      IDBKeyRange.only(this.#name),
      IDBKeyRange.only(this.#oldMark),
      IDBKeyRange.bound([this.#name], [this.#name, []]),
    ];
  }

  async #all(): Promise<Found[]> {
    const transaction = (await this.#open()).transaction(STORE);
    const store = transaction.objectStore(STORE);
    const reads = this.#ranges.map(async (range) => {
      const [keys, values] = await Promise.all([
        settled(store.getAllKeys(range)),
        settled(store.getAll(range)),
      ]);
      return keys.map((key, place) => ({ key, value: values[place] as unknown }));
    });
    return (await endingIn(transaction, Promise.all(reads), this.#clock)).flat();
  }

  async #change(
    durability: IDBTransactionDurability,
    change: (store: IDBObjectStore) => void,
  ): Promise<void> {
    const transaction = (await this.#open()).transaction(STORE, "readwrite", { durability });
    change(transaction.objectStore(STORE));
    // Without waiting to be told that the requests are done: a page that is being left is told nothing any
    // more.
    transaction.commit();
    await endingIn(transaction, committed(transaction), this.#clock);
  }

  async #deleteAbsorbed(): Promise<void> {
    const transaction = (await this.#open()).transaction(STORE, "readwrite");
    const store = transaction.objectStore(STORE);
    const absorbed = this.#absorbed;
    for (const { key, value } of absorbed) {
      const request = store.get(key);
      // What a page that is still open has written since is not in our record.
      request.onsuccess = () => {
        if (isSame(request.result, value)) store.delete(key);
      };
    }
    await endingIn(transaction, committed(transaction), this.#clock);
    this.#absorbed = this.#absorbed.filter((found) => !absorbed.includes(found));
  }

  async #open(): Promise<IDBDatabase> {
    this.#database ??= this.#connect();
    return within(this.#clock, LIMIT_MS, this.#database, SILENT);
  }

  #connect(): Promise<IDBDatabase> {
    const forget = () => {
      if (this.#database === connecting) this.#database = null;
    };
    const connecting = new Promise<IDBDatabase>((resolve, reject) => {
      if (!globalThis.indexedDB) throw new Error("This browser has no storage.");
      // Where another page keeps its connection to a database that is to be deleted, this waits; it goes on
      // when it may.
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onerror = () => reject(request.error ?? new Error("The browser has no storage for this page."));
      request.onsuccess = () => {
        const database = request.result;
        const lost = (reason: string) => {
          forget();
          this.onLost(reason);
        };
        // Whoever deletes the database, or needs another version of it, would wait for us.
        database.onversionchange = () => {
          database.close();
          lost("Another page has taken the storage.");
        };
        database.onclose = () => lost("The browser has closed the storage; what was kept may be gone.");
        resolve(database);
      };
    });
    connecting.catch(forget);
    return connecting;
  }
}

/** Settles as `work` does, which is what a transaction is for; that is ended when it takes too long. */
async function endingIn<T>(transaction: IDBTransaction, work: Promise<T>, clock: Clock): Promise<T> {
  try {
    return await within(clock, LIMIT_MS, work, SILENT);
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It has ended.
    }
    throw error;
  }
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("The browser did not keep it."));
  });
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The browser could not read it."));
  });
}

type MarkKey = [name: string, visit: string, what: "restoring"];

function isMark(key: IDBValidKey): key is MarkKey {
  return Array.isArray(key) && key[2] === "restoring";
}

function isStored(value: unknown): value is StoredDefinitions {
  const { record, savedMs } = (value ?? {}) as Partial<StoredDefinitions>;
  return typeof record === "string" && typeof savedMs === "number";
}

function isSame(value: unknown, other: unknown): boolean {
  if (!isStored(value) || !isStored(other)) return value === other;
  return value.record === other.record && value.savedMs === other.savedMs;
}

function lockOf(name: string, visit: string): string {
  return `jscl-mcp restoring ${visit} ${name}`;
}

/**
 * A page that restores holds a lock meanwhile, which the browser takes from it when it ends, however it does.
 */
function beginRestoring(lock: string): () => void {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  navigator.locks?.request(lock, () => ended).catch(() => {});
  return end;
}

/**
 * The locks of the pages that are restoring now; none where pages have no locks, since they are not served
 * securely.
 */
async function restorers(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {};
  return new Set(held.map(({ name }) => name ?? ""));
}
