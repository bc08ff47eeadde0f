/** Initial forms of slots on the heap: an evaluation can be left in them. */

import type { BaseImage } from "./base-image.js";
import type { LispFunction } from "./objects/marshal.js";
import { slotPlanFunctions } from "./slot-plans.js?heap";
import { withHeap } from "./stack/heap-calls.js";

/** Gives the function that fills the slots of new instances its twin. */
export function giveSlotTwins({ internals, runtime, stack }: BaseImage): void {
  const { plannedSlots } = slotPlanFunctions(internals, stack);
  withHeap(runtime["plannedSlots"] as LispFunction, plannedSlots as never);
}
