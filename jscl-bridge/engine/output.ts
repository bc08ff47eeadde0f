import type { Event, OutputStream } from "../contract/engine.js";
import { now } from "../runtime/platform.js";
import { countCharacters, firstCharacters, lastUnits } from "./text-length.js";

/** Text is posted when this much has gathered, in UTF-16 units… */
const CHUNK_UNITS = 4096;
/** …or when the last of it was posted this long ago, in milliseconds. */
const CHUNK_MS = 40;

/**
 * The changes from one stream to the other that one post may have; beyond that each stream is posted in one
 * piece.
 */
const MAX_PIECES = 16;

/** What was written to one stream without a break. */
interface Piece {
  readonly stream: OutputStream;
  readonly texts: string[];
}

/**
 * The output of one evaluation. Writes are gathered into few events, however small they are and in whichever
 * way the streams take turns; each stream is cut at `maxOutput` characters (code points) and what lies beyond
 * is counted, but for the last `endChars` of it, which are kept.
 */
export class EvaluationOutput {
  readonly dropped: Record<OutputStream, number> = { stdout: 0, stderr: 0 };
  readonly #id: number;
  readonly #post: (event: Event) => void;
  readonly #left: Record<OutputStream, number>;
  readonly #endChars: number;
  /** The last of what lies beyond, and as much before it as has gathered. */
  readonly #beyond: Record<OutputStream, string> = { stdout: "", stderr: "" };
  #pieces: Piece[] = [];
  #pendingUnits = 0;
  #posted = 0;

  constructor(id: number, maxOutput: number, endChars: number, post: (event: Event) => void) {
    this.#id = id;
    this.#post = post;
    this.#left = { stdout: maxOutput, stderr: maxOutput };
    this.#endChars = endChars;
  }

  /** The last of each stream that was cut, which is not counted as dropped any more; null where none was. */
  takeEnds(): Record<OutputStream, string> | null {
    if (this.#endChars === 0 || this.dropped.stdout + this.dropped.stderr === 0) return null;
    return { stdout: this.#takeEnd("stdout"), stderr: this.#takeEnd("stderr") };
  }

  #takeEnd(stream: OutputStream): string {
    const end = lastUnits(this.#beyond[stream], this.#endChars);
    this.#beyond[stream] = "";
    this.dropped[stream] -= countCharacters(end);
    return end;
  }

  /**
   * Takes text as Lisp wrote it. Text of the two streams is posted in the order it was written, unless they
   * take turns often.
   */
  write(stream: OutputStream, text: string): void {
    const kept = this.#cut(stream, text);
    if (kept === "") return;
    const last = this.#pieces.at(-1);
    if (last?.stream === stream) last.texts.push(kept);
    else this.#pieces.push({ stream, texts: [kept] });
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
    if (this.#pieces.length === 0) return;
    const pieces = this.#pieces.length > MAX_PIECES ? byStream(this.#pieces) : this.#pieces;
    this.#pieces = [];
    this.#pendingUnits = 0;
    this.#posted = now();
    for (const { stream, texts } of pieces)
      this.#post({ kind: "output", id: this.#id, stream, text: texts.join("") });
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
    const kept = firstCharacters(text, left);
    if (this.#endChars > 0) this.#keepEnd(stream, text.slice(kept.length));
    return kept;
  }

  #keepEnd(stream: OutputStream, text: string): void {
    const gathered = this.#beyond[stream] + text;
    // Cut now and then: to cut each time would copy it each time.
    const isLong = gathered.length > this.#endChars * 4;
    this.#beyond[stream] = isLong ? lastUnits(gathered, this.#endChars) : gathered;
  }
}

/** All of each stream in one piece, that first which was written to first. */
function byStream(pieces: readonly Piece[]): Piece[] {
  const whole = new Map<OutputStream, Piece>();
  for (const { stream, texts } of pieces) {
    const piece = whole.get(stream) ?? { stream, texts: [] };
    for (const text of texts) piece.texts.push(text);
    whole.set(stream, piece);
  }
  return [...whole.values()];
}
