/** What the analysis finds to warn of, if it holds in the end. */

import type { LispValue } from "../../runtime/objects/marshal.js";
import type { LocalFunction, Node, Variable } from "../syntax/tree.js";
import type { WarningType } from "../warnings/reporter.js";

/** What code is there for: the value of a variable, a local function, or nothing. */
export type Consumer = Variable | LocalFunction | "nothing" | null;

export interface Finding {
  readonly node: Node;
  /** Which of the things that may be wrong with the node. */
  readonly index: number;
  readonly place: number;
  readonly type: WarningType;
  readonly message: () => string;
  /** The form to place the warning by; null for the one that is being compiled. */
  readonly form: LispValue;
  /** What the code is made for. */
  readonly consumer: Consumer;
  /** Whether control does not go on behind it. */
  readonly ends: boolean;
  /** Has the operation check its argument. */
  readonly guard: (() => void) | null;
}

/** Which of them are for values that something reads. */
export class Consumers {
  current: Consumer = null;
  private readonly live = new Set<Variable | LocalFunction>();
  private readonly waiting = new Map<Variable | LocalFunction, (Variable | LocalFunction)[]>();

  /** Code that is there for the present consumer reads this. */
  read(what: Variable | LocalFunction): void {
    const { current } = this;
    if (current === null || (current !== "nothing" && this.live.has(current))) this.mark(what);
    else if (current !== "nothing") {
      const others = this.waiting.get(current);
      if (others === undefined) this.waiting.set(current, [what]);
      else others.push(what);
    }
  }

  private mark(what: Variable | LocalFunction): void {
    if (this.live.has(what)) return;
    this.live.add(what);
    const others = this.waiting.get(what);
    this.waiting.delete(what);
    for (const other of others ?? []) this.mark(other);
  }

  isLive(consumer: Consumer): boolean {
    return consumer === null || (consumer !== "nothing" && this.live.has(consumer));
  }
}
