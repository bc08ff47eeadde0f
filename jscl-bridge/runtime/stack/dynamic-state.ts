/** What belongs to an evaluation that runs, and to those around it when it is left. */

import type { LispValue } from "../objects/marshal.js";
import { setSymbolValue, symbolValue } from "../objects/symbols.js";
import type { CallStack } from "./callstack.js";
import { heapCalls } from "./heap-calls.js";

export interface DynamicState {
  /** The height of the Lisp stack. */
  readonly sp: number;
  readonly catches: unknown;
  /** What *HANDLER-CLUSTERS* and *RESTART-CLUSTERS* hold. */
  readonly clusters: readonly LispValue[];
}

export function dynamicState({ sp, catches }: CallStack): DynamicState {
  return { sp, catches, clusters: (heapCalls.clusters ?? []).map(symbolValue) };
}

export function establish(stack: CallStack, { sp, catches, clusters }: DynamicState): void {
  stack.sp = sp;
  stack.catches = catches;
  heapCalls.clusters?.forEach((symbol, i) => {
    setSymbolValue(symbol, clusters[i]);
  });
}
