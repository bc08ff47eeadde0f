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

/** Whether an event is the end of a call. */
export function isEnd(kind: EventKind): boolean {
  return kind === EVENT.return || kind === EVENT.left || kind === EVENT.again;
}

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

/**
 * What the codes of an event begin with. Those of a variable, or of a function, are one object, so that an
 * event that gives a value to a variable has two codes. No value has one among its codes.
 */
export class EventHead {
  /** Whether it ends a call: then the number of the call around that one comes after it. */
  readonly isEnd: boolean;

  constructor(
    readonly kind: EventKind,
    /** As `RecordedEvent.what`. */
    readonly what: unknown,
  ) {
    this.isEnd = isEnd(kind);
  }
}

/** Events of a recording, at most. */
export const MOST_EVENTS = 1_000_000;
/** Codes that they have together, at most: 8 bytes each. */
const MOST_CODES = 19_000_000;

/** Of so many events, it is written down where the first begins, and in which call: the rest follows. */
const SEGMENT = 32;
/** Segments that are kept as they were read last: whoever goes through events often goes back a little. */
const READ_SEGMENTS = 64;

/** The events of a segment, as they were read from the log. */
class Segment {
  number = -1;
  readonly heads: EventHead[] = [];
  readonly calls: number[] = [];
  /** Where each begins, and the last one ends. */
  readonly positions: number[] = [];
}

export class Ring {
  /** The number of the next event. */
  next = 0;
  /** The codes of all events, in their order. */
  readonly log: CodeLog;
  /** No event before it is there. */
  #first = 0;
  /** By turns, of each segment: the position of its first event, and the call that it is in. */
  readonly #index: Float64Array;
  readonly #turns: number;
  readonly #read: readonly Segment[] = Array.from({ length: READ_SEGMENTS }, () => new Segment());

  constructor(
    private readonly most = MOST_EVENTS,
    mostCodes = MOST_CODES,
    last: Ring | null = null,
  ) {
    this.log = new CodeLog(mostCodes, last?.log);
    this.#turns = Math.ceil(most / SEGMENT) + 1;
    this.#index = new Float64Array(2 * this.#turns);
    if (last !== null) last.#end();
  }

  /** The number of the first event that is there. */
  get first(): number {
    this.#first = Math.max(this.#first, this.next - this.most);
    // The codes of others are overwritten.
    while (this.#first < this.next && this.#indexed(this.#first) < this.log.oldest)
      this.#first = (Math.floor(this.#first / SEGMENT) + 1) * SEGMENT;
    return Math.min(this.#first, this.next);
  }

  /** Begins an event in a call; what is written to the log until the next one begins are its values. */
  begin(head: EventHead, call: number): number {
    const number = this.next;
    if (number % SEGMENT === 0) this.#beginSegment(number / SEGMENT, call);
    this.log.write(head);
    // There may be no room for it: then it is none.
    this.next = number + 1;
    return number;
  }

  /** Calls `visit` with each event that is there, in their order: quicker than to ask for one by one. */
  each(visit: (number: number, head: EventHead, call: number) => void): void {
    const { first } = this;
    if (first === this.next) return;
    this.#walk(Math.floor(first / SEGMENT), this.log.position, (number, head, call) => {
      if (number >= first) visit(number, head, call);
    });
  }

  has(number: number): boolean {
    return number >= this.first && number < this.next;
  }

  kind(number: number): EventKind {
    return this.#head(number).kind;
  }

  call(number: number): number {
    return this.#segmentOf(number).calls[number % SEGMENT] as number;
  }

  what(number: number): unknown {
    return this.#head(number).what;
  }

  values(number: number): readonly Kept[] {
    return keptBetween(this.log, ...this.#valuesAt(number));
  }

  /** The codes of the values: the same for the same values. */
  codes(number: number): readonly unknown[] {
    return codesBetween(this.log, ...this.#valuesAt(number));
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

  #beginSegment(segment: number, call: number): void {
    const place = 2 * (segment % this.#turns);
    this.#index[place] = this.log.position;
    this.#index[place + 1] = call;
  }

  /** The position of the first event of the segment that an event is in. */
  #indexed(number: number): number {
    return this.#index[2 * (Math.floor(number / SEGMENT) % this.#turns)] as number;
  }

  #head(number: number): EventHead {
    return this.#segmentOf(number).heads[number % SEGMENT] as EventHead;
  }

  /** The positions that the codes of an event's values are between. */
  #valuesAt(number: number): readonly [from: number, to: number] {
    const { positions, heads } = this.#segmentOf(number);
    const place = number % SEGMENT;
    const codesBefore = heads[place]?.isEnd ? 2 : 1;
    return [(positions[place] as number) + codesBefore, positions[place + 1] as number];
  }

  #segmentOf(event: number): Segment {
    const number = Math.floor(event / SEGMENT);
    const segment = this.#read[number % READ_SEGMENTS] as Segment;
    if (segment.number !== number) this.#readInto(segment, number);
    return segment;
  }

  #readInto(segment: Segment, number: number): void {
    const { heads, calls, positions } = segment;
    const after = (number + 1) * SEGMENT;
    const end = after < this.next ? this.#indexed(after) : this.log.position;
    let count = 0;
    this.#walk(number, end, (_, head, call, position) => {
      heads[count] = head;
      calls[count] = call;
      positions[count++] = position;
    });
    positions[count] = end;
    // More events may follow in the last one.
    segment.number = after < this.next ? number : -1;
  }

  /** Goes through the events from the beginning of a segment up to a position. */
  #walk(
    segment: number,
    end: number,
    visit: (number: number, head: EventHead, call: number, position: number) => void,
  ): void {
    let number = segment * SEGMENT;
    let call = this.#index[2 * (segment % this.#turns) + 1] as number;
    let isEnding = false;
    this.log.each(this.#indexed(number), end, (code, position) => {
      if (code instanceof EventHead) {
        visit(number, code, call, position);
        if (code.kind === EVENT.call) call = number;
        isEnding = code.isEnd;
        number++;
      } else if (isEnding) {
        call = code as number;
        isEnding = false;
      }
    });
  }

  /** Nothing of it is there any more: its log is another's. */
  #end(): void {
    this.#first = this.next;
  }
}
