/** Functions that return, or are called again, as who looks at their frames says (`stack/frame-exits.ts`). */

import type { Generator } from "./generator.js";
import {
  binary,
  CAUGHT,
  constant,
  type Expression,
  literal,
  member,
  name,
  runtime,
  type Statement,
  when,
} from "./script.js";

/** How high the stack was when the call began: its frame may be pushed for a single call in it. */
const BASE = "F";
const ARGUMENTS = [CAUGHT, name(BASE)];
/** The values that a block is left with, or the number of a tag. */
export const LEFT_WITH = member(CAUGHT, "values");
const VALUES = literal("values");

/** Whether an exception leads to a place of the running call; null where its frame cannot be looked at. */
export function meansPlace({ frame: { scope, info } }: Generator, place: number): Expression | null {
  if (scope === null || info === null) return null;
  return runtime("isExitTo", CAUGHT, binary("+", name(BASE), literal(`":${place}"`)));
}

/** The body of a function, which is called again by `again`, or for want of that starts over. */
export function leavableFrame(body: readonly Statement[], again: Expression | null): Statement[] {
  const label = "F0";
  const restart: Statement = again === null ? { kind: "continue", label } : { kind: "return", x: again };
  const caught: Statement[] = [
    when(runtime("isRestart", ...ARGUMENTS), restart),
    { kind: "return", x: runtime("returnedBy", ...ARGUMENTS, VALUES) },
  ];
  const guarded: Statement = { kind: "try", body, caught, finally: null };
  const base = constant(BASE, { kind: "height" });
  return [base, again === null ? { kind: "loop", label, body: [guarded] } : guarded];
}
