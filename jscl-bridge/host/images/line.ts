/** How an image is reached while it runs Lisp or waits, when its thread reads no messages. */
import type { Answer, Command } from "../../contract/engine.js";

/** A question of an evaluation that is held. */
export interface HeldAt {
  readonly id: number;
  readonly question: number;
}

export interface Line {
  /** Answers a question, in place of what its evaluation has not read yet. */
  answer(answer: Answer): void;
  /** Has a command carried out on top of what is held. */
  command(held: HeldAt, command: Command): void;
  /** Has an evaluation end: now if it runs, or else when it begins. */
  interrupt(evaluation: number): void;
  /** Takes that back: a server that was started again counts its evaluations from the beginning. */
  clearInterrupt(): void;
  /** Drops what was not read yet for an evaluation, which has ended. */
  drop(evaluation: number): void;
  /** The thread has ended. */
  close(): void;
}

/** That of a thread that cannot be reached. */
export const noLine: Line = {
  answer: () => {},
  command: () => {},
  interrupt: () => {},
  clearInterrupt: () => {},
  drop: () => {},
  close: () => {},
};
