/**
 * Whether hints are worth looking for: what looks comes in a file of its own, which the first may wait for.
 */

import type { LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import { isLispString, makeString, stringText } from "../runtime/objects/vectors.js";
import type { Signalled } from "../runtime/reports/library-calls.js";
import { list } from "../runtime/signals.js";

/** The conditions that there may be hints about, whatever they say. */
const HELPED = [
  ...(["UNDEFINED-FUNCTION", "UNBOUND-VARIABLE", "UNKNOWN-KEYWORD-ARGUMENT"] as const),
  ...(["DEFMACRO-LAMBDA-LIST-BROKEN-KEY-LIST-ERROR", "SIMPLE-PROGRAM-ERROR"] as const),
  ...(["NO-APPLICABLE-METHOD-ERROR"] as const),
  ...(["MISSING-SLOT", "INITARG-ERROR", "CLASS-NOT-FOUND-ERROR", "PACKAGE-DOES-NOT-EXIST"] as const),
  ...(["SIMPLE-READER-PACKAGE-ERROR", "SIMPLE-CONTROL-ERROR", "SIMPLE-TYPE-ERROR"] as const),
];

/** Their types, and that of the most frequent of all conditions: `hints/hints.ts` has the hints of each. */
export type HelpedType = (typeof HELPED)[number] | "SIMPLE-ERROR";

/** What a use of a name will signal that nothing has, as the compiler foresees it. */
export function foreseen(
  kind: "function" | "variable" | "type",
  name: LispSymbol,
  scope: readonly LispSymbol[],
): Signalled {
  if (kind !== "type") {
    const type = kind === "function" ? "UNDEFINED-FUNCTION" : "UNBOUND-VARIABLE";
    return { type, slots: new Map([["NAME", name]]), scope };
  }
  const control = makeString(`${UNKNOWN_TYPE}: ~S`);
  const slots = new Map<string, LispValue>([
    ["FORMAT-CONTROL", control],
    ["FORMAT-ARGUMENTS", list(name)],
  ]);
  return { type: "SIMPLE-ERROR", slots, scope };
}

/** How the control string of a SIMPLE-ERROR begins that there is a hint about. */
export const UNKNOWN_TYPE = "unknown type specifier";

/**
 * `changes` is how many definitions had others before them that code may still have in it. A datum may come
 * from a form that the text tells.
 */
export function mayBeHelped({ type, slots }: Signalled, changes: number): boolean {
  if (changes > 0 || (HELPED as readonly string[]).includes(type) || slots.has("DATUM")) return true;
  const control = slots.get("FORMAT-CONTROL");
  return isLispString(control) && stringText(control).startsWith(UNKNOWN_TYPE);
}
