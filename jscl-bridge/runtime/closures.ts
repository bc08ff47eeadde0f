/** What is around functions that were defined inside of other forms, where the frame that did so keeps it. */

import { dynamicOf } from "./live-variables.js";
import type { LispFunction } from "./objects/marshal.js";
import type { CallStack } from "./stack/callstack.js";
import type { Scope } from "./stack/scopes.js";

interface Closure {
  /** What names mean around the function, as the compiler has it. */
  readonly surroundings: unknown;
  /** The innermost scope around it; undefined where there is none. */
  readonly scope: Scope | undefined;
}

const closures = new WeakMap<LispFunction, Closure>();

export function closureOf(fn: LispFunction): Closure | undefined {
  return closures.get(fn);
}

/** Has another function be known for what one is that it was made of. */
export function noteClosure(fn: LispFunction, closure: Closure): void {
  closures.set(fn, closure);
}

/** Called by the code that defines such a function, whose frame is the innermost. */
export function noteSurroundings(stack: CallStack, fn: LispFunction, surroundings: unknown): void {
  const frame = stack.innermost();
  noteClosure(fn, { surroundings, scope: frame === null ? undefined : dynamicOf(stack, frame) });
}
