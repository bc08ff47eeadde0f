/** The places in code that is stepped through at which it may stop. */

import type { LispValue } from "../objects/marshal.js";
import type { SourcePosition } from "./callstack.js";

/** What stops a program at a call; calls on one line of a definition have the same one. */
export interface Breakpoint {
  /** That of the definition it is in; NIL for other code. */
  readonly name: LispValue;
  readonly line: number;
  /** The line that was asked for, where no call stands. */
  readonly asked: number;
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
