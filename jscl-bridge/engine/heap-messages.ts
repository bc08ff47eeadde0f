/** What a host says of evaluations that are left, where threads share no memory. */
import type { Answer } from "../contract/engine.js";

/** Answers a question. */
export interface AnswerMessage {
  readonly kind: "answer";
  readonly answer: Answer;
}

/** Ends an evaluation that is left, or pauses. */
export interface EndMessage {
  readonly kind: "end";
  readonly evaluation: number;
}

export function isAnswerMessage(data: unknown): data is AnswerMessage {
  if (typeof data !== "object" || data === null) return false;
  const { kind, answer } = data as { kind?: unknown; answer?: unknown };
  return kind === "answer" && typeof answer === "object" && answer !== null;
}

export function isEndMessage(data: unknown): data is EndMessage {
  if (typeof data !== "object" || data === null) return false;
  const { kind, evaluation } = data as { kind?: unknown; evaluation?: unknown };
  return kind === "end" && typeof evaluation === "number";
}
