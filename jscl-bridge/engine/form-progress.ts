import type { Event, FormResult, LoadedForms, Position } from "../contract/engine.js";
import { now } from "../runtime/platform.js";

/** Milliseconds before the first notification, and between two. */
const INTERVAL_MS = 40;

/** Progress of one evaluation, reported while it runs. */
export class FormProgress {
  private readonly id: number;
  private readonly post: (event: Event) => void;
  private toldAt = now();
  private told = 0;
  private done = 0;
  /** Not while the next form is being read: that may be the end. */
  private isAtWork = false;
  private form = 0;
  private position: Position = { line: 1, column: 0 };
  private file: LoadedForms | null = null;
  /** The values of forms that were not told yet. */
  private results: FormResult[] = [];

  constructor(id: number, post: (event: Event) => void) {
    this.id = id;
    this.post = post;
  }

  /** A form of the text begins. */
  begin(position: Position): void {
    this.isAtWork = true;
    this.form += 1;
    this.position = position;
    this.file = null;
    this.tellIfDue();
  }

  /** It is done. */
  end(): void {
    this.isAtWork = false;
    this.done += 1;
  }

  /** The values of a form that is done. */
  returned(result: FormResult): void {
    this.results.push(result);
  }

  /** So many forms of a file are loaded. */
  loaded(name: string, done: number): void {
    this.done += 1;
    this.file = { name, done };
  }

  /** Tells how far it is, if that has changed and the last time is long enough ago. */
  tellIfDue(): void {
    if (now() - this.toldAt >= INTERVAL_MS) this.tell();
  }

  /** Tells how far it is, if that has changed. */
  tell(): void {
    if (!this.isAtWork || this.done === this.told) return;
    this.toldAt = now();
    this.told = this.done;
    const [id, done, form, position, file] = [this.id, this.done, this.form, this.position, this.file];
    const results = this.results;
    this.results = [];
    this.post({ kind: "forms", id, done, form, position, file, results });
  }
}
