/** Functions that return, or are called again, as who looks at their frames says (`stack/frame-exits.ts`). */

import { constant, type Expression, literal, name, runtime, type Statement, when } from "./script.js";

/** How high the stack was when the call began: its frame may be pushed for a single call in it. */
const BASE = "F";
const ARGUMENTS = [name("e"), name(BASE)];
const VALUES = literal("values");

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
