/**
 * Compiles systems of the index for the host to keep, in an image that has run no program: what is kept
 * follows from the index and this build alone (decision 49).
 */

import type { Event } from "../contract/engine.js";
import type { CompilerNote } from "./compiled-notes.js";
import { createEngine } from "./engine.js";
import { evaluateCommand } from "./evaluate-command.js";
import type { LispImage } from "./lisp-image.js";

/** Milliseconds that a system may take with those that it needs; the host limits the whole. */
const LIMIT_MS = 600_000;

export function compileSystems(
  image: LispImage,
  names: readonly string[],
  tell: (note: CompilerNote) => void,
): void {
  let hasSucceeded = false;
  const { handle } = createEngine(image, (event: Event) => {
    if (event.kind === "completed") hasSucceeded = event.outcome.condition === null;
  });
  let id = 0;
  const evaluate = (code: string): boolean => {
    hasSucceeded = false;
    id += 1;
    handle({ kind: "evaluate", ...evaluateCommand(id, code, { deadlineMs: LIMIT_MS }) });
    return hasSucceeded;
  };
  const isReady = evaluate("(require :asdf)");
  for (const name of isReady ? names : []) {
    const isLoaded = evaluate(`(jscl-mcp:load-systems ${lispText(name)})`);
    const made = image.compiledSystems?.collect(name, isLoaded) ?? null;
    if (made !== null) tell({ kind: "compiled-code", ...made });
  }
  tell({ kind: "compiled-all" });
}

const lispText = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;
