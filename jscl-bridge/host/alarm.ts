/** The longest wait setTimeout keeps; a longer one would fire at once. */
const LONGEST_WAIT_MS = 2_147_483_647;

/** One alarm on the epoch clock: setting it again replaces the time set before. */
export class Alarm {
  readonly #ring: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ring: () => void) {
    this.#ring = ring;
  }

  /** Rings at `atMs` (epoch milliseconds), or as soon as possible when that has passed. */
  set(atMs: number): void {
    this.clear();
    const wait = Math.min(Math.max(0, atMs - Date.now()), LONGEST_WAIT_MS);
    this.#timer = setTimeout(this.#ring, wait);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
