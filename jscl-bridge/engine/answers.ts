/**
 * A held evaluation waits for the host's answer on shared memory, because its thread reads no messages
 * meanwhile.
 */
import { type Channel, readMessage } from "sync-message";
import type { Answer } from "../contract/engine.js";
import { now } from "../runtime/platform.js";

/** The memory through which answers come; null where threads share none. */
export type AnswerChannel = Channel | null;

/**
 * What the host writes: a part of an answer's JSON text, as much as the memory holds; or, without a text, a
 * call to look whether the evaluation is still wanted.
 */
export interface AnswerPart {
  /** The evaluation and the question that are answered. */
  readonly id: number;
  readonly question: number;
  /** Which part it is, from 0. */
  readonly part: number;
  readonly text: string;
  readonly isLast: boolean;
}

/** What a question is, and how long an answer to it is waited for, in milliseconds. */
interface Wait {
  readonly id: number;
  readonly question: number;
  readonly ms: number;
  readonly isInterrupted: () => boolean;
}

/** The answer to a question; null when none came in time, or the evaluation was cancelled. */
export type AwaitAnswer = (wait: Wait) => Answer | null;

/** How often an interrupt is looked for that the host did not wake the wait for, in milliseconds. */
const LOOK_MS = 200;

/** Reads answers from a channel; null where none can come. */
export function readAnswers(channel: AnswerChannel): AwaitAnswer | null {
  if (channel === null) return null;
  return ({ id, question, ms, isInterrupted }) => {
    const end = now() + ms;
    const parts: string[] = [];
    for (;;) {
      const timeout = end - now();
      if (timeout <= 0 || isInterrupted()) return null;
      const options = { timeout, checkTimeout: LOOK_MS, checkInterrupt: isInterrupted };
      const read: AnswerPart | null = readMessage(channel, "", options);
      // An answer to an earlier question may have come too late.
      if (read === null || read.id !== id || read.question !== question) continue;
      if (read.part === 0) parts.length = 0;
      parts.push(read.text);
      if (read.isLast) return JSON.parse(parts.join(""));
    }
  };
}
