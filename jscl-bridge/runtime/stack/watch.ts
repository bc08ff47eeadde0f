/**
 * Stops a running body from outside: at its deadline, or when it is cancelled. Checked every few
 * milliseconds.
 */

import { now as clock } from "../platform.js";
import type { CallStack } from "./callstack.js";

/**
 * Grace period for cleanup code after the deadline: the smaller of this many milliseconds and a fraction of
 * the time limit.
 */
const GRACE = 250;
const GRACE_PART = 1 / 5;
/** Cleanup is cut off after this many grace periods in total. */
const GRACES = 3;
/** Of these a report gets at most so many. */
const REPORT_GRACES = 2;

/**
 * A gap between two looks that is longer than this part of the grace period does not count, as the machine
 * may have stood still, until such gaps come to so many milliseconds for one exit.
 */
const PAUSE_PART = 1 / 4;
const PAUSES_IN_ALL = 1000;

/** A report of an error that came before the deadline gets so long for each part… */
const REPORT_PART = 1000;
/** …and so long in all, in milliseconds, unless the deadline is nearer. */
const REPORT_IN_ALL = 3000;

/**
 * A body without a safepoint for this long, in milliseconds, did not run: the computer slept, or the thread
 * was stopped.
 */
const SLEPT = 10_000;

const MINIMAL_FUEL = 16;
/** A quick loop may have slow work next, so it does not get all the fuel it could use in one tick. */
const MAXIMAL_FUEL = 20_000;
/** A look is wanted at least about this often, in milliseconds. */
const TICK = 4;

/** Leaves by a non-local exit, or returns to let the body run for a while. */
type Leave = () => void;

interface Watched {
  /** When to stop, on the clock of `now()`; 0 for never. */
  readonly deadline: number;
  /** Called when the deadline has passed, and again each time that what still runs takes too long. */
  readonly expired: Leave;
  readonly isCancelled: () => boolean;
  /** Called when the body was cancelled, and again each time that what still runs takes too long. */
  readonly cancelled: Leave;
  readonly onTick: () => void;
}

/** An exit that is under way. */
interface Leaving {
  readonly leave: Leave;
  againAt: number;
  alwaysFrom: number;
  /** The time of the last look. */
  seen: number;
  /** Milliseconds of gaps that did not count. */
  paused: number;
}

/** Looks after one body that runs on a call stack. */
export class Watch {
  readonly #stack: CallStack;
  readonly #watched: Watched;
  readonly #grace: number;
  /** When to stop, on the clock of `now()`; 0 for never. */
  #deadline: number;
  #fuel = MINIMAL_FUEL;
  #last = clock();
  #leaving: Leaving | null = null;
  #cutOff = false;

  constructor(stack: CallStack, watched: Watched) {
    this.#stack = stack;
    this.#watched = watched;
    const { deadline } = watched;
    this.#deadline = deadline;
    this.#grace = deadline > 0 ? Math.min(GRACE, (deadline - this.#last) * GRACE_PART) : GRACE;
    stack.fuel = this.#fuel;
    stack.onTick = () => this.#tick();
  }

  /**
   * Whether cleanup was ever cut off for good, so that library code may not have put back what it had bound.
   */
  get cutOff(): boolean {
    return this.#cutOff;
  }

  /** Whether the body is being left. */
  get isLeaving(): boolean {
    return this.#leaving !== null;
  }

  /** Stands still while the body waits for an answer. */
  pause<T>(wait: () => T): T {
    const began = clock();
    try {
      return wait();
    } finally {
      this.#last = clock();
      if (this.#deadline > 0) this.#deadline += this.#last - began;
    }
  }

  /** Leaves if there is a reason to. */
  look(now = clock()): void {
    this.#forgive(now);
    const deadline = this.#deadline;
    const { expired, isCancelled, cancelled } = this.#watched;
    if (this.#leaving?.leave !== cancelled && isCancelled()) this.#begin(cancelled, now);
    else if (this.#leaving === null && deadline > 0 && now > deadline) this.#begin(expired, now);
    const leaving = this.#leaving;
    if (leaving === null || now < leaving.againAt) return;
    leaving.againAt = now + this.#grace;
    leaving.leave();
  }

  /** Makes a report: what takes too long in it is left by `skip`. */
  report<T>(make: () => T, skip: Leave): T {
    const outer = this.#leaving;
    const now = clock();
    const deadline = this.#deadline;
    const until = (wanted: number, graces: number) =>
      deadline > 0 ? Math.min(now + wanted, Math.max(now, deadline) + graces * this.#grace) : now + wanted;
    const mine = {
      leave: skip,
      againAt: until(REPORT_PART, 1),
      alwaysFrom: until(REPORT_IN_ALL, REPORT_GRACES),
      seen: now,
      paused: 0,
    };
    this.#leaving = mine;
    try {
      return make();
    } finally {
      if (this.#leaving === mine) {
        this.#leaving = outer;
        if (outer !== null) {
          outer.seen = clock();
          outer.againAt = outer.seen + this.#grace;
        }
      }
    }
  }

  /** Watches no more. */
  end(): void {
    const stack = this.#stack;
    stack.onTick = () => {
      stack.fuel = MAXIMAL_FUEL;
    };
  }

  #begin(leave: Leave, at: number): void {
    this.#leaving = { leave, againAt: at, alwaysFrom: at + GRACES * this.#grace, seen: at, paused: 0 };
  }

  #forgive(now: number): void {
    const leaving = this.#leaving;
    if (leaving === null) return;
    const gap = now - leaving.seen;
    leaving.seen = now;
    if (gap <= this.#grace * PAUSE_PART || leaving.paused >= PAUSES_IN_ALL) return;
    leaving.paused += gap;
    leaving.againAt += gap;
    leaving.alwaysFrom += gap;
  }

  #tick(): void {
    const now = clock();
    const gap = now - this.#last;
    // As the host's clock does, which would otherwise wait on for what has ended here.
    if (this.#deadline > 0 && gap > SLEPT) this.#deadline += gap;
    if (gap < TICK / 2) this.#fuel = Math.min(this.#fuel * 2, MAXIMAL_FUEL);
    else if (gap > TICK * 2) {
      // Work that turned slow at once is not to be late for several looks.
      this.#fuel = Math.max(Math.floor((this.#fuel * TICK) / gap), MINIMAL_FUEL);
    }
    this.#last = now;
    this.#stack.fuel = this.#fuel;
    this.#watched.onTick();
    this.#forgive(now);
    const leaving = this.#leaving;
    if (leaving !== null && now > leaving.alwaysFrom) {
      this.#cutOff = true;
      this.#stack.fuel = 0;
      leaving.againAt = now;
    }
    this.look(now);
  }
}
