import type { Abilities } from "jscl-mcp";

/**
 * What becomes of the Lisp when an evaluation is stopped: a cancelled request has no answer, so it is what
 * the page knows of its own.
 */
export function afterStop({ cancelsAtOnce }: Pick<Abilities, "cancelsAtOnce">): string {
  return cancelsAtOnce
    ? "What was defined before stays."
    : "Unless Lisp ends by itself within two seconds, a fresh one takes its place and is given its definitions.";
}
