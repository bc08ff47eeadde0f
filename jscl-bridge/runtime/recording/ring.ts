/** The last events of a recording; the oldest are dropped where there is no more room. */

import { CodeLog } from "./code-log.js";
import type { Kept } from "./moment.js";
import { codesBetween, keptBetween } from "./snapshots.js";

/** What happened. */
export const EVENT = {
  call: 0,
  /** A call returned, with values. */
  return: 1,
  /** A call was left by an exit. */
  left: 2,
  /** A call ended by starting over, with other arguments. */
  again: 3,
  binding: 4,
  assignment: 5,
  signal: 6,
  handled: 7,
  restart: 8,
} as const;

export type EventKind = (typeof EVENT)[keyof typeof EVENT];

export interface RecordedEvent {
  /** Its number, from 0. */
  readonly number: number;
  readonly kind: EventKind;
  /** The number of the call that it is in; of a call, that of its caller; negative for none. */
  readonly call: number;
  /** The description of a function, a `NotedVariable`, the name of a restart; null for others. */
  readonly what: unknown;
  /** Arguments, values, or one value. */
  readonly values: readonly Kept[];
}

/** Events of a recording, at most. */
export const MOST_EVENTS = 1_000_000;
/** Codes that they have together, at most: 8 bytes each. */
const MOST_CODES = 19_000_000;
/** Codes of an event before those of its values: its kind, its call, and what it is of. */
const HEAD = 3;

/** Places of so many events are in one array, which is large enough to V8 to be never copied. */
const BLOCK = 32_768;
const MASK = BLOCK - 1;

export class Ring {
  /** The number of the next event. */
  next = 0;
  /** The codes of all events, in their order. */
  readonly log: CodeLog;
  #first = 0;
  /** Where each event begins, by turns, in as many blocks as hold the events that there may be. */
  readonly #blocks: Float64Array[] = [];
  /** Blocks of the last recording that have not been used yet. */
  readonly #spare: Float64Array[];
  readonly #turns: number;
  #current: Float64Array = new Float64Array(0);

  constructor(
    private readonly most = MOST_EVENTS,
    mostCodes = MOST_CODES,
    last: Ring | null = null,
  ) {
    this.log = new CodeLog(mostCodes, last?.log);
    this.#spare = last === null ? [] : last.#given();
    this.#turns = Math.ceil(most / BLOCK) + 1;
  }

  /** The number of the first event that is there. */
  get first(): number {
    // The codes of others are overwritten.
    while (this.#first < this.next && this.#position(this.#first) < this.log.oldest) this.#first++;
    return this.#first;
  }

  /** Begins an event; what is written to the log until the next one begins are its values. */
  begin(kind: EventKind, call: number, what: unknown): number {
    const number = this.next++;
    if (number - this.#first >= this.most) this.#first++;
    const place = number & MASK;
    if (place === 0) this.#current = this.#begun(number);
    this.#current[place] = this.log.begin(kind, call, what);
    return number;
  }

  has(number: number): boolean {
    return number >= this.first && number < this.next;
  }

  kind(number: number): EventKind {
    return this.log.at(this.#position(number)) as EventKind;
  }

  call(number: number): number {
    return this.log.at(this.#position(number) + 1) as number;
  }

  what(number: number): unknown {
    return this.log.at(this.#position(number) + 2);
  }

  values(number: number): readonly Kept[] {
    return keptBetween(this.log, this.#position(number) + HEAD, this.#position(number + 1));
  }

  /** The codes of the values: the same for the same values. */
  codes(number: number): readonly unknown[] {
    return codesBetween(this.log, this.#position(number) + HEAD, this.#position(number + 1));
  }

  event(number: number): RecordedEvent {
    return {
      number,
      kind: this.kind(number),
      call: this.call(number),
      what: this.what(number),
      values: this.values(number),
    };
  }

  /** Where an event begins; the next one will begin where the log ends. */
  #position(number: number): number {
    if (number === this.next) return this.log.position;
    return (this.#blocks[Math.floor(number / BLOCK) % this.#turns] as Float64Array)[number & MASK] as number;
  }

  /** The block that begins with an event; the oldest one serves again. */
  #begun(number: number): Float64Array {
    const turn = Math.floor(number / BLOCK) % this.#turns;
    this.#blocks[turn] ??= this.#spare.pop() ?? new Float64Array(BLOCK);
    return this.#blocks[turn];
  }

  /** Gives all blocks away: to make new ones takes as long as to write the events. */
  #given(): Float64Array[] {
    this.#first = this.next;
    return [...this.#blocks.splice(0), ...this.#spare.splice(0)];
  }
}
