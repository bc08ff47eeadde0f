/** The longest that a clock goes without looking, in milliseconds, while something is measured with it. */
export const BEAT_MS = 1000;

/** A timer that is later than this, in milliseconds, was not delayed by other work of its thread. */
const SLEPT_MS = 5000;

/**
 * Browsers delay timers of a background page by a minute at most; a timer later than this, in milliseconds,
 * slept even there.
 */
const THROTTLED_MS = 90_000;

type Entry = { atMs: number; readonly ring: () => void };

/**
 * The clock that limits are measured with: it is never set, and stands still while the thread does not run
 * because the computer sleeps or the page is frozen. That is seen by timers that come late, so the clock
 * looks at itself as long as something is measured with it.
 */
export class Clock {
  readonly #read: () => number;
  readonly #entries = new Set<Entry>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer should come; both are as they are read, without what was slept. */
  #timerAt = Number.POSITIVE_INFINITY;
  #sleptMs = 0;
  /** A timer that is late once slept; one that is late again and again is a hidden page's. */
  #wasLate = false;

  constructor(read: () => number = () => performance.now()) {
    this.#read = read;
  }

  /** Milliseconds since some time in the past. */
  now(): number {
    const read = this.#read();
    const lateMs = read - this.#timerAt;
    if (lateMs > (this.#wasLate ? THROTTLED_MS : SLEPT_MS)) {
      this.#sleptMs += lateMs;
      this.#timerAt = read;
      this.#wasLate = true;
    }
    return read - this.#sleptMs;
  }

  /** Has `ring` called at `atMs` on this clock, or as soon as possible when that has passed. */
  add(atMs: number, ring: () => void): object {
    const entry = { atMs, ring };
    this.#entries.add(entry);
    const at = atMs + this.#sleptMs;
    if (this.#timer === undefined || at < this.#timerAt) this.#startTimer(this.now());
    return entry;
  }

  /** Removes an alarm: it does not ring. */
  remove(entry: object): void {
    this.#entries.delete(entry as Entry);
    if (this.#entries.size === 0) this.#stopTimer();
  }

  #startTimer(nowMs: number): void {
    this.#stopTimer();
    if (this.#entries.size === 0) return;
    const nextMs = Math.min(...[...this.#entries].map(({ atMs }) => atMs));
    const wait = Math.min(Math.max(0, nextMs - nowMs), BEAT_MS);
    this.#timerAt = nowMs + this.#sleptMs + wait;
    this.#timer = setTimeout(() => this.#timerCame(), wait);
    // In Node a server keeps its process by what it has to do, not by looking at the time.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#timerAt = Number.POSITIVE_INFINITY;
  }

  #timerCame(): void {
    const lateMs = this.#read() - this.#timerAt;
    const nowMs = this.now();
    this.#wasLate = lateMs > SLEPT_MS;
    const due = [...this.#entries].filter(({ atMs }) => atMs <= nowMs);
    for (const entry of due) this.#entries.delete(entry);
    this.#startTimer(nowMs);
    for (const { ring } of due) ring();
  }
}
