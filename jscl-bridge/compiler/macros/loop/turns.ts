/** How a clause of FOR iterates, as data. */

import type { LispValue } from "../../../runtime/objects/marshal.js";
import type { Step } from "./variables.js";

/** What is done to reach the next turn, in this order; the loop ends where a test holds. */
export interface Turn {
  readonly tests: readonly LispValue[];
  /** Given at once with the steps of the clauses that are joined by AND. */
  readonly steps: readonly Step[];
  readonly later: readonly LispValue[];
  readonly after: readonly Step[];
}

/** How a clause iterates: what is done before the first turn, and before each other. */
export interface Iteration {
  readonly first: Turn;
  readonly again: Turn;
}

export function alike(turn: Turn): Iteration {
  return { first: turn, again: turn };
}
