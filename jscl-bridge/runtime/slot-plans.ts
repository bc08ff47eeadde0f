/**
 * Plans of the slots of new instances and conditions, one for each class: which slots an initialization
 * argument fills, and what fills the others.
 */
import { carOf, cdrOf, setCarOf } from "./objects/conses.js";
import type { Internals, LispCons, LispFunction, LispValue } from "./objects/marshal.js";
import { isCons } from "./signals.js";
import type { CallStack } from "./stack/callstack.js";
import { next } from "./stack/safepoints.js";

/** The function of an initial form; one of a constant says so. */
type Initial = LispFunction & { isConstant?: boolean };

interface SlotPlan {
  /** The slots of an instance that has no values yet. */
  readonly template: readonly LispValue[];
  readonly unbound: LispValue;
  readonly places: Map<LispValue, number[]>;
  /** The place of a slot that all instances share is the cons that holds its value. */
  readonly initials: { readonly place: number | LispCons; readonly value: Initial }[];
  /** Whether no function of a program is called to fill the slots. */
  isPlain: boolean;
}

export function slotPlanFunctions(internals: Internals, stack: CallStack) {
  return {
    slotPlan: (size: number, unbound: LispValue): LispValue => ({
      template: new Array(size).fill(unbound),
      unbound,
      places: new Map(),
      initials: [],
      isPlain: true,
    }),
    addPlace({ places }: SlotPlan, initarg: LispValue, place: number): void {
      const known = places.get(initarg);
      if (known === undefined) places.set(initarg, [place]);
      else known.push(place);
    },
    addInitial(plan: SlotPlan, place: number | LispCons, value: Initial): void {
      plan.initials.push({ place, value });
      plan.isPlain &&= value.isConstant === true;
    },
    /**
     * The slots of an instance made with initialization arguments, in a list. Null where they are no property
     * list, or where one of them fills no slot and all have to.
     */
    plannedSlots(plan: SlotPlan, initargs: LispValue, allFill: boolean): LispValue[] | null {
      const { unbound, places } = plan;
      const slots = plan.template.slice();
      for (let rest = initargs; isCons(rest); ) {
        const value = next(rest);
        if (!isCons(value)) return null;
        const filled = places.get(carOf(rest));
        if (filled === undefined) {
          if (allFill) return null;
        } else {
          // When two initialization arguments fill one slot, the first counts.
          for (let i = 0; i < filled.length; i++) {
            const place = filled[i] as number;
            if (slots[place] === unbound) slots[place] = carOf(value);
          }
        }
        rest = cdrOf(value);
      }
      const { initials } = plan;
      for (let i = 0; i < initials.length; i++) {
        const { place, value } = initials[i] as (typeof initials)[number];
        const held = typeof place === "number" ? slots[place] : carOf(place);
        if (held !== unbound) continue;
        const { sp } = stack;
        const initial = value(internals.pv);
        if (typeof place === "number") slots[place] = initial;
        else setCarOf(place, initial);
        stack.sp = sp;
      }
      return slots;
    },
    isPlainPlan: ({ isPlain }: SlotPlan): boolean => isPlain,
  };
}
