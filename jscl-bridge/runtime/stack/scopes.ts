/**
 * The variables of running code that was compiled under a debug quality of 2, as its frames keep them
 * (`compiler/emit/scopes.ts`).
 */

import type { LispValue } from "../objects/marshal.js";

/**
 * Reads the variable number `i` where `v` is undefined, and sets it to `v` otherwise; `st` and `q` are the
 * stack and the end of the frame that shows the variable among its arguments.
 */
type Access = (i: number, v: LispValue | undefined, st: unknown[], q: number) => LispValue | undefined;

/** The variables that one form binds, while its body runs. */
export class Scope {
  constructor(
    readonly outer: Scope | undefined,
    /**
     * For each variable its name and the type that it is declared to have; then :SPECIAL where it is what
     * such a variable was before it was bound, or :FUNCTION where it is a local function. After them the
     * ways out: (name place :BLOCK) and (tag place :TAG number).
     */
    readonly variables: LispValue,
    /** The number of the description of the function that binds them. */
    readonly info: number,
    readonly access: Access,
    /** What names mean there, as the compiler has it; absent in code of a compiled file. */
    readonly lexical: unknown,
  ) {}

  *chain(): Generator<Scope> {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.outer) yield scope;
  }
}

/** The variables that one form binds in slots of the frame: one object for all calls. */
export class SlotScope {
  constructor(
    readonly outer: SlotScope | undefined,
    readonly variables: LispValue,
    /** In which slots they are, counted from the first of the frame. */
    readonly places: readonly number[],
    readonly lexical: unknown,
  ) {}

  *chain(): Generator<SlotScope> {
    for (let scope: SlotScope | undefined = this; scope !== undefined; scope = scope.outer) yield scope;
  }
}

/** What code compiled under the policy does with each form that binds variables. */
export const scopeFunctions = {
  openScope: (
    outer: Scope | undefined,
    variables: LispValue,
    info: number,
    access: Access,
    lexical?: unknown,
  ): Scope => new Scope(outer, variables, info, access, lexical),
};
