/**
 * Marks around code that only a confirmed suspicion needs (`flow.ts`): a check that signals as SBCL does
 * where it found out while compiling. Whether there is one is known when the toplevel form has been compiled.
 */
import type { Flow, Suspicion } from "./flow.js";

const BEGIN = "\u0012";
const END = "\u0013";
const GUARD = new RegExp(`${BEGIN}(\\d+);([^${END}]*)${END}`, "g");

export function guarded(suspicion: Suspicion | null, statement: string): string {
  return suspicion === null ? statement : `${BEGIN}${suspicion.id};${statement}${END}`;
}

/** The text with the guards that are needed, and without marks. */
export function keepConfirmed(text: string, flow: Flow): string {
  if (!text.includes(BEGIN)) return text;
  return text.replace(GUARD, (_, id: string, statement: string) =>
    flow.isConfirmed(Number(id)) ? statement : "",
  );
}
