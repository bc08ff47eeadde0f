/**
 * Exits to a running call itself, which returns the values that it is given or is made again. Code that was
 * compiled under a debug quality of 2 catches them; where the frame begins says whose they are.
 */

import { applied } from "../applied.js";
import type { Internals, LispValue, ValuesFunction } from "../objects/marshal.js";
import type { CallStack } from "./callstack.js";
import { letPass } from "./exit-classes.js";

export function frameExits(internals: Internals, stack: CallStack) {
  class FrameExit {
    constructor(
      /** Where its frame begins: unique among the calls that run. */
      readonly base: number,
      /** The values that the call returns; null where it is made again. */
      readonly returned: readonly LispValue[] | null,
    ) {}
  }
  letPass(FrameExit, internals.CatchNLX);

  return {
    /** Leaves for the call with that frame. */
    leaveFor(base: number, returned: readonly LispValue[] | null): never {
      throw new FrameExit(base, returned);
    },
    functions: {
      /** Whether an exception has the call made again whose frame begins there. */
      isRestart(e: unknown, base: number): boolean {
        if (!(e instanceof FrameExit) || e.base !== base || e.returned !== null) return false;
        stack.sp = base;
        return true;
      },
      /** What that call returns; another exception goes on. */
      returnedBy(e: unknown, base: number, values: ValuesFunction): LispValue {
        if (!(e instanceof FrameExit) || e.base !== base || e.returned === null) throw e;
        return applied<LispValue>(values, [...e.returned]);
      },
    },
  };
}
