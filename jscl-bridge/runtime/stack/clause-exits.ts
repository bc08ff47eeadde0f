/**
 * The exits of HANDLER-CASE and RESTART-CASE. Both expand into %CATCH-CLAUSE, a CATCH whose tag is made here:
 * while the form runs, a variable lists what it establishes before what is established further out. So one
 * JavaScript `try` binds the variable, catches the exit to a clause, and makes a JavaScript exception a
 * condition.
 */

import type { Internals, LispSymbol, LispValue } from "../objects/marshal.js";
import { setSymbolValue, symbolValue } from "../objects/symbols.js";
import { cons, INTERNAL_PACKAGE, isCons, nil, sym } from "../signals.js";
import { wrongType } from "../streams/stream-arguments.js";
import { letPass } from "./exit-classes.js";

/** One activation of such a form. */
interface ClauseExit {
  /** What it establishes: a list of restarts; of handlers this object. */
  established: LispValue;
  /** The types that a HANDLER-CASE handles; NIL for a RESTART-CASE. */
  readonly types: LispValue;
  isOpen: boolean;
  /** The clause that was chosen, from 0, and what it gets: a condition, or a list of arguments. */
  clause: number;
  values: LispValue;
  open(): void;
  close(): void;
  /** Whether a JavaScript exception, made a condition where these handlers are innermost, leaves to them. */
  handles(e: unknown): boolean;
}

/** Tells these exits, whose class each image makes, from other objects. */
export const clauseExits = {
  prototype: {},
  [Symbol.hasInstance]: (x: unknown): boolean => Object.hasOwn(x as object, "established"),
};

/** The class of these exits; they list what they establish in a variable. */
export function clauseExitClass(
  internals: Internals,
  convertForeign: (e: unknown) => never,
): new (
  variable: LispSymbol,
  types: LispValue,
) => ClauseExit {
  class Clauses implements ClauseExit {
    established: LispValue = this;
    values: LispValue = undefined;
    isOpen = false;
    clause = 0;
    private outside: LispValue = null;
    private inside: LispValue = null;
    constructor(
      private readonly variable: LispSymbol,
      readonly types: LispValue,
    ) {}
    open(): void {
      this.outside = symbolValue(this.variable);
      this.inside = cons(this.established, this.outside);
      this.isOpen = true;
      setSymbolValue(this.variable, this.inside);
    }
    close(): void {
      this.isOpen = false;
      setSymbolValue(this.variable, this.outside);
    }
    handles(e: unknown): boolean {
      if (this.types === nil() || internals.isNLX(e)) return false;
      // On an exhausted stack a form further in may not have been able to close.
      setSymbolValue(this.variable, this.inside);
      try {
        return convertForeign(e);
      } catch (left) {
        if (left === this) return true;
        throw left;
      }
    }
  }
  letPass(Clauses, internals.CatchNLX);
  return Clauses;
}

/**
 * What the macros' expansions and the overlay call. Expansions can be read and typed again, with anything in
 * the place of an exit.
 */
export function clauseFunctions(Exit: ReturnType<typeof clauseExitClass>, exitError: () => never) {
  // Looked up when they are first needed: the image is still empty here.
  let handlers: LispSymbol | null = null;
  let restarts: LispSymbol | null = null;
  const checked = (x: LispValue): ClauseExit => (x instanceof Exit ? x : wrongType(x, sym("CATCH")));
  return {
    /** The exit of a HANDLER-CASE for a list of types. */
    handlerClauses(types: LispValue): LispValue {
      handlers ??= sym("*HANDLER-CLUSTERS*", INTERNAL_PACKAGE);
      return new Exit(handlers, isCons(types) ? types : wrongType(types, sym("CONS")));
    },
    /** The exit of a RESTART-CASE. */
    restartClauses(): LispValue {
      restarts ??= sym("*RESTART-CLUSTERS*", INTERNAL_PACKAGE);
      return new Exit(restarts, nil());
    },
    /** The exit, whose form will establish the restarts. */
    establishRestarts(exit: LispValue, established: LispValue): LispValue {
      checked(exit).established =
        isCons(established) || established === nil() ? established : wrongType(established, sym("LIST"));
      return exit;
    },
    openClause(exit: LispValue): LispValue {
      const open = checked(exit);
      if (open.isOpen) return exitError();
      open.open();
      return open;
    },
    closeClause: (open: LispValue): void => (open as ClauseExit).close(),
    isHandled: (e: unknown, open: LispValue): boolean => (open as ClauseExit).handles(e),
    /** The number of the clause that an exit was left to, and what the clause gets. */
    chosenClause: (exit: LispValue): number => checked(exit).clause,
    clauseValues: (exit: LispValue): LispValue => checked(exit).values,
    /** The types that a cluster of handlers is for where it is a HANDLER-CASE; NIL for another. */
    clauseTypes: (cluster: LispValue): LispValue => (cluster instanceof Exit ? cluster.types : nil()),
    /** Notes to which clause an exit leaves, and with what. */
    chooseClause(exit: LispValue, clause: number, values: LispValue): LispValue {
      const to = checked(exit);
      to.clause = clause;
      to.values = values;
      return exit;
    },
    /** An exit that is to be left by: to the chosen clause where it is one of these. */
    leaving: (exit: LispValue): LispValue => (exit instanceof Exit && !exit.isOpen ? exitError() : exit),
  };
}
