/** CATCH and THROW, and the forms that expand into a CATCH with a tag of the image's own. */

import type { Internals, LispValue } from "../objects/marshal.js";
import { callLisp, INTERNAL_PACKAGE, sym } from "../signals.js";
import type { CallStack } from "./callstack.js";
import { clauseExitClass, clauseFunctions } from "./clause-exits.js";
import { letPass } from "./exit-classes.js";

export function catchFunctions(
  internals: Internals,
  stack: CallStack,
  convertForeign: (e: unknown) => never,
  exitError: () => never,
) {
  /** An active CATCH form, and the exit of a THROW to it. */
  class OpenCatch {
    values: LispValue = undefined;
    /** The active form around it, which compiled code makes the innermost again. */
    readonly outer = stack.catches as OpenCatch | null;
    constructor(readonly id: LispValue) {}
    /** Whether an exception that is not ours leaves to it: JSCL throws such. */
    handles(e: unknown): boolean {
      if (!(e instanceof internals.CatchNLX) || e instanceof OpenCatch) return false;
      if (this.id === undefined || e.id !== this.id) return false;
      this.values = e.values;
      return true;
    }
  }
  letPass(OpenCatch, internals.CatchNLX);
  const Clauses = clauseExitClass(internals, convertForeign);

  const throwError = (tag: LispValue): never => {
    stack.push(stack.library(sym("THROW"), 0), []);
    return callLisp("THROW-ERROR", INTERNAL_PACKAGE, tag) as never;
  };

  return {
    ...clauseFunctions(Clauses, exitError),
    openCatch(tag: LispValue): OpenCatch {
      const open = new OpenCatch(tag);
      stack.catches = open;
      return open;
    },
    /**
     * What compiled code throws for a THROW, the innermost CATCH form for the tag: it does so itself, which
     * is a call less to leave.
     */
    exitOfThrow(tag: LispValue, values: LispValue): OpenCatch {
      let open = stack.catches as OpenCatch | null;
      while (open !== null && open.id !== tag) open = open.outer;
      if (open === null) return throwError(tag);
      open.values = values;
      return open;
    },
  };
}
