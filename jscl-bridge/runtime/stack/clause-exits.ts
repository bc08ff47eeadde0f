/**
 * The exits of HANDLER-CASE and RESTART-CASE. Both expand into a CATCH whose tag is made here: while the form
 * runs, a variable lists what it establishes before what is established further out. So one JavaScript `try`
 * binds the variable, catches the exit to a clause, and makes a JavaScript exception a condition.
 */

import type { Internals, LispCons, LispSymbol, LispValue } from "../objects/marshal.js";
import { setSymbolValue, symbolValue } from "../objects/symbols.js";
import { cons, INTERNAL_PACKAGE, nil, sym } from "../signals.js";
import { wrongType } from "../streams/stream-arguments.js";

/** One activation of such a form. */
export interface Clauses {
  /** The variable that lists what the form establishes. */
  readonly variable: LispSymbol;
  /** What it establishes: a list of restarts; of handlers this object, whose `types` are those handled. */
  established: LispValue;
  readonly types: LispValue;
  /** The variable's values outside and inside of the form. */
  outside: LispValue;
  inside: LispCons | null;
  isOpen: boolean;
  /** The clause that was chosen, from 0, and what it gets: a condition, or a list of arguments. */
  clause: number;
  values: LispValue;
}

export function clauseExits(
  internals: Internals,
  convertForeign: (e: unknown) => never,
  exitError: () => never,
) {
  let handlers: LispSymbol | null = null;
  let restarts: LispSymbol | null = null;

  class ClauseExit extends internals.CatchNLX implements Clauses {
    established: LispValue;
    outside: LispValue;
    inside: LispCons | null;
    isOpen: boolean;
    clause: number;
    constructor(
      readonly variable: LispSymbol,
      readonly types: LispValue,
    ) {
      super(undefined, undefined);
      this.established = this;
      this.outside = undefined;
      this.inside = null;
      this.isOpen = false;
      this.clause = 0;
    }
  }

  const open = (exit: Clauses): void => {
    const { variable } = exit;
    exit.outside = symbolValue(variable);
    exit.inside = cons(exit.established, exit.outside);
    exit.isOpen = true;
    setSymbolValue(variable, exit.inside);
  };

  const close = (exit: Clauses): void => {
    exit.isOpen = false;
    setSymbolValue(exit.variable, exit.outside);
  };

  /** Whether a JavaScript exception, made a condition where these handlers are the innermost, leaves to them. */
  const handles = (exit: Clauses, e: unknown): boolean => {
    if (exit.variable !== handlers || internals.isNLX(e)) return false;
    // On an exhausted stack a form further in may not have been able to close.
    setSymbolValue(exit.variable, exit.inside);
    try {
      return convertForeign(e);
    } catch (left) {
      if (left === exit) return true;
      throw left;
    }
  };

  /** Expansions can be read and typed again, with anything in the place of the object. */
  const checked = (x: LispValue): Clauses => (x instanceof ClauseExit ? x : wrongType(x, sym("CATCH")));

  return {
    ClauseExit,
    open,
    close,
    handles,
    functions: {
      /** The tag of a HANDLER-CASE for conditions of the types in a list. */
      handlerClauses(types: LispValue): LispValue {
        handlers ??= sym("*HANDLER-CLUSTERS*", INTERNAL_PACKAGE);
        return new ClauseExit(handlers, types);
      },
      /** The tag of a RESTART-CASE. */
      restartClauses(): LispValue {
        restarts ??= sym("*RESTART-CLUSTERS*", INTERNAL_PACKAGE);
        return new ClauseExit(restarts, nil());
      },
      /** Has a RESTART-CASE establish the restarts in a list. */
      establishRestarts(exit: LispValue, list: LispValue): LispValue {
        checked(exit).established = list;
        return exit;
      },
      /** The types that a cluster of handlers is for where it is a HANDLER-CASE; undefined for another. */
      clauseTypes: (cluster: LispValue): LispValue =>
        cluster instanceof ClauseExit ? cluster.types : undefined,
      /** Notes to which clause an exit leaves, and with what. */
      chooseClause(exit: LispValue, clause: number, values: LispValue): LispValue {
        const to = checked(exit);
        to.clause = clause;
        to.values = values;
        return exit;
      },
      /**
       * Leaves to the chosen clause. V8 never optimizes a function that always ends by an exception, so what
       * looks for the exit is elsewhere.
       */
      leaveBy(exit: LispValue): never {
        if (!checked(exit).isOpen) return exitError();
        throw exit;
      },
      chosenClause: (exit: LispValue): number => checked(exit).clause,
      clauseValues: (exit: LispValue): LispValue => checked(exit).values,
    },
  };
}
