/** Non-local exits of compiled code, on JSCL's own exit classes so that its library lets them pass. */

import { applied } from "../applied.js";
import { carOf } from "../objects/conses.js";
import { type Internals, isMultiple, type LispSymbol, type LispValue } from "../objects/marshal.js";
import { symbolName } from "../objects/symbols.js";
import { callLisp, INTERNAL_PACKAGE, isCons, listOf, nil, sym } from "../signals.js";
import { wrongType } from "../streams/stream-arguments.js";
import type { CallStack } from "./callstack.js";
import { type Clauses, clauseExits } from "./clause-exits.js";
import { next } from "./safepoints.js";

/** An exit that belongs to one activation of a block or tagbody; `closed` once that has ended. */
interface Exit {
  values: LispValue;
  label: number;
  closed: boolean;
}

export function exitFunctions(internals: Internals, stack: CallStack, convertForeign: (e: unknown) => never) {
  // Both have constructors of their own: the one that JavaScript supplies hands its arguments on by an
  // iterator, which in a locked Worker takes five times as long as the rest of a block that nothing leaves.
  class BlockExit extends internals.BlockNLX implements Exit {
    override label: number;
    closed: boolean;
    constructor(name: string) {
      super(null, undefined, name);
      this.label = 0;
      this.closed = false;
    }
  }
  /** An active CATCH form, and the exit of a THROW to it. */
  class OpenCatch extends internals.CatchNLX {
    // biome-ignore lint/complexity/noUselessConstructor: see above.
    constructor(tag: LispValue, values: LispValue) {
      super(tag, values);
    }
  }

  /** The active CATCH forms, innermost last. */
  const catches: OpenCatch[] = [];

  const exitError = (): never => {
    callLisp("EXIT-ERROR", INTERNAL_PACKAGE);
    throw new Error("EXIT-ERROR returned");
  };

  const throwError = (tag: LispValue): never => {
    stack.push(stack.library(sym("THROW"), 0), []);
    callLisp("THROW-ERROR", INTERNAL_PACKAGE, tag);
    throw new Error("THROW-ERROR returned");
  };

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

  const clauses = clauseExits(internals, convertForeign, exitError);
  const { ClauseExit } = clauses;

  return {
    ...clauses.functions,
    blockExit: (name: LispSymbol): Exit => new BlockExit(symbolName(name)),
    tagExit: (): Exit => new BlockExit("TAGBODY"),
    exitTo(exit: Exit, values: LispValue): never {
      if (exit.closed) return exitError();
      exit.values = values;
      throw exit;
    },
    goTo(exit: Exit, label: number): never {
      if (exit.closed) return exitError();
      exit.label = label;
      throw exit;
    },
    openCatch(tag: LispValue): OpenCatch | Clauses {
      if (tag instanceof ClauseExit && !tag.isOpen) {
        clauses.open(tag);
        return tag;
      }
      const open = new OpenCatch(tag, undefined);
      catches.push(open);
      return open;
    },
    closeCatch(open: OpenCatch | Clauses): void {
      if (open instanceof ClauseExit) clauses.close(open);
      else if (catches[catches.length - 1] === open) catches.pop();
      else {
        const at = catches.lastIndexOf(open as OpenCatch);
        if (at >= 0) catches.length = at;
      }
    },
    isCaught(e: unknown, open: OpenCatch | Clauses): boolean {
      if (e === open) return true;
      if (open instanceof ClauseExit) return clauses.handles(open, e);
      // What JSCL's own library throws.
      return (
        e instanceof internals.CatchNLX &&
        !(e instanceof OpenCatch) &&
        e.id === (open as OpenCatch).id &&
        e.id !== undefined
      );
    },
    // V8 never optimizes a function that always ends by an exception, as this one does.
    throwTo(tag: LispValue, values: LispValue): never {
      throw catchFor(tag, values) ?? throwError(tag);
    },
    isExit: (e: unknown): boolean => internals.isNLX(e),
    valuesArray: (x: LispValue): LispValue[] => (isMultiple(x) ? x : [x]),
    primary: (x: LispValue): LispValue => (isMultiple(x) ? (x.length > 0 ? x[0] : nil()) : x),
    appendValues(all: LispValue[], x: LispValue): void {
      if (!isMultiple(x)) all.push(x);
      else for (let i = 0; i < x.length; i++) all.push(x[i]);
    },
    listFromArray: listOf,
    applied,
    /**
     * The arguments before the last of APPLY, and the elements of that, a list; in the array of the first.
     */
    spread(x: LispValue, items: LispValue[]): LispValue[] {
      let rest = x;
      for (; isCons(rest); rest = next(rest)) {
        items.push(carOf(rest));
        if (--stack.fuel < 0) stack.tick();
      }
      if (rest !== nil()) {
        if (rest === x) wrongType(rest, sym("LIST"));
        callLisp("DOTTED-ARGUMENTS-ERROR", INTERNAL_PACKAGE, rest);
      }
      return items;
    },
  };
}
