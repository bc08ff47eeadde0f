const PREFIX = "jscl-mcp.playground.";

/** What became of a text that was to be kept: kept, or why it is not. */
export type Kept = "kept" | "full" | "forbidden";

/** What a store writes to: a part of the browser's `Storage`. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Texts by key in the browser's storage, which may be forbidden, or full. Nothing here throws. */
export class Store {
  readonly #shelf: () => Shelf;

  /** `shelf` may throw, as `localStorage` does where the browser forbids it. */
  constructor(shelf: () => Shelf) {
    this.#shelf = shelf;
  }

  /** The text of a key; null where there is none. */
  read(key: string): string | null {
    try {
      return this.#shelf().getItem(PREFIX + key);
    } catch {
      return null;
    }
  }

  write(key: string, text: string): Kept {
    let shelf: Shelf;
    try {
      shelf = this.#shelf();
    } catch {
      return "forbidden";
    }
    try {
      shelf.setItem(PREFIX + key, text);
      return "kept";
    } catch {
      return "full";
    }
  }

  remove(key: string): void {
    try {
      this.#shelf().removeItem(PREFIX + key);
    } catch {
      // What was never kept need not be forgotten.
    }
  }

  /** The keys that begin with a text, without it. */
  keys(start: string): string[] {
    const found: string[] = [];
    try {
      const shelf = this.#shelf();
      for (let place = 0; place < shelf.length; place++) {
        const key = shelf.key(place);
        if (key?.startsWith(PREFIX + start)) found.push(key.slice(PREFIX.length + start.length));
      }
    } catch {
      // A forbidden storage has no keys.
    }
    return found;
  }
}

/** What all tabs of the site share, from visit to visit. */
export const browserStore = new Store(() => localStorage);

/** What belongs to this tab alone, for as long as it is open. */
export const tabStore = new Store(() => sessionStorage);

/** Reads a remembered text; `null` when there is none or when the browser forbids storage. */
export function recall(key: string): string | null {
  return browserStore.read(key);
}

/** Remembers a text, or forgets it when given `null`. Does nothing where the browser forbids storage. */
export function remember(key: string, value: string | null): void {
  if (value === null) browserStore.remove(key);
  else browserStore.write(key, value);
}
