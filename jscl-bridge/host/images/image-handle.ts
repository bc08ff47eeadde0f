import type { Answer, Command, Event } from "../../contract/engine.js";

/**
 * A running Lisp image as the host sees it: commands go in, events come out through the callback it was made
 * with.
 */
export type ImageHandle = {
  /**
   * Whether it can be interrupted and answered while it runs or waits; as far as that is known yet, where a
   * service worker is to do it.
   */
  readonly canBeReached: boolean;
  /** Hands a command to the image; it never throws and never runs Lisp before it returns. */
  post(command: Command): void;
  /** Has the image end an evaluation early, where it can be reached; does nothing elsewhere. */
  interrupt(evaluation: number): void;
  /** Answers a question of an evaluation that is held there; does nothing where none can be. */
  answer(answer: Answer): void;
  /** Ends the image. No event is delivered afterwards. */
  stop(): void;
};

/** Called with an event, and with its JSON text where that was made already. */
export type OnEvent = (event: Event, json?: string) => void;

/**
 * The place where an image runs: a Worker of its own, or the page's own thread for Lisp that must touch the
 * DOM.
 */
export type ImageMode = "worker" | "page";
