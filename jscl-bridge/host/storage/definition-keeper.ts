import { Clock } from "../time/clock.js";
import { within } from "../time/within.js";
import type { Content, JournalStore, Left } from "./journal-store.js";

/**
 * How long after a write that failed it is tried again, in milliseconds; each time twice as long, but no
 * longer than the other.
 */
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [1_000, 60_000];

/**
 * How long what others have left is waited for, in milliseconds: the server starts without it then, and takes
 * it in later.
 */
const READ_LIMIT_MS = 2_000;

/** How long a write is waited for, in milliseconds: what tells of it is said then. */
const WRITE_LIMIT_MS = 5_000;

const NOTHING: Left = { records: [], trying: [] };

const SILENT = "The storage does not answer.";

const STRANGE =
  "What is kept there is no record that this version understands. It is left as it is, and nothing is written over it.";

/** What the keeper is told by the server, and tells it. */
export type Kept = Content & {
  /**
   * Takes a record into what is to be kept, with the ids of forms that were being restored when somebody
   * ended.
   */
  takeIn(stored: string, known: string, trying?: readonly string[]): boolean;
  /** All changes up to that one are kept, or cannot be. */
  onSettled(change: number): void;
  /** Something is not kept, and why; or all is, and null. */
  onProblem(problem: string | null): void;
};

/**
 * Has a store keep what the server wants kept: at once, one write at a time, and once more when the page
 * goes. What it refuses is tried again, and does no harm.
 */
export class DefinitionKeeper {
  /** The record that was read or written last. */
  latest: string | null = null;
  /** When what others have left was written, in milliseconds since 1970. */
  savedMs: number | null = null;
  readonly #store: JournalStore;
  readonly #clock: Clock;
  readonly #kept: Kept;
  readonly #content: Content;
  #isOn: boolean;
  #problem: string | null = null;
  /** What could not be read stays where it is, whatever is written beside it. */
  #strange: string | null = null;
  #hasRead = false;
  /** Changes are numbered; these are how many there were, and how many are written. */
  #changes = 0;
  #written = 0;
  #writing: Promise<void> | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #retryMs = FIRST_RETRY_MS;
  #restoring: string | null = null;
  #marked: Promise<boolean> = Promise.resolve(false);
  #marks = true;
  readonly #leaving = () => this.#leave();
  readonly #comingBack = () => this.#comeBack();

  constructor(store: JournalStore, kept: Kept, isOn = true, clock = new Clock()) {
    this.#store = store;
    this.#clock = clock;
    this.#kept = kept;
    this.#content = {
      record: () => {
        this.latest = kept.record();
        return this.latest;
      },
      takeIn: (stored, known) => kept.takeIn(stored, known),
    };
    this.#isOn = isOn;
    store.onLost = (reason) => this.#setProblem(reason);
    globalThis.addEventListener?.("pagehide", this.#leaving);
    globalThis.addEventListener?.("pageshow", this.#comingBack);
  }

  /** Why definitions are not kept, or not all; null as long as they are. */
  get problem(): string | null {
    return this.#problem ?? this.#strange;
  }

  /** How many changes there were: what tells of them is to wait until they are settled. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * What an earlier visit has left; nothing where that cannot be read, which is tried again with the next
   * write.
   */
  async read(): Promise<Left> {
    if (!this.#isOn) return NOTHING;
    try {
      return await this.#readStore();
    } catch (error) {
      this.#fail(error);
      this.#changes += 1;
      this.#retryLater();
      return NOTHING;
    }
  }

  /** Has the server take in what was read. */
  take({ records, trying }: Left): void {
    let areUnderstood = true;
    // What is taken in comes before what is there already: so the latest record is the first.
    for (const { record, savedMs } of records.toReversed()) {
      if (this.#kept.takeIn(record, "", trying)) this.savedMs = Math.max(savedMs, this.savedMs ?? 0);
      else areUnderstood = false;
    }
    if (!areUnderstood) this.#setProblem(this.#problem, STRANGE);
    else if (this.#hasRead) this.#store.taken();
    if (records.length > 0) this.latest = this.#kept.record();
    // Who was suspected when nothing is written until the next end of the page would not be any more.
    if (trying.length > 0) this.changed();
  }

  /** What is to be kept has changed. */
  changed(): void {
    if (this.#isOn) this.#change();
  }

  /** Writes from now on, and what there is already. */
  turnOn(): void {
    this.#isOn = true;
    this.#change();
  }

  /** Writes nothing from now on, and takes away what is written. */
  turnOff(): void {
    this.#isOn = false;
    this.#setProblem(this.#problem, null);
    this.#change();
  }

  /** A form is about to be restored: what may end the page waits until that is noted, see {@link marked}. */
  trying(form: string): void {
    this.#restoring = form;
    if (!this.#isOn) return;
    const marked = this.#store.mark(form).then(
      () => true,
      () => false,
    );
    // Where it cannot be noted, it is not waited for each time.
    this.#marked = this.#marks ? marked : Promise.resolve(false);
    void marked.then((succeeded) => {
      this.#marks = succeeded;
    });
  }

  /** Nothing is being restored any more. */
  restored(): void {
    if (this.#restoring === null) return;
    this.#restoring = null;
    this.#marks = true;
    if (this.#isOn) this.#store.unmark().catch(() => {});
  }

  /** Whether something is being restored. */
  get isRestoring(): boolean {
    return this.#restoring !== null;
  }

  /** Resolves when the form that is being restored is noted, or cannot be: to whether it is. */
  get marked(): Promise<boolean> {
    return this.#marked;
  }

  /** Resolves when all that was to be written is, or cannot be now. */
  async written(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  /** Resolves when all is kept that can be. */
  async close(): Promise<void> {
    globalThis.removeEventListener?.("pagehide", this.#leaving);
    globalThis.removeEventListener?.("pageshow", this.#comingBack);
    const marked = this.#restoring === null ? null : this.#store.unmark().catch(() => {});
    this.#restoring = null;
    await this.written();
    this.#start();
    await this.written();
    clearTimeout(this.#retry);
    await marked;
  }

  #change(): void {
    this.#changes += 1;
    // What does not work keeps nobody waiting.
    if (this.#problem !== null) this.#kept.onSettled(this.#changes);
    this.#start();
  }

  #start(): void {
    if (this.#writing !== null || this.#written === this.#changes) return;
    clearTimeout(this.#retry);
    const change = this.#changes;
    this.#writing = this.#write().then(
      () => this.#ended(change, true),
      (error: unknown) => {
        this.#fail(error);
        this.#ended(change, false);
      },
    );
  }

  /**
   * What others have left is taken in before anything is written, or else with the next write: it stays where
   * it is till then.
   */
  async #write(): Promise<void> {
    if (!this.#isOn) return within(this.#clock, WRITE_LIMIT_MS, this.#store.remove(), SILENT);
    const unread = this.#hasRead ? null : this.#readStore().then((left) => this.take(left));
    const [reading] = await Promise.allSettled([unread]);
    if (this.#isOn) await within(this.#clock, WRITE_LIMIT_MS, this.#store.write(this.#content), SILENT);
    if (reading.status === "rejected") throw reading.reason;
  }

  async #readStore(): Promise<Left> {
    const left = await within(this.#clock, READ_LIMIT_MS, this.#store.read(), SILENT);
    this.#hasRead = true;
    return left;
  }

  #ended(change: number, succeeded: boolean): void {
    this.#writing = null;
    if (succeeded) {
      this.#written = change;
      this.#setProblem(null);
      this.#retryMs = FIRST_RETRY_MS;
    }
    this.#kept.onSettled(succeeded ? change : this.#changes);
    if (succeeded) this.#start();
    else this.#retryLater();
  }

  #retryLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#start(), this.#retryMs);
    this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
  }

  /**
   * The page goes. That it does so with a word tells this from an end that a form has brought about: nobody
   * is to be suspected. Nothing is heard any more of what is begun now, so it is begun whatever else is under
   * way.
   */
  #leave(): void {
    if (this.#isOn && this.#restoring !== null) this.#store.unmark().catch(() => {});
    if (this.#isOn && this.#written !== this.#changes) this.#store.write(this.#content).catch(() => {});
  }

  /** A page that was left may be entered again as it was. */
  #comeBack(): void {
    if (this.#isOn && this.#restoring !== null) this.trying(this.#restoring);
  }

  #fail(error: unknown): void {
    this.#setProblem(error instanceof Error ? error.message || error.name : String(error));
  }

  #setProblem(problem: string | null, strange = this.#strange): void {
    const before = this.problem;
    this.#problem = problem;
    this.#strange = strange;
    if (this.problem !== before) this.#kept.onProblem(this.problem);
  }
}
