/** The places in code that is stepped through at which it may stop. */

import type { LispSymbol, LispValue } from "../objects/marshal.js";
import type { SourcePosition } from "./callstack.js";

/** What stops a program at a call. */
interface Breakpoint {
  /** The function that it was set in. */
  readonly symbol: LispSymbol;
  readonly line: number;
  /** Evaluated among the variables of the call; the program stops where it is true. */
  readonly condition: LispValue;
}

/** A call of the source text. */
export class StepSite {
  breakpoint: Breakpoint | null = null;

  constructor(
    readonly form: LispValue,
    readonly position: SourcePosition,
  ) {}
}
