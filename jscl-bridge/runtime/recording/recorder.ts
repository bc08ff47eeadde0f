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
import { EVENT, type EventKind, Ring } from "./ring.js";

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

const NO_VALUES: readonly LispValue[] = [];

export class Recorder {
  /** What has been recorded; null before anything is. */
  ring: Ring | null = null;
  isOn = false;
  readonly moments: Moments;
  #running = new RunningCalls();

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

  #add(kind: EventKind, call: number, what: unknown, values: readonly LispValue[]): number {
    const number = (this.ring as Ring).begin(kind, call, what);
    this.moments.writeAll(values);
    return number;
  }

  #addOne(kind: EventKind, call: number, what: unknown, value: LispValue): number {
    const ring = this.ring as Ring;
    const number = ring.begin(kind, call, what);
    // Most values of loops are numbers.
    if (typeof value === "number") ring.log.write(value);
    else this.moments.write(value);
    return number;
  }

  #leave(): void {
    const running = this.#running;
    this.#add(EVENT.left, running.numbers[--running.count] as number, null, NO_VALUES);
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
    return this.isOn ? this.enter(height, this.stack.infos[info] as FrameInfo, args) : -1;
  }

  /** The same of a call with one argument. */
  noteCallOfOne(height: number, info: number, arg: LispValue): number {
    if (!this.isOn) return -1;
    this.#leaveFrom(height);
    const number = this.#addOne(EVENT.call, this.#running.innermost, this.stack.infos[info], arg);
    this.#running.push(number, height);
    return number;
  }

  /** Notes a call of the function of a description; undefined is no argument. The number of the call. */
  enter(height: number, what: FrameInfo, args: readonly LispValue[]): number {
    this.#leaveFrom(height);
    const number = this.#add(EVENT.call, this.#running.innermost, what, args);
    this.#running.push(number, height);
    return number;
  }

  /** Notes that a call ended: with values, or by an exit where there are none. */
  leave(call: number, values: readonly LispValue[] | null): void {
    if (!this.isOn || !this.#returnTo(call)) return;
    if (values === null) this.#leave();
    else {
      this.#running.count--;
      this.#add(EVENT.return, call, null, values);
    }
  }

  /** A result, in the manner that the caller wants, of which all values are noted. */
  noteReturn(call: number, values: ValuesFunction, x: LispValue): LispValue {
    if (!hasSeveral(x)) {
      if (this.isOn && call >= 0 && this.#returnTo(call)) {
        this.#running.count--;
        this.#addOne(EVENT.return, call, null, x);
      }
      return x;
    }
    if (this.isOn && call >= 0) this.leave(call, allValues(x));
    return isMultiple(x) && values !== this.internals["mv"] ? (values(...x) ?? nil()) : x;
  }

  noteLastCall(call: number): void {
    if (!this.isOn || call < 0 || !this.#returnTo(call)) return;
    this.#running.count--;
    this.#add(EVENT.again, call, null, NO_VALUES);
  }

  noteValue(kind: EventKind, call: number, variable: NotedVariable, value: LispValue): LispValue {
    if (this.isOn && this.#returnTo(call)) this.#addOne(kind, call, variable, value);
    return value;
  }

  /** Notes a condition, or a restart with what it is given, where the program is. */
  note(kind: EventKind, what: LispValue | null, values: readonly LispValue[]): void {
    if (!this.isOn) return;
    this.#leaveFrom(this.stack.sp);
    this.#add(kind, this.#running.innermost, what, values);
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
