/** The last events of a recording, in columns; the oldest are dropped where there is no more room. */

import type { Kept } from "./moment.js";
import { type Held, kept } from "./snapshots.js";

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
/** Codes of snapshots that they hold together, at most: 8 bytes each. */
const MOST_HELD = 16_000_000;

/**
 * Events are kept in blocks of so many, so that nothing is copied when there are more. Columns of that size
 * are large objects to V8, which its collector does not copy either.
 */
const BLOCK = 32_768;
const MASK = BLOCK - 1;

/** A number for each event: its kind, whether it has one value, kept without an array, and its weight. */
const KIND = 15;
const ONE = 16;
const WEIGHT_SHIFT = 8;

const NOTHING: readonly Held[] = [];

class Block {
  readonly kinds = new Uint16Array(BLOCK);
  readonly calls = new Float64Array(BLOCK);
  readonly whats: unknown[] = new Array(BLOCK).fill(null);
  readonly values: unknown[] = new Array(BLOCK).fill(null);

  /** Forgets what is in it. */
  clear(): void {
    this.whats.fill(null);
    this.values.fill(null);
  }
}

export class Ring {
  /** Numbers of the first event that is there, and of the next. */
  first = 0;
  next = 0;
  #held = 0;
  /** By turns, as many as hold the events that there may be. */
  readonly #blocks: Block[] = [];
  /** Blocks of the last recording that have not been used yet. */
  readonly #spare: Block[];
  readonly #turns: number;
  #current: Block | undefined;

  constructor(
    private readonly most = MOST_EVENTS,
    private readonly mostHeld = MOST_HELD,
    last: Ring | null = null,
  ) {
    this.#spare = last === null ? [] : last.#given();
    this.#turns = Math.ceil(most / BLOCK) + 1;
  }

  /** Adds an event with any number of values. */
  add(kind: EventKind, call: number, what: unknown, values: readonly Held[], weight: number): number {
    if (values.length === 1) return this.addOne(kind, call, what, values[0] as Held, weight);
    return this.#add(kind, call, what, values, weight);
  }

  /** Adds an event with one value; `weight` is what it holds, at most 255. */
  addOne(kind: EventKind, call: number, what: unknown, value: Held, weight: number): number {
    return this.#add(kind | ONE, call, what, value, weight);
  }

  #add(kind: number, call: number, what: unknown, values: unknown, weight: number): number {
    const number = this.next++;
    if (number - this.first >= this.most) this.#forgetFirst();
    const place = number & MASK;
    if (place === 0) this.#current = this.#begun(number);
    const block = this.#current as Block;
    block.kinds[place] = kind | (weight << WEIGHT_SHIFT);
    block.calls[place] = call;
    block.whats[place] = what;
    block.values[place] = values;
    if (weight > 0) {
      this.#held += weight;
      while (this.#held > this.mostHeld && this.first < number) this.#drop();
    }
    return number;
  }

  has(number: number): boolean {
    return number >= this.first && number < this.next;
  }

  kind(number: number): EventKind {
    return ((this.#of(number).kinds[number & MASK] as number) & KIND) as EventKind;
  }

  call(number: number): number {
    return this.#of(number).calls[number & MASK] as number;
  }

  what(number: number): unknown {
    return this.#of(number).whats[number & MASK];
  }

  values(number: number): readonly Kept[] {
    return this.held(number).map((held) => kept(held));
  }

  /** What is held of the values. */
  held(number: number): readonly Held[] {
    const block = this.#of(number);
    const values = block.values[number & MASK];
    const isOne = ((block.kinds[number & MASK] as number) & ONE) !== 0;
    return isOne ? [values as Held] : (values as readonly Held[]);
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

  #of(number: number): Block {
    return this.#blocks[Math.floor(number / BLOCK) % this.#turns] as Block;
  }

  /** The block that begins with an event; the oldest one serves again. */
  #begun(number: number): Block {
    const turn = Math.floor(number / BLOCK) % this.#turns;
    this.#blocks[turn] ??= this.#spare.pop() ?? new Block();
    return this.#blocks[turn];
  }

  /** Gives all blocks away, empty: to make new ones takes as long as to write the events. */
  #given(): Block[] {
    const used = this.#blocks.splice(0);
    for (const block of used) block.clear();
    this.first = this.next;
    return [...used, ...this.#spare.splice(0)];
  }

  /** Forgets an event whose place is soon taken by another. */
  #forgetFirst(): Block {
    const number = this.first++;
    const block = this.#of(number);
    this.#held -= (block.kinds[number & MASK] as number) >> WEIGHT_SHIFT;
    return block;
  }

  /** Forgets the first event, and what it holds. */
  #drop(): void {
    const place = this.first & MASK;
    const block = this.#forgetFirst();
    block.kinds[place] = 0;
    block.whats[place] = null;
    block.values[place] = NOTHING;
  }
}
