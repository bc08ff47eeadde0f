/**
 * An evaluation that runs on the heap from its first call. It can be left wherever a twin yields that, with
 * its calls, its part of the Lisp stack, its bindings, handlers, restarts and CATCH forms, and be taken up
 * again. Meanwhile other evaluations run, with the bindings that were there before.
 */

import type { LispValue } from "../objects/marshal.js";
import type { CallStack } from "./callstack.js";
import { CallLoop, type Loops } from "./deep-calls.js";
import { type DynamicState, dynamicState, establish } from "./dynamic-state.js";
import type { Activation } from "./heap-calls.js";
import { exchangeBindings, type HeldBinding, rewindBindings, unwindBindings } from "./held-bindings.js";
import { nativeStack } from "./native-stack.js";

/** How an evaluation went on: to its end, or to where it is left. */
type Progress =
  | { readonly kind: "returned"; readonly value: LispValue }
  | { readonly kind: "left"; readonly request: unknown };

/**
 * Slots of the Lisp stack for an evaluation on the heap. A call costs memory only, some 210 bytes, and takes
 * 3.3 slots where it has one argument.
 */
const HEAP_LIMIT_SLOTS = 1_000_000;

/** The same where the calls are of a program's own functions: more than a million of them. */
const FAR_LIMIT_SLOTS = 3_500_000;

/** A parameter takes so many bytes of JavaScript's stack at least, as the compiler estimates. */
const BYTES_A_SLOT = 8;

export class HeldRun {
  readonly #stack: CallStack;
  readonly #loops: Loops;
  readonly #loop: CallLoop;
  /** Where its part of the Lisp stack begins: compiled functions are twins above that. */
  readonly #base: number;
  /** The height at which its recursion is exhausted: more while it handles that. */
  #limit: number;
  #farLimit: number;
  readonly #bindings: HeldBinding[] = [];
  #dynamic: DynamicState | null = null;
  #slots: unknown[] = [];
  /** What there was before it began, where it stays in place. */
  #outer: DynamicState | null = null;
  readonly #staysInPlace: boolean;

  /**
   * One that stays in place leaves its part of the stack, its bindings, handlers, restarts and CATCH forms as
   * they are: what runs meanwhile runs on top of it, and is over, or left for it, before it goes on. One that
   * may pause is left for `PAUSE`, too, which takes no answer.
   */
  constructor(
    stack: CallStack,
    loops: Loops,
    first: Activation,
    { staysInPlace = false, mayPause = false } = {},
  ) {
    this.#stack = stack;
    this.#staysInPlace = staysInPlace;
    this.#loops = loops;
    this.#loop = new CallLoop(loops, first, () => mayPause);
    this.#base = Math.max(Math.ceil(nativeStack.bytes / BYTES_A_SLOT) + 1, stack.sp);
    this.#limit = this.#base + HEAP_LIMIT_SLOTS;
    this.#farLimit = this.#base + FAR_LIMIT_SLOTS;
  }

  /** How many calls wait in it. */
  get depth(): number {
    return this.#loop.depth;
  }

  /** Runs until it is left, or to its end; throws what leaves it. */
  proceed(): Progress {
    const { limit, farLimit, held } = this.#loops;
    const outer = dynamicState(this.#stack);
    const outerBindings = exchangeBindings(this.#bindings);
    this.#loops.limit = this.#limit;
    this.#loops.farLimit = this.#farLimit;
    this.#loops.held = this.#loop;
    this.#enter(outer);
    let stays = false;
    try {
      const left = this.#loop.run();
      if (left === null) return { kind: "returned", value: this.#loop.value };
      this.#leave();
      stays = this.#staysInPlace;
      return { kind: "left", request: left.request };
    } finally {
      Object.assign(this.#loops, { limit, farLimit, held });
      exchangeBindings(outerBindings);
      if (!stays) establish(this.#stack, this.#outer ?? outer);
    }
  }

  #leave(): void {
    this.#dynamic = dynamicState(this.#stack);
    this.#limit = this.#loops.limit;
    this.#farLimit = this.#loops.farLimit;
    if (this.#staysInPlace) return;
    this.#slots = this.#stack.st.slice(this.#base, this.#dynamic.sp);
    unwindBindings(this.#bindings);
  }

  /** Gives it the answer to its request before it proceeds; with `fails` it leaves by that. */
  answer(value: LispValue, fails = false): void {
    this.#loop.answer(value, fails);
  }

  /** Runs `use` while its part of the Lisp stack can be looked at. */
  withStack<T>(use: () => T): T {
    const outer = dynamicState(this.#stack);
    if (!this.#staysInPlace) this.#putBack();
    this.#stack.sp = this.#dynamic?.sp ?? this.#base;
    try {
      return use();
    } finally {
      establish(this.#stack, outer);
    }
  }

  #enter(outer: DynamicState): void {
    const own = this.#dynamic;
    if (this.#staysInPlace) {
      this.#outer ??= outer;
      if (own !== null) return establish(this.#stack, own);
    }
    this.#putBack();
    if (own === null) {
      this.#stack.sp = this.#base;
      return;
    }
    if (outer.sp > this.#base) throw new Error("an evaluation is resumed inside of a deeper one");
    rewindBindings(this.#bindings);
    establish(this.#stack, own);
    this.#slots = [];
  }

  #putBack(): void {
    const { st } = this.#stack;
    const slots = this.#slots;
    // An array with holes is slower for good.
    while (st.length < this.#base) st.push(undefined);
    for (let i = 0; i < slots.length; i++) st[this.#base + i] = slots[i];
  }
}
