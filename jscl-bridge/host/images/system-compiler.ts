import { MOST_WANTED, readNote, type Shelf } from "../../engine/compiled-notes.js";
import type { CompiledStore } from "../storage/compiled-store.js";
import type { Clock } from "../time/clock.js";
import { within } from "../time/within.js";

/** How long an image that starts waits for what is kept, in milliseconds. */
const SHELF_MS = 2_000;

/** How long an image compiles for others, in milliseconds. */
const LIMIT_MS = 600_000;

/** Systems that are compiled for one server. */
const MOST_COMPILED = 1_000;

/** What an image has of the host's store of compiled systems. */
export type Keeping = {
  readonly shelf: Promise<Shelf | null>;
  /** Called with what claims to be a note of `engine/compiled-notes.ts`. */
  readonly onNote: (note: unknown) => void;
};

/** Starts an image that compiles some systems, and no other; `onEnd` is called when it has ended. */
export type StartCompiling = (
  names: readonly string[],
  keeping: Keeping,
  onEnd: () => void,
) => { stop(): void };

/**
 * Has an image of its own compile the systems that others have compiled for themselves, and a store keep what
 * it makes. No program runs in that image, so no program decides what is kept (decision 49).
 */
export class SystemCompiler {
  readonly #store: CompiledStore;
  readonly #clock: Clock;
  readonly #start: StartCompiling;
  /** Names that were wanted so far: each is compiled once. */
  readonly #tried = new Set<string>();
  #wanted: string[] = [];
  #work: Promise<void> | null = null;
  /** Ends the image that compiles, if one does. */
  #stop = () => {};
  /** Without a storage nothing is compiled for it. */
  #isOff = false;

  constructor(store: CompiledStore, clock: Clock, start: StartCompiling) {
    this.#store = store;
    this.#clock = clock;
    this.#start = start;
  }

  /** What a session's image has of the store. */
  keeping(): Keeping {
    return {
      shelf: this.#shelf(),
      onNote: (data) => {
        const note = readNote(data);
        if (note?.kind === "compiled-wants") this.#want(note.names);
      },
    };
  }

  /** Resolves when nothing is being compiled. */
  async settled(): Promise<void> {
    while (this.#work !== null) await this.#work;
  }

  close(): void {
    this.#isOff = true;
    this.#wanted = [];
    this.#stop();
  }

  #shelf(): Promise<Shelf | null> {
    const shelf = within(this.#clock, SHELF_MS, this.#store.shelf(), "The storage does not answer.");
    return shelf.catch(() => {
      this.#isOff = true;
      return null;
    });
  }

  #want(names: readonly string[]): void {
    if (this.#isOff) return;
    for (const name of names) {
      if (this.#tried.has(name) || this.#tried.size >= MOST_COMPILED) continue;
      this.#tried.add(name);
      this.#wanted.push(name);
    }
    if (this.#wanted.length === 0) return;
    this.#work ??= this.#run().finally(() => {
      this.#work = null;
    });
  }

  async #run(): Promise<void> {
    while (this.#wanted.length > 0) {
      const names = this.#wanted.splice(0, MOST_WANTED);
      // What fails is compiled by whoever loads it.
      await this.#store.alone(() => this.#compile(names)).catch(() => {});
    }
  }

  async #compile(names: readonly string[]): Promise<void> {
    let writing = Promise.resolve();
    const put = (key: string, text: string) => {
      writing = writing.then(() => this.#store.put(key, text)).catch(() => {});
    };
    const ended = new Promise<void>((resolve) => {
      if (this.#isOff) return resolve();
      const onNote = (data: unknown) => {
        const note = readNote(data);
        if (note?.kind === "compiled-code") put(note.key, note.text);
        else if (note?.kind === "compiled-all") resolve();
      };
      const image = this.#start(names, { shelf: this.#shelf(), onNote }, resolve);
      this.#stop = () => {
        image.stop();
        resolve();
      };
    });
    await within(this.#clock, LIMIT_MS, ended, "It takes too long.").catch(() => {});
    this.#stop();
    this.#stop = () => {};
    await writing;
  }
}
