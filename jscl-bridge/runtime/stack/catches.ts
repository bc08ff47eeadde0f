/** CATCH and THROW, and the forms that expand into a CATCH with a tag of the image's own. */

import type { Internals, LispValue } from "../objects/marshal.js";
import { callLisp, INTERNAL_PACKAGE, sym } from "../signals.js";
import type { CallStack } from "./callstack.js";
import { type ClauseExit, clauseExitClass, clauseFunctions } from "./clause-exits.js";

export function catchFunctions(
  internals: Internals,
  stack: CallStack,
  convertForeign: (e: unknown) => never,
  exitError: () => never,
) {
  /** An active CATCH form, and the exit of a THROW to it. */
  class OpenCatch extends internals.CatchNLX {
    // Not the constructor that JavaScript supplies, which hands its arguments on by an iterator.
    constructor(tag: LispValue, values: LispValue) {
      super(tag, values);
    }
  }
  const Clauses = clauseExitClass(internals, convertForeign);

  /** The active CATCH forms, innermost last. */
  const catches: OpenCatch[] = [];

  /** The innermost CATCH form for a tag, which will answer the values; undefined where there is none. */
  const catchFor = (tag: LispValue, values: LispValue): OpenCatch | undefined => {
    for (let i = catches.length - 1; i >= 0; i--) {
      const open = catches[i] as OpenCatch;
      if (open.id !== tag) continue;
      open.values = values;
      return open;
    }
    return undefined;
  };

  const throwError = (tag: LispValue): never => {
    stack.push(stack.library(sym("THROW"), 0), []);
    callLisp("THROW-ERROR", INTERNAL_PACKAGE, tag);
    throw new Error("THROW-ERROR returned");
  };

  return {
    ...clauseFunctions(Clauses, exitError),
    openCatch(tag: LispValue): OpenCatch | ClauseExit {
      if (tag instanceof Clauses && !tag.isOpen) {
        tag.open();
        return tag;
      }
      const open = new OpenCatch(tag, undefined);
      catches.push(open);
      return open;
    },
    closeCatch(open: OpenCatch | ClauseExit): void {
      if (open instanceof Clauses) open.close();
      else if (catches[catches.length - 1] === open) catches.pop();
      else {
        const at = catches.lastIndexOf(open as OpenCatch);
        if (at >= 0) catches.length = at;
      }
    },
    isCaught(e: unknown, open: OpenCatch | ClauseExit): boolean {
      if (e === open) return true;
      if (open instanceof Clauses) return open.handles(e);
      if (!(e instanceof internals.CatchNLX) || e instanceof OpenCatch) return false;
      // What JSCL's own library throws.
      return e.id !== undefined && e.id === (open as OpenCatch).id;
    },
    // V8 never optimizes a function that always ends by an exception, as this one does.
    throwTo(tag: LispValue, values: LispValue): never {
      throw catchFor(tag, values) ?? throwError(tag);
    },
  };
}
