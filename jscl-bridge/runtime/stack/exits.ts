/** Non-local exits of compiled code, on JSCL's own exit classes so that its library lets them pass. */

import { applied } from "../applied.js";
import { type Internals, isMultiple, type LispValue } from "../objects/marshal.js";
import { receivedList } from "../received-values.js";
import { callLisp, INTERNAL_PACKAGE, listOf, nil } from "../signals.js";
import { applyList, spread } from "./applying.js";
import type { CallStack } from "./callstack.js";
import { catchFunctions } from "./catches.js";
import { letPass } from "./exit-classes.js";

/** An exit that belongs to one activation of a block or tagbody; `closed` once that has ended. */
interface Exit {
  values: LispValue;
  closed: boolean;
}

export function exitFunctions(internals: Internals, stack: CallStack, convertForeign: (e: unknown) => never) {
  class BlockExit implements Exit {
    values: LispValue = undefined;
    closed = false;
  }
  letPass(BlockExit, internals.BlockNLX);
  const exitError = (): never => callLisp("EXIT-ERROR", INTERNAL_PACKAGE) as never;

  return {
    ...catchFunctions(internals, stack, convertForeign, exitError),
    blockExit: (): Exit => new BlockExit(),
    /**
     * What compiled code throws to leave a block with values, or to go to a tag, whose number is the value:
     * it does so itself, which is a call less to leave.
     */
    exitWith(exit: Exit, values: LispValue): Exit {
      if (exit.closed) return exitError();
      exit.values = values;
      return exit;
    },
    isExit: (e: unknown): boolean => internals.isNLX(e),
    valuesArray: (x: LispValue): LispValue[] => (isMultiple(x) ? x : [x]),
    primary: (x: LispValue): LispValue => (isMultiple(x) ? (x.length > 0 ? x[0] : nil()) : x),
    appendValues(all: LispValue[], x: LispValue): void {
      if (!isMultiple(x)) all.push(x);
      else for (let i = 0; i < x.length; i++) all.push(x[i]);
    },
    listFromArray: listOf,
    receivedList,
    applied,
    applyList,
    spread,
  };
}
