/**
 * Notes what code does that was compiled to say so (`compiler/emit/recording.ts`). A call that is left by an
 * exit says nothing: it is found out when the next event is of a call further out, by the height of the Lisp
 * stack that each call began at.
 */

import type { Internals, LispValue, ValuesFunction } from "../objects/marshal.js";
import { isMultiple } from "../objects/marshal.js";
import { Received, receivedValues } from "../received-values.js";
import { callLisp, elementsOf, INTERNAL_PACKAGE, nil } from "../signals.js";
import type { CallStack, FrameInfo } from "../stack/callstack.js";
import { Moments } from "./moments.js";
import type { NotedVariable } from "./noted-variable.js";
import { EVENT, EventHead, type EventKind, Ring } from "./ring.js";

/** Calls that are running: their numbers, and the heights of the Lisp stack that they began at. */
class RunningCalls {
  readonly numbers: number[] = [];
  readonly heights: number[] = [];
  count = 0;

  get innermost(): number {
    return this.count === 0 ? -1 : (this.numbers[this.count - 1] as number);
  }

  push(number: number, height: number): void {
    this.numbers[this.count] = number;
    this.heights[this.count++] = height;
  }
}

const RETURN = new EventHead(EVENT.return, null);
const LEFT = new EventHead(EVENT.left, null);
const AGAIN = new EventHead(EVENT.again, null);

export class Recorder {
  /** What has been recorded; null before anything is. */
  ring: Ring | null = null;
  isOn = false;
  readonly moments: Moments;
  #running = new RunningCalls();
  /** What calls begin with, by the numbers of descriptions. */
  readonly #calls: (EventHead | null)[] = [];

  constructor(
    private readonly stack: CallStack,
    private readonly internals: Internals,
    printed: (x: LispValue) => string,
  ) {
    this.moments = new Moments(internals, printed, (owner) =>
      elementsOf(callLisp("NAMES-OF-SLOTS", INTERNAL_PACKAGE, owner as unknown as LispValue)),
    );
  }

  /** Begins a recording of the last `most` events; the last recording is forgotten. */
  begin(most: number): void {
    this.ring = new Ring(most, undefined, this.ring);
    this.moments.into(this.ring.log);
    this.#running = new RunningCalls();
    this.isOn = true;
  }

  /** Ends it. Calls that are still running were left. */
  end(): void {
    if (!this.isOn) return;
    this.#leaveFrom(0);
    this.moments.forget();
    this.isOn = false;
  }

  /** Adds an event of the innermost call. */
  #add(head: EventHead, values: readonly LispValue[]): number {
    const number = (this.ring as Ring).begin(head, this.#running.innermost);
    this.moments.writeAll(values);
    return number;
  }

  /** Adds an event of one value, of the innermost call. */
  #addOne(head: EventHead, call: number, value: LispValue): number {
    const ring = this.ring as Ring;
    const number = ring.begin(head, call);
    this.#write(ring, value);
    return number;
  }

  #write(ring: Ring, value: LispValue): void {
    // Most values of loops are numbers.
    if (typeof value === "number") ring.log.write(value);
    else this.moments.write(value);
  }

  /** Ends the innermost call; what is written next are its values. */
  #endCall(head: EventHead): Ring {
    const running = this.#running;
    const ring = this.ring as Ring;
    ring.begin(head, running.innermost);
    running.count--;
    ring.log.write(running.innermost);
    return ring;
  }

  #leave(): void {
    this.#endCall(LEFT);
  }

  /** Calls that began at that height, or above, are over. */
  #leaveFrom(height: number): void {
    const running = this.#running;
    while (running.count > 0 && (running.heights[running.count - 1] as number) >= height) this.#leave();
  }

  /** Calls inside of that one are over; whether it is running. */
  #returnTo(call: number): boolean {
    const running = this.#running;
    while (running.innermost > call) this.#leave();
    return running.innermost === call;
  }

  noteCall(height: number, info: number, args: readonly LispValue[]): number {
    return this.isOn ? this.#enter(height, this.#callOf(info), args) : -1;
  }

  /** The same of a call with one argument. */
  noteCallOfOne(height: number, info: number, arg: LispValue): number {
    if (!this.isOn) return -1;
    this.#leaveFrom(height);
    const number = this.#addOne(this.#callOf(info), this.#running.innermost, arg);
    this.#running.push(number, height);
    return number;
  }

  /** Notes a call of the function of a description; undefined is no argument. The number of the call. */
  enter(height: number, what: FrameInfo, args: readonly LispValue[]): number {
    return this.#enter(height, new EventHead(EVENT.call, what), args);
  }

  #enter(height: number, head: EventHead, args: readonly LispValue[]): number {
    this.#leaveFrom(height);
    const number = this.#add(head, args);
    this.#running.push(number, height);
    return number;
  }

  /** What calls of the function of a description begin with. */
  #callOf(info: number): EventHead {
    const what = this.stack.infos[info];
    const calls = this.#calls;
    // Without gaps: V8 has slow arrays for large ones.
    while (calls.length <= info) calls.push(null);
    let head = calls[info] as EventHead | null;
    // Another function may have the number now.
    if (head === null || head.what !== what) {
      head = new EventHead(EVENT.call, what);
      calls[info] = head;
    }
    return head;
  }

  /** Notes that a call ended: with values, or by an exit where there are none. */
  leave(call: number, values: readonly LispValue[] | null): void {
    if (!this.isOn || !this.#returnTo(call)) return;
    if (values === null) this.#leave();
    else {
      this.#endCall(RETURN);
      this.moments.writeAll(values);
    }
  }

  /** A result, in the manner that the caller wants, of which all values are noted. */
  noteReturn(call: number, values: ValuesFunction, x: LispValue): LispValue {
    if (!hasSeveral(x)) {
      if (this.isOn && call >= 0 && this.#returnTo(call)) this.#write(this.#endCall(RETURN), x);
      return x;
    }
    if (this.isOn && call >= 0) this.leave(call, allValues(x));
    return isMultiple(x) && values !== this.internals["mv"] ? (values(...x) ?? nil()) : x;
  }

  noteLastCall(call: number): void {
    if (this.isOn && call >= 0 && this.#returnTo(call)) this.#endCall(AGAIN);
  }

  noteValue(kind: EventKind, call: number, variable: NotedVariable, value: LispValue): LispValue {
    if (this.isOn && this.#returnTo(call)) {
      variable.head ??= new EventHead(kind, variable);
      this.#addOne(variable.head, call, value);
    }
    return value;
  }

  /** Notes a condition, or a restart with what it is given, where the program is. */
  note(kind: EventKind, what: LispValue | null, values: readonly LispValue[]): void {
    if (!this.isOn) return;
    this.#leaveFrom(this.stack.sp);
    this.#add(new EventHead(kind, what), values);
  }
}

/** Makes a recorder; all that recordings take comes with this function, which few images call. */
export function makeRecorder(
  stack: CallStack,
  internals: Internals,
  printed: (x: LispValue) => string,
): Recorder {
  return new Recorder(stack, internals, printed);
}

/** Whether a result may be others than one value. */
function hasSeveral(x: LispValue): boolean {
  if (typeof x !== "object" || x === null) return false;
  return Array.isArray(x) ? isMultiple(x as LispValue) : (x as unknown) instanceof Received;
}

function allValues(x: LispValue): readonly LispValue[] {
  if (isMultiple(x)) return x;
  return (x as unknown) instanceof Received ? receivedValues(x as unknown as Received) : [x];
}
