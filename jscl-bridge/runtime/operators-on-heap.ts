/** Calls of the standard's functions that compiled code makes by the runtime, on the heap. */

import type { BaseImage } from "./base-image.js";
import { callManyOnHeap, stackHeight } from "./library/callees.js";
import type { LispFunction, LispSymbol } from "./objects/marshal.js";
import { symbolFunction } from "./objects/symbols.js";
import { type Activation, withHeap } from "./stack/heap-calls.js";

/** Gives these calls their twin: what they call may read, or be a method of a program's stream. */
export function giveOperatorTwins({ runtime, stack }: BaseImage): void {
  withHeap(runtime["libraryCall"] as LispFunction, function* (given, ...args): Activation {
    const name = given as unknown as LispSymbol;
    const { sp } = stack;
    stack.push(stack.library(name, args.length), args);
    const value = yield* callManyOnHeap(symbolFunction(name), stackHeight(), args);
    stack.sp = sp;
    return value;
  });
}
