import type { Clock } from "./clock.js";

/** One alarm on a clock: setting it again replaces the time set before. */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #entry: object | null = null;
  #entryAtMs = 0;
  #atMs = 0;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings at `atMs`, or as soon as possible when that has passed. */
  set(atMs: number): void {
    this.#atMs = atMs;
    // To ring too early costs less than to be set anew each time: an alarm is put off far more often than it
    // rings.
    if (this.#entry !== null && this.#entryAtMs <= atMs) return;
    this.#enter();
  }

  clear(): void {
    if (this.#entry !== null) this.#clock.remove(this.#entry);
    this.#entry = null;
  }

  #enter(): void {
    this.clear();
    this.#entryAtMs = this.#atMs;
    this.#entry = this.#clock.add(this.#atMs, () => this.#came());
  }

  #came(): void {
    this.#entry = null;
    if (this.#clock.now() < this.#atMs) this.#enter();
    else this.#ring();
  }
}
