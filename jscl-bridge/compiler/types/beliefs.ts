/** What a pass finds out of blocks and local functions, for the places that it comes to later. */

import type { Node, Variable } from "../syntax/tree.js";
import type { LispType } from "./lattice.js";
import type { Gathered, State } from "./state.js";
import type { Values } from "./values.js";

/** What is found out of a block while its body is analysed. */
export interface BlockResult {
  readonly cleanups: number;
  readonly entry: State;
  state: State;
  /** Undefined before any value is known. */
  type: LispType | null | undefined;
  values: Values | undefined;
  /** The nodes whose values it may have, as far as control comes to their ends. */
  nodes: readonly Node[];
}

/** What is believed of a local function. */
export interface Belief {
  state: State;
  /** The pass that has analysed its body. */
  pass: number;
  active: boolean;
  readonly parameters: Map<Variable, Gathered>;
  readonly result: Gathered;
  values: Values | undefined;
  /** Whether a call of it was analysed before its result was known. */
  isBelieved: boolean;
}
