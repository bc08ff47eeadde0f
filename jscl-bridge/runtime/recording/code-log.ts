/**
 * The codes of events, one after the other; where there are more than it may hold, the oldest are
 * overwritten. They are in chunks that are made once, so that neither an event nor a snapshot is an object of
 * its own: what is made in each call is what the collector's time goes to.
 */

import { allocated } from "../stack/safepoints.js";

/** Codes of a chunk. Arrays of that size are large objects to V8, which its collector does not copy. */
const CHUNK = 32_768;
const MASK = CHUNK - 1;
const CODE_BYTES = 8;

export class CodeLog {
  /** By turns, as many as hold the codes that there may be. */
  readonly #chunks: unknown[][] = [];
  /** Chunks of the last recording that have not been used yet. */
  readonly #spare: unknown[][];
  readonly #turns: number;
  #current: unknown[] = [];
  /** The position that the current chunk begins at. */
  #base = -CHUNK;
  /** Codes of the current chunk. */
  #count = CHUNK;
  /** The position of the first code that is still there. */
  oldest = 0;

  constructor(most: number, last: CodeLog | null = null) {
    this.#spare = last === null ? [] : last.#given();
    this.#turns = Math.ceil(most / CHUNK) + 1;
  }

  /** The position of the next code. */
  get position(): number {
    return this.#base + this.#count;
  }

  write(code: unknown): void {
    if (this.#count === CHUNK) this.#begin();
    this.#current[this.#count++] = code;
  }

  /** The code at a position that is not older than `oldest`. */
  at(position: number): unknown {
    return this.#chunkOf(position)[position & MASK];
  }

  /** Calls `visit` with the codes between two positions, and where they are. */
  each(from: number, to: number, visit: (code: unknown, position: number) => void): void {
    for (let at = from; at < to; ) {
      const codes = this.#chunkOf(at);
      const end = Math.min(to, at + CHUNK - (at & MASK));
      for (; at < end; at++) visit(codes[at & MASK], at);
    }
  }

  replace(position: number, code: unknown): void {
    this.#chunkOf(position)[position & MASK] = code;
  }

  /** Whether the codes from a position on are those from an earlier one on; both are in the current chunk. */
  repeats(before: number, position: number): boolean {
    const codes = this.#current;
    const shift = position - before;
    for (let i = position - this.#base; i < this.#count; i++)
      if (!Object.is(codes[i - shift], codes[i])) return false;
    return true;
  }

  /** Whether the codes from a position on are in the current chunk. */
  hasAtHand(position: number): boolean {
    return position >= this.#base;
  }

  /** Takes back the codes from a position on: those in earlier chunks become null. */
  takeBack(position: number): void {
    for (let at = position; at < this.#base; at++) this.replace(at, null);
    this.#count = Math.max(0, position - this.#base);
  }

  #chunkOf(position: number): unknown[] {
    return this.#chunks[Math.floor(position / CHUNK) % this.#turns] as unknown[];
  }

  #begin(): void {
    this.#base += CHUNK;
    this.#count = 0;
    const number = this.#base / CHUNK;
    this.oldest = Math.max(0, number - this.#turns + 1) * CHUNK;
    this.#chunks[number % this.#turns] ??= this.#spare.pop() ?? madeChunk();
    this.#current = this.#chunks[number % this.#turns] as unknown[];
  }

  /** Gives all chunks away, empty. */
  #given(): unknown[][] {
    const used = this.#chunks.splice(0);
    for (const chunk of used) chunk.fill(null);
    return [...used, ...this.#spare.splice(0)];
  }
}

function madeChunk(): unknown[] {
  const chunk: unknown[] = new Array(CHUNK).fill(null);
  allocated(CHUNK * CODE_BYTES, chunk);
  return chunk;
}
