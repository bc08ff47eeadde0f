/** A window that a client came from. */
type Guest = { readonly source: Window; readonly gone: () => void };

/**
 * Tells when the pages that clients came from have gone, as far as that can be seen: of pages of this origin
 * when it happens, of others that their window is closed or taken out, whenever it is looked for.
 */
export class Departures {
  readonly #guests = new Set<Guest>();
  readonly #ended = new AbortController();

  /** Calls `gone` once, when the page that is in `source` now has gone. */
  watch(source: MessageEventSource | null, gone: () => void): void {
    if (!isWindow(source) || source === globalThis.window) return;
    const guest = { source, gone };
    this.#guests.add(guest);
    try {
      const options = { once: true, signal: this.#ended.signal };
      source.addEventListener("pagehide", () => this.#went(guest), options);
    } catch {
      // Of a window of another origin nothing but this is readable: `closed`.
    }
  }

  /** Looks after those who could not be watched. */
  look(): void {
    for (const guest of [...this.#guests]) if (guest.source.closed) this.#went(guest);
  }

  end(): void {
    this.#ended.abort();
    this.#guests.clear();
  }

  #went(guest: Guest): void {
    if (this.#guests.delete(guest)) guest.gone();
  }
}

function isWindow(source: MessageEventSource | null): source is Window {
  // A window of another origin refuses to be asked for anything else.
  return source !== null && "closed" in source && "postMessage" in source && "frames" in source;
}
