import { now } from "../runtime/platform.js";
import type { Event, OutputStream } from "./contract.js";
import { countCharacters, firstCharacters } from "./text-length.js";

/** Text is posted when this much has gathered, in UTF-16 units… */
const CHUNK_UNITS = 4096;
/** …or when the last of it was posted this long ago, in milliseconds. */
const CHUNK_MS = 40;

/**
 * The output of one evaluation. Writes are gathered into few events; each stream is cut at `maxOutput` characters (code points) and
 * what lies beyond is counted.
 */
export class EvaluationOutput {
  readonly dropped: Record<OutputStream, number> = { stdout: 0, stderr: 0 };
  readonly #id: number;
  readonly #post: (event: Event) => void;
  readonly #left: Record<OutputStream, number>;
  #stream: OutputStream = "stdout";
  #pending: string[] = [];
  #pendingUnits = 0;
  #posted = 0;

  constructor(id: number, maxOutput: number, post: (event: Event) => void) {
    this.#id = id;
    this.#post = post;
    this.#left = { stdout: maxOutput, stderr: maxOutput };
  }

  /** Takes text as Lisp wrote it. Text of the two streams is posted in the order it was written. */
  write(stream: OutputStream, text: string): void {
    const kept = this.#cut(stream, text);
    if (kept === "") return;
    if (stream !== this.#stream) this.flush();
    this.#stream = stream;
    this.#pending.push(kept);
    this.#pendingUnits += kept.length;
    if (this.#pendingUnits >= CHUNK_UNITS) this.flush();
    else this.flushIfDue();
  }

  /** Posts what has gathered if it has waited long enough. */
  flushIfDue(): void {
    if (now() - this.#posted >= CHUNK_MS) this.flush();
  }

  /** Posts what has gathered. */
  flush(): void {
    if (this.#pending.length === 0) return;
    const text = this.#pending.join("");
    this.#pending = [];
    this.#pendingUnits = 0;
    this.#posted = now();
    this.#post({ kind: "output", id: this.#id, stream: this.#stream, text });
  }

  #cut(stream: OutputStream, text: string): string {
    const left = this.#left[stream];
    const characters = countCharacters(text);
    if (characters <= left) {
      this.#left[stream] = left - characters;
      return text;
    }
    this.#left[stream] = 0;
    this.dropped[stream] += characters - left;
    return firstCharacters(text, left);
  }
}
