import type { Abilities } from "jscl-mcp";

/** Why programs are not held at errors in this page; null where they can be. */
export function whyNotHeld({ holds }: Abilities): string | null {
  if (holds) return null;
  const why = globalThis.crossOriginIsolated
    ? "Lisp runs in the page itself"
    : "this page is not isolated from other origins (its server sends no COOP and COEP headers)";
  return `The program was not held at its error: ${why}, so Lisp cannot wait. Mend the program, and run it again.`;
}
