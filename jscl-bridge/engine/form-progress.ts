import type { Event, LoadedForms, Position } from "../contract/engine.js";
import { now } from "../runtime/platform.js";

/** Milliseconds before the first notification, and between two. */
const INTERVAL_MS = 40;

/** Progress of one evaluation, reported while it runs. */
export class FormProgress {
  readonly #id: number;
  readonly #post: (event: Event) => void;
  #toldAt = now();
  #told = 0;
  #done = 0;
  /** Not while the next form is being read: that may be the end. */
  #isAtWork = false;
  #form = 0;
  #position: Position = { line: 1, column: 0 };
  #file: LoadedForms | null = null;

  constructor(id: number, post: (event: Event) => void) {
    this.#id = id;
    this.#post = post;
  }

  /** A form of the text begins. */
  begin(position: Position): void {
    this.#isAtWork = true;
    this.#form += 1;
    this.#position = position;
    this.#file = null;
    this.tellIfDue();
  }

  /** It is done. */
  end(): void {
    this.#isAtWork = false;
    this.#done += 1;
  }

  /** So many forms of a file are loaded. */
  loaded(name: string, done: number): void {
    this.#done += 1;
    this.#file = { name, done };
  }

  /** Tells how far it is, if that has changed and the last time is long enough ago. */
  tellIfDue(): void {
    if (!this.#isAtWork || this.#done === this.#told || now() - this.#toldAt < INTERVAL_MS) return;
    this.#toldAt = now();
    this.#told = this.#done;
    const [id, done, form, position, file] = [this.#id, this.#done, this.#form, this.#position, this.#file];
    this.#post({ kind: "forms", id, done, form, position, file });
  }
}
