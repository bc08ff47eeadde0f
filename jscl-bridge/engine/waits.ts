/** How an evaluation that is held waits for the host. */
import type { Answer } from "../contract/engine.js";

/** What a question is, and how long an answer to it is waited for, in milliseconds. */
interface Wait {
  readonly id: number;
  readonly question: number;
  readonly ms: number;
  readonly isInterrupted: () => boolean;
  /**
   * Carries out a command of the host's on top of what waits, which has the whole time again afterwards. When
   * it throws, the wait is over.
   */
  readonly perform: (command: unknown) => void;
}

/**
 * Waits at a level: has commands carried out until the answer to a question comes. Null when none came in
 * time, or the evaluation was cancelled.
 */
export type AwaitAnswer = (wait: Wait) => Answer | null;

/** How evaluations wait for the host; or, in a sentence without its end, why none ever can. */
export type Waits = Waiting | string;

export interface Waiting {
  /** Whether none could wait when that was tried last, so that nothing is to be begun that would. */
  readonly hasFailed: () => boolean;
  /** Why none can wait now, likewise; null where one can. */
  readonly problem: () => string | null;
  readonly await: AwaitAnswer;
}

/** That of a thread that can always wait. */
export function waitingBy(awaitAnswer: AwaitAnswer): Waiting {
  return { hasFailed: () => false, problem: () => null, await: awaitAnswer };
}
