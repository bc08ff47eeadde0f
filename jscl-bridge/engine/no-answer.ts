import type { Answer } from "../contract/engine.js";

/** Ends what waits for an answer. */
export function noAnswer(id: number, question: number): Answer {
  return {
    id,
    question,
    restart: null,
    values: null,
    level: null,
    leaving: null,
    input: null,
    echo: false,
    reason: null,
  };
}
