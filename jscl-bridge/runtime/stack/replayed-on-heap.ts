/**
 * Steps in TypeScript that call the program in their middle, as the compiler calls macro functions. Such a
 * call runs on the heap, in a loop of its own. Where it leaves the evaluation, the step ends; when the call
 * has returned, the step is made anew, and each call that it made before has its result at once.
 */

import { carOf } from "../objects/conses.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { now } from "../platform.js";
import { isCons } from "../signals.js";
import { CallLoop, canBeLeft, type Loops } from "./deep-calls.js";
import { type DynamicState, dynamicState, establish } from "./dynamic-state.js";
import { alone, type ErrorExit, isErrorExit, type Leave, SLICE_MS, type Steps } from "./heap-calls.js";

/** What a call came to. */
interface Made {
  /** What the call is about: a form, or a text. */
  readonly about: unknown;
  readonly value?: LispValue;
  readonly error?: ErrorExit;
}

/** Ends a step, as a call that it makes leaves the evaluation. */
class LeftCall {
  constructor(
    readonly about: unknown,
    readonly loop: CallLoop,
    readonly leave: Leave,
    /** What the call had established. */
    readonly dynamic: DynamicState,
  ) {}
}

/**
 * Makes a step that calls the program by `Loops.calls`. Where an exception ends it, it has changed nothing
 * but what `undo` puts back.
 */
export function* replayed<T>(loops: Loops, step: () => T, undo: () => void = () => {}): Steps<T> {
  const calls = new ReplayedCalls(loops);
  const outer = dynamicState(loops.stack);
  for (;;) {
    try {
      return (yield [() => calls.during(step) as LispValue]) as T;
    } catch (error) {
      if (!(error instanceof LeftCall)) throw error;
      undo();
      yield* calls.finished(error);
      establish(loops.stack, outer);
    }
  }
}

class ReplayedCalls {
  readonly #loops: Loops;
  readonly #made: Made[] = [];
  #at = 0;

  constructor(loops: Loops) {
    this.#loops = loops;
  }

  /** Makes the step, from its beginning. */
  during<T>(step: () => T): T {
    const { calls } = this.#loops;
    this.#at = 0;
    this.#loops.calls = this;
    try {
      return step();
    } finally {
      this.#loops.calls = calls;
    }
  }

  call(about: unknown, fn: LispFunction, ...args: Parameters<LispFunction>): LispValue {
    const made = this.#madeBefore(about);
    if (made?.error !== undefined) throw made.error;
    if (made !== undefined) return made.value;
    if (!canBeLeft(this.#loops)) return fn(...args);
    const began = now();
    // A pause costs making the step anew: only a call pauses that runs for long itself.
    const loop = new CallLoop(this.#loops, alone([fn, ...args]), () => now() - began > SLICE_MS);
    const value = this.#run(about, loop);
    this.#made.splice(this.#at++, 0, { about, value });
    return value;
  }

  /** Has a call that was left return, or be left again. */
  *finished(first: LeftCall): Steps<void> {
    let left = first;
    const { about, loop } = left;
    const runs = () => this.#run(about, loop);
    for (;;) {
      establish(this.#loops.stack, left.dynamic);
      try {
        yield* answered(left);
        this.#made.splice(this.#at, 0, { about, value: yield [runs] });
        return;
      } catch (error) {
        if (error instanceof LeftCall) left = error;
        else if (isErrorExit(error)) {
          error.isReplayed = true;
          this.#made.splice(this.#at, 0, { about, error });
          return;
        } else throw error;
      }
    }
  }

  #run(about: unknown, loop: CallLoop): LispValue {
    const loops = this.#loops;
    const { held, calls } = loops;
    Object.assign(loops, { held: loop, calls: null });
    let leave: Leave | null;
    try {
      leave = loop.run();
    } finally {
      Object.assign(loops, { held, calls });
    }
    if (leave === null) return loop.value;
    throw new LeftCall(about, loop, leave, dynamicState(loops.stack));
  }

  /** What the same call came to before; the step may have made others in between. */
  #madeBefore(about: unknown): Made | undefined {
    const next = this.#made[this.#at];
    const isNext = next !== undefined && isAlike(next.about, about);
    const at = isNext ? this.#at : this.#made.findIndex((each, i) => i >= this.#at && each.about === about);
    if (at < 0) return undefined;
    this.#at = at + 1;
    return this.#made[at];
  }
}

/** Gives a call the answer for which it was left. */
function* answered({ loop, leave }: LeftCall): Steps<void> {
  try {
    const answer = yield leave;
    if (!loop.isPaused) loop.answer(answer);
  } catch (error) {
    loop.answer(error as LispValue, true);
  }
}

/** Whether a step made anew may mean the same by both: forms of standard macros are consed anew. */
function isAlike(one: unknown, other: unknown): boolean {
  return one === other || (isCons(one) && isCons(other) && carOf(one) === carOf(other));
}
