/**
 * What an evaluation was given while it ran, so that it can do the same elsewhere: its random numbers, its
 * input, and the restarts that were chosen for it.
 */
import type { Answer, Evaluate } from "../contract/engine.js";
import type { LispPackage } from "../runtime/objects/marshal.js";
import type { BoundaryResult } from "./engine-image.js";
import { replayText } from "./replay-text.js";
import type { TakenRestart } from "./restart-choices.js";

/** How an evaluation ended. */
export type Kind = BoundaryResult["kind"];

/** An evaluation, with all that it was given from outside. */
export interface Given {
  readonly command: Evaluate;
  /** The package that was current when it began. */
  readonly home: LispPackage;
  /** The seed that *RANDOM-STATE* had when it began, if it has another state now. */
  readonly seed: () => bigint | null;
  /** How often it has asked. */
  questions: number;
  /** What it was answered, where it went on from there. */
  readonly answers: Answer[];
  /** The restarts that were taken because the command or an answer said so. */
  readonly restarts: TakenRestart[];
}

/**
 * Lisp text that does what an evaluation did that has ended in that way or, where it fails (null), that has
 * the code after it fail as it did; null where the code is enough.
 */
export function replayOf(given: Given, kind: Kind | null): string | null {
  const { command, questions, restarts } = given;
  const { code, input, frame } = command;
  const isOwn = input.text === null && frame === null && questions + restarts.length === 0;
  const text = isOwn && (kind === null || kind === "returned") ? null : textOrNone(given, kind);
  const seed = given.seed();
  if (seed === null) return text;
  const setting = `(cl:setf cl:*random-state* (sb-ext:seed-random-state ${seed}))\n`;
  return setting + (text ?? (kind === null ? "\n" : code));
}

function textOrNone(given: Given, kind: Kind | null): string | null {
  try {
    return replayText(given, kind);
  } catch {
    // The file that writes it cannot be loaded, which the report of the error says.
    return kind && ";; Left out: an evaluation that could not be written down.";
  }
}
