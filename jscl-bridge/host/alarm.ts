/** The longest wait setTimeout keeps; a longer one would fire at once. */
const LONGEST_WAIT_MS = 2_147_483_647;

/** One alarm on the epoch clock: setting it again replaces the time set before. */
export class Alarm {
  readonly #ring: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAtMs = 0;
  #atMs = 0;

  constructor(ring: () => void) {
    this.#ring = ring;
  }

  /** Rings at `atMs` (epoch milliseconds), or as soon as possible when that has passed. */
  set(atMs: number): void {
    this.#atMs = atMs;
    // A timer that comes too early costs less than a new one each time: an alarm is put off far more often than it rings.
    if (this.#timer !== undefined && this.#timerAtMs <= atMs) return;
    this.#startTimer();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #startTimer(): void {
    this.clear();
    const wait = Math.min(Math.max(0, this.#atMs - Date.now()), LONGEST_WAIT_MS);
    this.#timerAtMs = this.#atMs;
    this.#timer = setTimeout(() => this.#timerCame(), wait);
  }

  #timerCame(): void {
    this.#timer = undefined;
    if (Date.now() < this.#atMs) this.#startTimer();
    else this.#ring();
  }
}
