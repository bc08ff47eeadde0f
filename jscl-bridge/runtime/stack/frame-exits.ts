/**
 * Exits to a running call itself, which returns the values that it is given or is made again, and to places
 * in its code. Code that was compiled under a debug quality of 2 catches them; where the frame begins says
 * whose they are.
 */

import { applied } from "../applied.js";
import type { Internals, LispValue, ValuesFunction } from "../objects/marshal.js";
import type { CallStack } from "./callstack.js";
import { letPass } from "./exit-classes.js";

/** What a call returns that is left: these values, or those of another call; null for it to be made again. */
export type Returned = readonly LispValue[] | ((values: ValuesFunction) => LispValue) | null;

/**
 * Where an exit leads: to the call whose frame begins there, which is unique among those that run; or, as
 * `begin:number`, to the block or tagbody of that number in its code.
 */
type Aim = number | string;

export function frameExits(internals: Internals, stack: CallStack) {
  class FrameExit {
    constructor(
      readonly aim: Aim,
      /** What the call returns; or the values of a block, as functions return them, or a tag's number. */
      readonly values: Returned | LispValue,
    ) {}
  }
  letPass(FrameExit, internals.CatchNLX);

  return {
    /** Leaves for the call with that frame, or for a place in its code. */
    leaveFor(aim: Aim, values: Returned | LispValue): never {
      throw new FrameExit(aim, values);
    },
    functions: {
      /** Whether an exception leads there. */
      isExitTo(e: unknown, aim: Aim): boolean {
        return e instanceof FrameExit && e.aim === aim;
      },
      /** Whether an exception has the call made again whose frame begins there. */
      isRestart(e: unknown, base: number): boolean {
        if (!(e instanceof FrameExit) || e.aim !== base || e.values !== null) return false;
        stack.sp = base;
        return true;
      },
      /** What that call returns; another exception goes on. */
      returnedBy(e: unknown, base: number, values: ValuesFunction): LispValue {
        if (!(e instanceof FrameExit) || e.aim !== base || e.values === null) throw e;
        const returned = e.values as NonNullable<Returned>;
        if (typeof returned !== "function") return applied<LispValue>(values, [...returned]);
        stack.sp = base;
        return returned(values);
      },
    },
  };
}
