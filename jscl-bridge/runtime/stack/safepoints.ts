/** Safepoints of code in TypeScript; compiled Lisp has its own. One image lives in one JavaScript realm. */

import { cdrOf } from "../objects/conses.js";
import type { LispCons, LispValue } from "../objects/marshal.js";
import type { CallStack } from "./callstack.js";

/** Without an image nothing is stopped. */
let stack: Pick<CallStack, "fuel" | "tick" | "look" | "room" | "onSample"> = {
  fuel: Number.POSITIVE_INFINITY,
  room: Number.POSITIVE_INFINITY,
  onSample() {},
  tick() {},
  look() {},
};

export function bindSafepoints(current: CallStack): void {
  stack = current;
}

/**
 * Where a deadline or a cancellation may end code that runs for long: called in each turn of a loop whose
 * length a program decides. It leaves by a non-local exit, so no object of Lisp's may be half changed.
 */
export function safepoint(): void {
  if (--stack.fuel < 0) stack.tick();
}

/** As many characters go between a Lisp string and a text of JavaScript in the time of a loop's turn. */
const CHARACTERS_A_TURN = 4;

/** As many elements of a vector are copied, stored, compared or passed by in the time of a loop's turn. */
const ELEMENTS_A_TURN = 8;

/** A safepoint for a step that goes over so many elements of a vector, and does no more than that. */
export function spendOnElements(count: number): void {
  spend(count / ELEMENTS_A_TURN);
}

/** A safepoint for a step that makes a text of JavaScript of a Lisp string of so many characters, or back. */
export function spendOnText(characters: number): void {
  spend(characters / CHARACTERS_A_TURN);
}

/** A safepoint for a step that takes as long as so many turns of a loop, such as a copy of a long string. */
export function spend(turns: number): void {
  // A counter that is no small integer once is slower for good.
  stack.fuel -= turns | 0;
  if (stack.fuel < 0) stack.tick();
}

/** A safepoint before or after a step that takes long by itself, whatever it is. */
export function longStep(): void {
  stack.look();
}

/** The next tail of a list, in a loop over one that may be circular. */
export function next(cell: LispCons): LispValue {
  if (--stack.fuel < 0) stack.tick();
  return cdrOf(cell);
}

/**
 * Counts bytes that were allocated, for an object of some length; without one, the next object stands for
 * them.
 */
export function allocated(bytes: number, object: object | null = null): void {
  stack.room -= bytes;
  if (stack.room < 0 && object !== null) stack.onSample(object);
}
